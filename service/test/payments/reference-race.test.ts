import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selectWaiting } from '../support/database.ts';
import { paidPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

/** Two nodes, because a node has one batch of transfers in flight at a time. */
let nodes: [TestService, TestService];
let shop: TestMerchant;
before(async () => {
  const first = await startTestService();
  nodes = [first, await startTestService({}, first)];
  shop = await first.merchant();
});
after(async () => {
  await nodes[1].stop();
  await nodes[0].stop();
});

/** Sends the same request twice, with one reference and two keys, while the row that both need is locked. */
async function twiceAtOnce(path: string, body: object, lock: string) {
  const holder = await nodes[0].db.pool.connect();
  await holder.query('BEGIN');
  await holder.query(lock);
  const answers = nodes.map(({ request }, i) =>
    request('POST', `/api/v1${path}`, { key: shop.key, body, headers: { 'idempotency-key': `${path}-${i}` } }),
  );
  // Each waits for a short time and tries again, so the two waits need not be visible at the same moment.
  const pids = new Set<number>();
  await until(async () => {
    for (const { pid } of (await nodes[0].db.pool.query(selectWaiting)).rows) pids.add(pid);
    return pids.size >= 2;
  });
  await holder.query('ROLLBACK');
  holder.release();
  const replies = await Promise.all(answers);
  const [made, refused] = replies[0]!.status < 300 ? replies : replies.reverse();
  assert.deepEqual(
    [made!.status < 300, refused!.status, refused!.body.error?.code],
    [true, 409, 'reference_already_used'],
  );
  assert.match(refused!.body.error.message, new RegExp(made!.body.id));
}

describe('a second use of a reference that waits for the first is refused for the reference, not for the money', () => {
  it('of a transfer', async () => {
    const from = await shop.wallet('XOF', 10n);
    const { id: to } = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body;
    const body = { from, to, amount: 10, currency: 'XOF', reference: 'rent' };
    await twiceAtOnce('/wallets/transfer', body, `SELECT FROM balances WHERE wallet_id = '${from}' FOR UPDATE`);
  });

  it('of a payout', async () => {
    const wallet = await shop.wallet('USD', 10n);
    const items = [{ recipient: '+50937001234', amount: 10 }];
    const body = { currency: 'USD', wallet, items, reference: 'salaries' };
    await twiceAtOnce('/payouts', body, `SELECT FROM balances WHERE wallet_id = '${wallet}' FOR UPDATE`);
  });

  it('of a refund', async () => {
    const payment = await paidPayment(shop);
    const body = { payment: payment.id, reference: 'returned' };
    await twiceAtOnce('/refunds', body, `SELECT FROM payments WHERE id = '${payment.id}' FOR UPDATE`);
  });
});
