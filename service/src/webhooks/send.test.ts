import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { becomes, until } from '../../test/support/harness.ts';
import type { Policy } from './guard.ts';
import { openSender, type Request } from './send.ts';

const sandbox: Policy = { allowLoopback: true, allowedCidrs: [] };
const toLoopback = async () => ['127.0.0.1'];

const servers: NetServer[] = [];
async function listen(server: NetServer): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}/`;
/** A server of raw bytes, for answers that HTTP libraries would not send. */
const serveRaw = async (talk: (socket: Socket) => void) =>
  `http://127.0.0.1:${await listen(createTcpServer((socket) => void socket.once('data', () => talk(socket))))}/`;

async function send(
  request: Partial<Request> & { url: string },
  options: { timeoutMs?: number; resolve?: typeof toLoopback } = {},
) {
  const sender = openSender({ policy: sandbox, resolve: toLoopback, timeoutMs: 10_000, ...options });
  const outcome = await sender.send({ headers: {}, body: '{}', ...request });
  await sender.close();
  return outcome;
}

after(() => {
  for (const server of servers) {
    server.close();
    (server as Server).closeAllConnections?.();
  }
});

describe('an answer', () => {
  it('of 2xx is a success; the request has the stored bytes and the given headers', async () => {
    let seen: { method?: string; url?: string; headers?: object; body?: string } = {};
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen = { method: request.method!, url: request.url!, headers: request.headers, body };
      response.writeHead(202, { 'X-Trace': 'abc', 'Set-Cookie': ['a=1', 'b=2'] }).end('thanks');
    });
    const body = '{"amount": 1000, "name": "Café ☕"}';
    const headers = { 'content-type': 'application/json', 'Service-Signature': 't=1,v1=ab' };
    const outcome = await send({ url: `${url}hook?tenant=7`, headers, body });
    const { host } = new URL(url);
    assert.deepEqual(seen, {
      method: 'POST',
      url: '/hook?tenant=7',
      body,
      headers: {
        host,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'service-signature': 't=1,v1=ab',
        'content-length': String(Buffer.byteLength(body)),
      },
    });
    assert.equal(outcome.responseStatus, 202);
    assert.equal(outcome.responseHeaders!['x-trace'], 'abc');
    assert.equal(outcome.responseBody, 'thanks');
    assert.equal(outcome.error, null);
    assert.ok(outcome.durationMs >= 0 && outcome.durationMs < 10_000);
  });

  it('that redirects is the final answer and is not followed', async () => {
    let followed = 0;
    const target = await serve((_request, response) => {
      followed++;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await serve((_request, response) => void response.writeHead(status, { location: target }).end());
      const outcome = await send({ url });
      assert.deepEqual([outcome.responseStatus, outcome.error], [status, null]);
      assert.equal(outcome.responseHeaders!.location, target);
    }
    assert.equal(followed, 0);
  });

  it('after early hints is the final one', async () => {
    const url = await serve((_request, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.writeHead(204).end();
    });
    assert.equal((await send({ url })).responseStatus, 204);
  });

  it('has Retry-After with 429 and 503 only', async () => {
    for (const [status, expected] of [
      [429, 7000],
      [503, 7000],
      [500, null],
      [200, null],
    ] as const) {
      const url = await serve((_request, response) => void response.writeHead(status, { 'retry-after': '7' }).end());
      assert.equal((await send({ url })).retryAfterMs, expected);
    }
  });

  it('is read and kept up to 64 KiB, and the rest is dropped with its socket', async () => {
    let closed = false;
    const url = await serve((_request, response) => {
      const more = () => {
        while (response.write('é'.repeat(5000)));
      };
      response.on('drain', more).on('close', () => {
        closed = true;
      });
      response.write('x');
      more();
    });
    const outcome = await send({ url });
    assert.equal(outcome.responseStatus, 200);
    assert.equal(outcome.error, null);
    // 65 536 bytes that begin with an `x` cut the last é in two, and it is dropped.
    assert.equal(outcome.responseBody, `x${'é'.repeat(32_767)}`);
    await until(async () => closed);
  });

  it('is text that PostgreSQL can hold, whatever its bytes', async () => {
    const url = await serve(
      (_request, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80])),
    );
    const { responseBody } = await send({ url });
    assert.ok(responseBody!.startsWith('a\uFFFD') && responseBody!.isWellFormed() && !responseBody!.includes('\0'));
  });

  it('is decompressed and decoded in its charset, and a bomb gives 64 KiB', async () => {
    const answer = async (headers: Record<string, string>, body: Buffer) => {
      const url = await serve((_request, response) => void response.writeHead(400, headers).end(body));
      const { responseStatus, responseBody, error } = await send({ url });
      assert.deepEqual([responseStatus, error], [400, null]);
      return responseBody!;
    };
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'x'));
    assert.equal(await answer({ 'content-encoding': 'gzip' }, bomb), 'x'.repeat(65_536));
    const latin = { 'content-type': 'text/plain; charset=iso-8859-1', 'content-encoding': 'br' };
    assert.equal(await answer(latin, brotliCompressSync(Buffer.from('refusé', 'latin1'))), 'refusé');
  });
});

