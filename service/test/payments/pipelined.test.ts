import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { selectWaiting } from '../support/database.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { openSocket } from '../support/sockets.ts';

let service: TestService;
let shop: TestMerchant;
let [from, to] = ['', ''];
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  from = await shop.wallet('XOF', 1_000n);
  to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
});
after(() => service.stop());

const transfer = (version = '1.1', more = '') => {
  const body = JSON.stringify({ from, to, amount: 1, currency: 'XOF' });
  return `POST /api/v1/wallets/transfer HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer ${shop.key}\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
};
const moved = async (): Promise<number> => (await shop.call('GET', `/wallets/${to}`)).body.balance.total;

/**
 * Sends requests on one connection that then wait for their wallet. `answered` resolves to the statuses and all bytes
 * once that many have come.
 */
async function begin(on: TestService, bytes: string) {
  const holder = await on.db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM balances WHERE wallet_id = $1 FOR UPDATE', [from]);
  const socket = openSocket(on.base);
  let came = '';
  socket.on('data', (chunk) => {
    came += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(bytes);
  await until(async () => (await on.db.pool.query(selectWaiting)).rowCount! > 0);
  const statuses = async () => {
    await sleep(200);
    assert.equal(came, '', 'answered before it was done');
    await holder.query('ROLLBACK');
    holder.release();
    const timer = setTimeout(() => socket.destroy(), 20_000);
    await closed;
    clearTimeout(timer);
    return [...came.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  };
  return { socket, answered: statuses };
}

/** The answers and the moved money when `then` is sent while the first request of a connection waits for its wallet. */
async function whileItWaits(first: string, then: string, act: (socket: Socket) => void = () => {}) {
  const before = await moved();
  const { socket, answered } = await begin(service, first);
  if (then) socket.write(then);
  act(socket);
  const statuses = await answered();
  // A request that were carried out behind it would be done by now.
  await sleep(200);
  return { statuses, moved: (await moved()) - before };
}

describe('a request that is carried out is answered, whatever follows it on its connection', () => {
  const garbage = ['}', '}garbage\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\nX: y\rz\r\n\r\n'];
  for (const tail of garbage)
    it(`${JSON.stringify(tail)}, which gets a 400 in its turn`, async () => {
      const { statuses, moved } = await whileItWaits(transfer(), tail);
      assert.deepEqual([statuses, moved], [[201, 400], 1]);
    });

  it('garbage behind two requests, all three answered in order', async () => {
    const { statuses, moved } = await whileItWaits(transfer() + transfer(), '}');
    assert.deepEqual([statuses, moved], [[201, 201, 400], 2]);
  });

  it('a valid request after one that says it is the last: it is not carried out', async () => {
    for (const first of [transfer('1.1', 'Connection: close\r\n'), transfer('1.0')]) {
      const { statuses, moved } = await whileItWaits(first, transfer());
      assert.deepEqual([statuses, moved], [[201], 1]);
    }
  });

  it('the beginning of another request, and the end of the connection', async () => {
    const { statuses, moved } = await whileItWaits(transfer(), 'GET /api/v1/wal', (socket) => socket.end());
    assert.deepEqual([statuses, moved], [[201, 400], 1]);
  });

  it('a request that ends the connection, and a valid one behind it, which is not carried out', async () => {
    const twoHosts = `GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`;
    const { statuses, moved } = await whileItWaits(transfer() + twoHosts + transfer(), '');
    assert.deepEqual([statuses, moved], [[201, 400], 1]);
  });
});

it('a graceful shutdown answers all requests in flight on a connection, then closes it', async () => {
  const node = await startTestService({}, service);
  const { answered: statuses } = await begin(node, transfer() + transfer() + transfer());
  const stopped = node.stop();
  assert.deepEqual(await statuses(), [201, 201, 201]);
  await stopped;
});
