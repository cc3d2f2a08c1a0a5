import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from './harness.ts';
import { openSocket } from './sockets.ts';

test('headers that come a byte at a time are refused once ten seconds are over, and the connection ends', async () => {
  const service = await startTestService();
  try {
    const told = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = openSocket(service.base);
        socket.write('GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nX-Slow: ');
        const drip = setInterval(() => socket.writable && socket.write('a'), 250);
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.setTimeout(60_000, () => socket.destroy());
        await new Promise((done) => socket.on('close', done));
        clearInterval(drip);
        return Buffer.concat(chunks).toString();
      }),
    );
    for (const answer of told) assert.match(answer, /^HTTP\/1\.1 400 .*did not arrive in time/s);
    assert.equal((await service.request('GET', '/healthz')).status, 200);
  } finally {
    await service.stop();
  }
});
