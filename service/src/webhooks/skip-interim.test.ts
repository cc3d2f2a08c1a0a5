import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { openSender } from './send.ts';

const sandbox = { allowLoopback: true, allowedCidrs: [] };
const servers: Server[] = [];
const sockets: Socket[] = [];
after(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

/** A server of raw bytes: HTTP libraries do not send unrequested interim answers. */
async function serveRaw(talk: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.once('data', () => talk(socket));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function send({ url }: { url: string }) {
  const sender = openSender({ policy: sandbox });
  const outcome = await sender.send({ url, headers: {}, body: '{}' });
  await sender.close();
  return outcome;
}

test('an interim answer (1xx) is skipped, however its bytes are split, and the socket continues', async () => {
  const interim =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
  // A body that looks like an interim answer stays a body.
  const body = 'HTTP/1.1 100 Continue\r\n\r\n';
  const bytes = `${interim}HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  let requests = 0;
  const url = await serveRaw((socket) => {
    const answer = async () => {
      const step = [bytes.length, 1, 7, 150][requests++ % 4]!;
      for (let at = 0; at < bytes.length; at += step) {
        socket.write(bytes.slice(at, at + step));
        await new Promise(setImmediate);
      }
    };
    socket.on('data', answer);
    answer();
  });
  const sender = openSender({ policy: sandbox });
  for (let i = 0; i < 8; i++) {
    const { responseStatus, responseBody, error } = await sender.send({ url, headers: {}, body: '{}' });
    assert.deepEqual([responseStatus, responseBody, error], [200, body, null]);
  }
  await sender.close();
  assert.equal(requests, 8);
});

test('a final answer is accepted after at most sixteen interim ones', async () => {
  const after = (count: number) => (socket: Socket) =>
    socket.end(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(count)}HTTP/1.1 204 No Content\r\n\r\n`);
  assert.equal((await send({ url: await serveRaw(after(16)) })).responseStatus, 204);
  const { responseStatus, error } = await send({ url: await serveRaw(after(17)) });
  assert.deepEqual([responseStatus, error!.class], [null, 'protocol']);
  assert.match(error!.message, /too many interim answers \(1xx\)/);
  // An interim answer without an end has the same limit as headers.
  const endless = `HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(20_000)}`;
  assert.equal((await send({ url: await serveRaw((socket) => socket.write(endless)) })).error!.class, 'protocol');
});
