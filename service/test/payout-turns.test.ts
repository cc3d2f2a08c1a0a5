import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createPayoutWorker } from '../src/payouts/worker.ts';
import { startTestService, type TestMerchant, type TestService } from './harness.ts';
import { newWallet, openPayout } from './payout-flows.ts';

/** Answers requests; its work is done by hand. */
let api: TestService;
before(async () => {
  api = await startTestService({ ROLE: 'api' });
});
after(() => api.stop());

it('a small payout does not wait for the many large ones of another merchant', async () => {
  const shops = await Promise.all([api.merchant(), api.merchant(), api.merchant()]);
  const [large, ...small] = shops as [TestMerchant, TestMerchant, TestMerchant];
  for (const shop of shops) await shop.wallet('XOF', 100_000n);
  const to = await newWallet(large);
  const items = Array.from({ length: 1_600 }, () => ({ recipient: to, amount: 1 }));
  const before: { id: string }[] = [];
  for (let i = 0; i < 6; i++) before.push(await openPayout(large, items));
  const round = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {} });
  const totals = () =>
    Promise.all(before.map(async ({ id }) => (await large.call('GET', `/payouts/${id}`)).body.totals.succeeded_count));
  await round();
  assert.deepEqual(await totals(), [500, 500, 500, 500, 0, 0]);
  const late = await Promise.all(
    small.map(async (shop) => openPayout(shop, [{ recipient: await newWallet(shop), amount: 1 }])),
  );
  await round();
  const told = await Promise.all(
    small.map(async (shop, i) => (await shop.call('GET', `/payouts/${late[i]!.id}`)).body.status),
  );
  assert.deepEqual(told, ['completed', 'completed']);
  // They took a turn and no place: those before go on, and the next begin when one of them is done.
  assert.deepEqual(await totals(), [1_000, 1_000, 1_000, 1_000, 0, 0]);
  for (let i = 0; i < 6; i++) await round();
  assert.deepEqual(await totals(), [1_600, 1_600, 1_600, 1_600, 1_600, 1_600]);
});
