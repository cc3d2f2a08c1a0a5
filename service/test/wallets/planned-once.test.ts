import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ DATABASE_POOL: '4' });
  shop = await service.merchant();
});
after(() => service.stop());

/** PostgreSQL plans a statement for its values five times before it may keep a plan for all values. */
const TRIALS = 5;

/** The statements that are planned at each use, among those that some connection has used often. */
async function plannedEachTime(): Promise<string[]> {
  const clients = await Promise.all([1, 2, 3, 4].map(() => service.db.pool.connect()));
  const text = `
    SELECT name, custom_plans FROM pg_prepared_statements
    WHERE generic_plans + custom_plans > ${2 * TRIALS}`;
  const used = await Promise.all(clients.map(async (client) => (await client.query(text)).rows));
  for (const client of clients) client.release();
  assert.ok(used.flat().some(({ name }) => name === 'ledger_lock'));
  return used.flat().flatMap(({ name, custom_plans }) => (custom_plans > TRIALS ? [name] : []));
}

it("a transfer's statements are planned once for each connection, however small the batch", async () => {
  await service.customer('+221770000001', ['XOF']);
  const from = await shop.wallet('XOF', 1_000_000n);
  const { body: to } = await shop.call('POST', '/wallets', { currency: 'XOF' });
  const amount = { amount: 100, currency: 'XOF' };
  for (let i = 0; i < 12 * 4; i++) {
    const fields = i % 2 === 0 ? { from, to: to.id, reference: `order-${i}` } : { to: '+221770000001' };
    const { status } = await shop.call(
      'POST',
      '/wallets/transfer',
      { ...fields, ...amount },
      { 'idempotency-key': `key-${i}` },
    );
    assert.equal(status, 201);
  }
  assert.deepEqual(await plannedEachTime(), []);
});

it('control: a statement that sees the number of its values is planned each time', async () => {
  const text = `SELECT w.id FROM wallets w JOIN balances b ON b.wallet_id = w.id WHERE w.id = ANY ($1::text[])`;
  for (let i = 0; i < 12 * 4; i++) await service.db.query({ name: 'control', text }, [['wal_1']]);
  assert.deepEqual([...new Set(await plannedEachTime())], ['control']);
});
