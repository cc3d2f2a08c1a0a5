import { request as openRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

// Self-signed for localhost, 2026 to 2126.
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1GUiu/BmS9a5z6Or
vCLseMZPfT8UnMJqY8RjSq6TKLihRANCAAQnbLWQ+P7qY/m8c8awDOqF1t/xYxJn
0cIp+GrDkEjSi7BfN3hmdW/LVF0owzV9a/9ZySsMepMRevQcdq6ciTT+
-----END PRIVATE KEY-----
`;
export const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUJ66n264UiFpwL+NNKuMKJcLWQdcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTE0NDEyNFoYDzIxMjYxMTAx
MTQ0MTI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQnbLWQ+P7qY/m8c8awDOqF1t/xYxJn0cIp+GrDkEjSi7BfN3hmdW/L
VF0owzV9a/9ZySsMepMRevQcdq6ciTT+o28wbTAdBgNVHQ4EFgQUkkR4vvW9fYQz
Z/S+iDvI/K7hP9kwHwYDVR0jBBgwFoAUkkR4vvW9fYQzZ/S+iDvI/K7hP9kwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKIw8McYH5MQ8RZi5psGE75xsEkK0zqsso7rOzSlX1ypAiEA
5XFcyO1KOp0IZUVhsbDdwk82WbyYDs096FeAqN/Btb4=
-----END CERTIFICATE-----
`;

export type TlsProxy = { readonly port: number; target: string; stop(): Promise<void> };

/**
 * A proxy as in front of a deployment: TLS ends here. It forwards requests below `base`, without that prefix when
 * `strips` is set and unchanged otherwise. Any other path belongs to another application and gets 404.
 */
export async function startTlsProxy({ base = '', strips = false } = {}): Promise<TlsProxy> {
  const proxy = { port: 0, target: '', stop: async () => {} };
  const server = createServer({ key, cert }, (request, response) => {
    const url = request.url!;
    if (url !== base && !url.startsWith(`${base}/`)) return void response.writeHead(404).end('another application');
    const path = strips ? url.slice(base.length) || '/' : url;
    const onward = openRequest(new URL(proxy.target), { path, method: request.method, headers: request.headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  proxy.port = (server.address() as AddressInfo).port;
  proxy.stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return proxy;
}