describe('a failure is an outcome, never a rejection', () => {
  const classOf = async (...args: Parameters<typeof send>) => {
    const outcome = await send(...args);
    assert.match(outcome.error!.message, /^[A-Z0-9].*\.$/i);
    return outcome.error!.class;
  };

  it('no answer, a dripping answer, dripping headers: one time-out covers all', async () => {
    const limit = { timeoutMs: 300 };
    const drip = (text: string) => (socket: Socket) => {
      socket.write(text);
      const timer = setInterval(() => socket.write('a'), 50);
      socket.on('close', () => clearInterval(timer));
    };
    assert.equal(await classOf({ url: await serve(() => {}) }, limit), 'timeout');
    assert.equal(await classOf({ url: await serveRaw(drip('HTTP/1.1 200 OK\r\nx-drip: ')) }, limit), 'timeout');
    const long = { timeoutMs: 2_000 };
    const begun = await send({ url: await serveRaw(drip('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\naa')) }, long);
    assert.deepEqual([begun.responseStatus, begun.error!.class], [200, 'timeout']);
    assert.ok(begun.responseBody!.startsWith('aa'));
    assert.ok(begun.durationMs >= 1_995 && begun.durationMs < 45_000, `${begun.durationMs} ms`);
  });

  it('a slow name server: nothing is sent after the time-out', async () => {
    let received = 0;
    const port = await listen(
      createTcpServer(
        (socket) =>
          void socket.on('data', () => {
            received++;
            socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
          }),
      ),
    );
    const slow = () => wait(250, ['127.0.0.1']);
    assert.equal(await classOf({ url: `http://slow.test:${port}/` }, { timeoutMs: 200, resolve: slow }), 'timeout');
    await wait(400);
    assert.equal(received, 0);
  });

  it('resets, before the answer and within it', async () => {
    assert.equal(await classOf({ url: await serveRaw((socket) => socket.resetAndDestroy()) }), 'connect');
    assert.equal(await classOf({ url: await serveRaw((socket) => socket.end()) }), 'connect');
    const half = await send({
      url: await serveRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\nabc');
        setTimeout(() => socket.resetAndDestroy(), 500);
      }),
    });
    assert.deepEqual([half.responseStatus, half.responseBody, half.error!.class], [200, 'abc', 'connect']);
  });

  it('a closed port, a name without address, a resolver that fails', async () => {
    const port = await listen(createTcpServer());
    const closed = servers.pop()!;
    closed.close();
    await once(closed, 'close');
    assert.equal(await classOf({ url: `http://127.0.0.1:${port}/` }), 'connect');
    assert.equal(await classOf({ url: 'http://none.test/' }, { resolve: async () => [] }), 'dns');
    assert.equal(await classOf({ url: 'nonsense' }), 'invalid_url');
    assert.equal(await classOf({ url: 'http://10.0.0.1/' }), 'refused_address');
  });

  it('an answer that is not HTTP/1.1, or has more than 16 KiB of headers', async () => {
    assert.equal(await classOf({ url: await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')) }), 'protocol');
    const headers = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`;
    assert.equal(await classOf({ url: await serveRaw((socket) => socket.end(headers)) }), 'protocol');
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n';
    const { error } = await send({ url: await serveRaw((socket) => socket.end(upgrade)) });
    assert.equal(error!.class, 'protocol');
    assert.match(error!.message, /switched to another protocol \(101\)/);
  });
});

describe('sockets', () => {
  const counting = async (listener: RequestListener) => {
    const sockets = new Set<unknown>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      request.socket.on('close', () => sockets.delete(request.socket));
      listener(request, response);
    });
    return { url, sockets };
  };

  it('are reused, and closed when idle', async () => {
    const { url, sockets } = await counting((_request, response) => void setTimeout(() => response.end('ok'), 20));
    const sender = openSender({ policy: sandbox });
    for (let i = 0; i < 5; i++) assert.equal((await sender.send({ url, headers: {}, body: '{}' })).error, null);
    // undici keeps a socket for one turn of the event loop after an answer.
    assert.ok(sockets.size <= 2, `${sockets.size} sockets`);
    const many = await Promise.all(Array.from({ length: 200 }, () => sender.send({ url, headers: {}, body: '{}' })));
    assert.ok(many.every(({ responseStatus }) => responseStatus === 200));
    assert.ok(sockets.size > 1 && sockets.size <= 202, `${sockets.size} sockets`);
    await becomes(() => sockets.size, 0);
    await sender.close();
  });

  it('are unlimited: a send does not wait for hanging ones to the same origin', async () => {
    const { url } = await counting((request, response) => {
      if (request.url !== '/hangs') response.end('ok');
    });
    const sender = openSender({ policy: sandbox, timeoutMs: 2000 });
    const hanging = Array.from({ length: 100 }, () =>
      sender.send({ url: new URL('/hangs', url).href, headers: {}, body: '{}' }),
    );
    const { error, responseBody, durationMs } = await sender.send({ url, headers: {}, body: '{}' });
    const hung = await Promise.all(hanging);
    assert.ok(hung.every((one) => one.error?.class === 'timeout' && one.error.message.includes('did not answer')));
    assert.deepEqual([error, responseBody], [null, 'ok']);
    assert.ok(durationMs < Math.min(...hung.map((one) => one.durationMs)), `${durationMs} ms`);
    await sender.close();
  });

  it('are replaced after their lifetime, so that a name is resolved again; sends in flight end', async () => {
    const used: unknown[] = [];
    const { url } = await counting((request, response) => {
      used.push(request.socket);
      setTimeout(() => response.end('ok'), request.url === '/slow' ? 300 : 0);
    });
    // Three sends, the last after the lifetime of a socket, which is 100 ms here. The control has a minute.
    const differ = async (socketLifeMs?: number) => {
      const sender = openSender({ policy: sandbox, ...(socketLifeMs === undefined ? {} : { socketLifeMs }) });
      used.length = 0;
      const slow = sender.send({ url: new URL('/slow', url).href, headers: {}, body: '{}' });
      await sender.send({ url, headers: {}, body: '{}' });
      await wait(150);
      await sender.send({ url, headers: {}, body: '{}' });
      assert.equal((await slow).responseBody, 'ok');
      await sender.close();
      return used[1] !== used[2];
    };
    assert.equal(await differ(100), true);
    await until(async () => !(await differ()));
  });

  it('of one name never serve another name with the same address', async () => {
    const hosts = new Map<unknown, Set<string>>();
    const url = await serve((request, response) => {
      hosts.set(request.socket, (hosts.get(request.socket) ?? new Set()).add(request.headers.host!));
      response.end();
    });
    const { port } = new URL(url);
    const sender = openSender({ policy: sandbox, resolve: toLoopback });
    for (let i = 0; i < 6; i++)
      await sender.send({ url: `http://${i % 2 ? 'a' : 'b'}.test:${port}/`, headers: {}, body: '{}' });
    await sender.close();
    assert.deepEqual([...hosts.values()].map((seen) => [...seen]).sort(), [[`a.test:${port}`], [`b.test:${port}`]]);
  });

  it('finish the sends in flight when the sender closes', async () => {
    const url = await serve((_request, response) => void setTimeout(() => response.end('late'), 100));
    const sender = openSender({ policy: sandbox });
    const under = sender.send({ url, headers: {}, body: '{}' });
    await sender.close();
    assert.equal((await under).responseBody, 'late');
  });
});

describe('TLS', () => {
  // Self-signed for hooks.test, 2024 to 2124.
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLbAreW3B47j6+MAk
MvOIkjv9vhXJKPWVC00MMgtTRfGhRANCAATGhVtze8Eg0bUDtzS4hOpKH7OZ6xSi
IvueIKY+SsuDL6Ik0byXaTKL2fgq5wkuIUFm6AEUbHMiQFTQmhLe2isg
-----END PRIVATE KEY-----
`;
  const cert = `-----BEGIN CERTIFICATE-----
MIIBZDCCAQqgAwIBAgIBATAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApob29rcy50
ZXN0MCAXDTI0MDEwMTAwMDAwMFoYDzIxMjQwMTAxMDAwMDAwWjAVMRMwEQYDVQQD
DApob29rcy50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAExoVbc3vBING1
A7c0uITqSh+zmesUoiL7niCmPkrLgy+iJNG8l2kyi9n4KucJLiFBZugBFGxzIkBU
0JoS3torIKNJMEcwDwYDVR0TAQH/BAUwAwEB/zAVBgNVHREEDjAMggpob29rcy50
ZXN0MB0GA1UdDgQWBBRIt2vNR4I6xzvP6Fo2rKpofrFdKTAKBggqhkjOPQQDAgNI
ADBFAiEAg+0S1J2y+55TtmW7MtzLLntmsaFpv4/XQFYxcOv9WxoCIF2I4Y4q2F42
7+A2Wd0njIlIOUQ528Wx0GaojhFyE2Jv
-----END CERTIFICATE-----
`;
  const seen: string[] = [];
  const serveTls = () =>
    listen(
      createTlsServer({ key, cert }, (request, response) => {
        seen.push(`${(request.socket as tls.TLSSocket).servername} ${request.headers.host}`);
        response.end('secure');
      }),
    );

  it('fails if the certificate has no known authority, and if the port does not speak it', async () => {
    const untrusted = await send({ url: `https://hooks.test:${await serveTls()}/` });
    assert.equal(untrusted.error!.class, 'tls');
    assert.match(
      untrusted.error!.message,
      /hooks\.test.*SELF_SIGNED.*self-signed.*Use a certificate from a public authority/s,
    );
    assert.doesNotMatch(untrusted.error!.message, /--|node/i);
    const plain = new URL(await serve((_request, response) => void response.end()));
    const spoken = await send({ url: `https://hooks.test:${plain.port}/` });
    assert.equal(spoken.error!.class, 'tls');
    assert.match(
      spoken.error!.message,
      /^No secure connection .*this port does not speak TLS\. Register the port that/,
    );
    // The fatal alerts 40, 70 and 112: no common version or cipher, and an unknown name.
    for (const [alert, advice] of [
      [40, /TLS 1\.2 or 1\.3/],
      [70, /TLS 1\.2 or 1\.3/],
      [112, /Check the name in the URL/],
    ] as const) {
      const { port } = new URL(await serveRaw((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert]))));
      const { error } = await send({ url: `https://hooks.test:${port}/` });
      assert.equal(error!.class, 'tls');
      assert.match(error!.message, advice);
      assert.doesNotMatch(error!.message, /SSL routines|openssl\/|\n/);
    }
  });

  it('is named if a port speaks it to a plain request, whether the port answers or is silent', async () => {
    const spoken = await send({ url: `http://hooks.test:${await serveTls()}/` });
    assert.match(spoken.error!.message, /(speaks TLS on this port|If this port speaks TLS).*https:\/\//);
    const alert = await serveRaw((socket) => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])));
    const alerted = await send({ url: alert });
    assert.equal(alerted.error!.class, 'tls');
    assert.match(
      alerted.error!.message,
      /^127\.0\.0\.1:\d+ speaks TLS on this port\. Begin the URL with https:\/\/\.$/,
    );
  });

  it('sends the host of the URL to the pinned address, and requires its certificate', async () => {
    const port = await serveTls();
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, cert]);
    try {
      const outcome = await send({ url: `https://hooks.test:${port}/` });
      assert.deepEqual([outcome.responseBody, outcome.error], ['secure', null]);
      assert.deepEqual(seen, [`hooks.test hooks.test:${port}`]);
      const other = await send({ url: `https://other.test:${port}/` });
      assert.equal(other.error!.class, 'tls');
      assert.match(other.error!.message, /its certificate is not for other\.test, but for hooks\.test/);
    } finally {
      tls.setDefaultCACertificates(before);
    }
  });
});
