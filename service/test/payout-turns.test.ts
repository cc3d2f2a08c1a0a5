import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ClaimedItem, claimItems, nextDueItem } from '../src/payouts/item-store.ts';
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

it('what is due for a rail is claimed in equal parts of each world', async () => {
  const [large, ...small] = await Promise.all(Array.from({ length: 5 }, () => api.merchant()));
  for (const shop of [large!, ...small]) await shop.wallet('XOF', 100_000n);
  const round = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {} });
  /** To phones that have no wallet here. */
  const hand = async (shop: TestMerchant, count: number) => {
    const items = Array.from({ length: count }, (_, i) => ({ recipient: `+22177${String(3_000_000 + i)}`, amount: 1 }));
    const { id } = await openPayout(shop, items);
    while ((await round()).done > 0);
    return id;
  };
  const claim = async (room: number) => {
    const claimed = await api.db.query<ClaimedItem>(claimItems, [
      ['no-such-rail', 'sandbox'],
      [7, room],
    ]);
    const parts = new Map<string, number>();
    for (const { payout_id } of claimed) parts.set(payout_id, (parts.get(payout_id) ?? 0) + 1);
    return parts;
  };
  const payroll = await hand(large!, 1_500);
  assert.deepEqual(await claim(400), new Map([[payroll, 400]]));
  const [one, few, more, last] = [
    await hand(small[0]!, 1),
    await hand(small[1]!, 30),
    await hand(small[2]!, 90),
    await hand(small[3]!, 1),
  ];
  // Of fewer than there are worlds, those that have waited longest.
  assert.deepEqual(
    await claim(2),
    new Map([
      [payroll, 1],
      [one!, 1],
    ]),
  );
  assert.deepEqual(
    await claim(100),
    new Map([
      [payroll, 25],
      [few!, 25],
      [more!, 25],
      [last!, 1],
    ]),
  );
  assert.deepEqual(
    await claim(300),
    new Map([
      [payroll, 100],
      [few!, 5],
      [more!, 65],
    ]),
  );
  // What is with its operator takes no part, and no room.
  assert.deepEqual(await claim(600), new Map([[payroll, 600]]));
  assert.deepEqual(await claim(600), new Map([[payroll, 374]]));
  assert.deepEqual(await claim(600), new Map());
  const [next] = await api.db.query<{ ms: number }>(nextDueItem, [['no-such-rail', 'sandbox']]);
  assert.ok(next!.ms > 0 && next!.ms <= 60_000);
});
