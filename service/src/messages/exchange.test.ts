import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { closedPort, startProvider } from '../../test/support/provider.ts';
import { type Exchange, exchange } from './exchange.ts';

const wanted = (url: string): Exchange => ({
  who: 'The operator',
  url,
  method: 'POST',
  headers: {},
  body: 'code 123456',
});

/** A TCP server that counts its connections. */
async function rawOperator(talk: (socket: Socket) => void) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.unref().on('error', () => {});
    socket.once('data', () => talk(socket));
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections: () => connections,
    close: () => server.close(),
  };
}

describe('a request to a provider', () => {
  it('is retried once when the connection is refused', async () => {
    const port = await closedPort();
    const sent = exchange(wanted(`http://127.0.0.1:${port}/`));
    await wait(50);
    const operator = await startProvider({ status: 200 }, port);
    assert.equal((await sent).status, 200);
    assert.equal(operator.received.length, 1);
    await operator.close();
  });

  it('fails when the connection is refused twice', async () => {
    const port = await closedPort();
    await assert.rejects(exchange(wanted(`http://127.0.0.1:${port}/`)), {
      name: 'SendFailure',
      message: 'The operator gave no complete answer (ECONNREFUSED)',
    });
  });

  it('is never sent twice if it may have arrived', async () => {
    for (const [talk, expected] of [
      [(socket: Socket) => socket.destroy(), /gave no complete answer \(UND_ERR_SOCKET\)/],
      [(socket: Socket) => socket.resetAndDestroy(), /gave no complete answer \(ECONNRESET\)/],
      [(socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\ncut'), /gave no complete answer/],
      [(socket: Socket) => socket.end('HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n'), /answered 503$/],
    ] as const) {
      const operator = await rawOperator(talk);
      await assert.rejects(exchange(wanted(operator.url)), { name: 'SendFailure', message: expected });
      assert.equal(operator.connections(), 1);
      operator.close();
    }
  });

  it('times out, even if the answer begins and then arrives slowly', async () => {
    for (const talk of [() => {}, (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab')]) {
      const operator = await rawOperator(talk);
      await assert.rejects(exchange(wanted(operator.url), 300), {
        message: 'The operator did not answer within 300 ms',
      });
      operator.close();
    }
  });

  it('reads at most 64 KiB and one chunk of an answer', async () => {
    const operator = await startProvider({ status: 200, body: 'x'.repeat(5_000_000) });
    const { text } = await exchange(wanted(operator.url));
    assert.ok(text.length >= 64 * 1024 && text.length < 1_000_000, `${text.length}`);
    await operator.close();
  });
});
