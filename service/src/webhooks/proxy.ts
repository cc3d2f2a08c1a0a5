import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { RefusedTarget } from './guard.ts';

/**
 * Reaches every receiver by CONNECT through the operator's proxy, http receivers too, so that TLS and the request stay
 * between this service and the receiver. The proxy resolves the name, so only it can refuse the address behind it.
 */
export function proxyConnector(proxyUrl: string, timeoutMs: number): buildConnector.connector {
  const proxy = new URL(proxyUrl);
  const secure = buildConnector({ allowH2: false, timeout: timeoutMs });
  const credentials = decodeURIComponent(`${proxy.username}:${proxy.password}`);
  const authorization =
    credentials === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
  return (options, callback) => {
    const { hostname, protocol } = options;
    const port = options.port || (protocol === 'https:' ? '443' : '80');
    const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization },
      agent: false,
      timeout: timeoutMs,
    });
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.once('error', () =>
      callback(
        new RefusedTarget(
          'connect',
          'The proxy of this service cannot be reached. Contact the operator of this service.',
        ),
        null,
      ),
    );
    request.once('response', (response) => {
      response.resume();
      callback(refused(target, response.statusCode!), null);
    });
    request.once('connect', (response, socket) => {
      const status = response.statusCode!;
      // This time-out was for reaching the receiver. From here on the sender's own applies.
      socket.setTimeout(0);
      if (status < 200 || status >= 300) {
        socket.destroy();
        callback(refused(target, status), null);
      } else if (protocol === 'https:') {
        secure({ ...options, httpSocket: socket as TLSSocket }, callback);
      } else {
        callback(null, socket as TLSSocket);
      }
    });
    request.end();
  };
}

function refused(target: string, status: number): RefusedTarget {
  return new RefusedTarget(
    'connect',
    `The proxy of this service did not reach ${target} (${status}). Check the name and that the server is up. If both are right, ask the operator of this service to allow the proxy to reach it.`,
  );
}
