import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { phone, refusal } from './flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from './harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ RATE_LIMIT: 'off' });
});
after(() => service.stop());

/** Of more than 64 KiB; there is no money for it. */
const large = (shop: TestMerchant): Promise<Reply> =>
  shop.call('POST', '/payouts', {
    currency: 'XOF',
    items: Array.from({ length: 2_000 }, () => ({ recipient: phone('1234'), amount: 1_000 })),
  });
const small = (shop: TestMerchant): Promise<Reply> =>
  shop.call('POST', '/payouts', { currency: 'XOF', items: [{ recipient: phone('1234'), amount: 1_000 }] });

/** A body of which only the beginning comes. */
async function begin(shop: TestMerchant, length: string): Promise<Socket> {
  const { hostname, port } = new URL(service.base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = ['POST /api/v1/payouts HTTP/1.1', 'Host: x', `Authorization: Bearer ${shop.key}`, length];
  socket.write([...head, 'Content-Type: application/json', '', '1{\r\n'].join('\r\n'));
  return socket;
}

it('an integration has four large bodies under way at most; small ones and others’ are taken meanwhile', async () => {
  const [shop, other] = [await service.merchant(), await service.merchant()];
  const lengths = ['Content-Length: 1000000', 'Content-Length: 65537', 'Transfer-Encoding: chunked'];
  const sockets = await Promise.all([...lengths, lengths[0]!].map((length) => begin(shop, length)));
  const refused = await until(async () => {
    const answer = await large(shop);
    return answer.status === 429 && answer;
  });
  assert.deepEqual([...refusal(refused), refused.headers.get('retry-after')], [429, 'rate_limited', '1']);
  assert.equal((await small(shop)).status, 402);
  assert.equal((await large(other)).status, 402);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await large(shop)).status === 402);
  // What was answered is no longer under way.
  for (let i = 0; i < 6; i++) assert.equal((await large(shop)).status, 402);
});
