import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, it } from 'node:test';
import { createSlowBodies, type SlowBodies } from './slow-bodies.ts';

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n';
let bodies: SlowBodies;
const server = createServer((request, response) => {
  bodies.begin(request);
  request.resume().on('end', () => {
    bodies.end(request);
    response.end('taken');
  });
});
before(async () => {
  bodies = createSlowBodies((socket) => socket.end('refused'), { withinMs: 300, everyMs: 10 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => {
  bodies.stop();
  server.close();
});

/** @returns all that the server sends until the connection ends */
async function send(parts: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
    if (received.endsWith('taken')) socket.end();
  });
  socket.write(parts);
  await once(socket, 'close');
  return received;
}

it('a body that never arrives is refused, and a complete one is accepted', async () => {
  const received = await Promise.all([send(head), send(`${head}a`), send(`${head}abc`)]);
  assert.match(received.map((text) => text.slice(-7)).join(), /^refused,refused,.*taken$/s);
});

it('a connection stays open after its body has arrived', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${head}abc`);
  await once(socket, 'data');
  // A request that began later has already timed out.
  assert.match(await send(head), /refused/);
  socket.write(`${head}abc`);
  assert.match(String(await once(socket, 'data')), /taken/);
  socket.destroy();
});
