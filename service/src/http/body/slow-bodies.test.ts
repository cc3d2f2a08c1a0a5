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

/** @returns what it is told until the connection ends */
async function send(parts: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let told = '';
  socket.on('data', (chunk) => {
    told += chunk;
    if (told.endsWith('taken')) socket.end();
  });
  socket.write(parts);
  await once(socket, 'close');
  return told;
}

it('a body that never comes is refused, one that comes is taken', async () => {
  const told = await Promise.all([send(head), send(`${head}a`), send(`${head}abc`)]);
  assert.match(told.map((text) => text.slice(-7)).join(), /^refused,refused,.*taken$/s);
});

it('a connection that stays for longer is let be once its body has come', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${head}abc`);
  await once(socket, 'data');
  // One that began later is over.
  assert.match(await send(head), /refused/);
  socket.write(`${head}abc`);
  assert.match(String(await once(socket, 'data')), /taken/);
  socket.destroy();
});
