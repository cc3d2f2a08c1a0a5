import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { adaptPortion } from '../../src/db/portion.ts';
import { type ClaimedItem, claimItems, nextDueItem } from '../../src/payouts/item-store.ts';
import { createScheduleWorker } from '../../src/payouts/schedules/worker.ts';
import { createPayoutWorker } from '../../src/payouts/worker.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { newWallet, openPayout } from '../support/payout-flows.ts';

/** Answers requests; the test does the workers' part. */
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
  const portion = adaptPortion({ first: 500, least: 500, most: 500 });
  const round = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {}, portion });
  const totals = () =>
    Promise.all(before.map(async ({ id }) => (await large.call('GET', `/payouts/${id}`)).body.totals.succeeded_count));
  await round();
  assert.deepEqual(await totals(), [500, 500, 500, 500, 0, 0]);
  const late = await Promise.all(
    small.map(async (shop) => openPayout(shop, [{ recipient: await newWallet(shop), amount: 1 }])),
  );
  await round();
  const statuses = await Promise.all(
    small.map(async (shop, i) => (await shop.call('GET', `/payouts/${late[i]!.id}`)).body.status),
  );
  assert.deepEqual(statuses, ['completed', 'completed']);
  // It took one turn and no slot: the others go on, and the next begin when one is complete.
  assert.deepEqual(await totals(), [1_000, 1_000, 1_000, 1_000, 0, 0]);
  for (let i = 0; i < 6; i++) await round();
  assert.deepEqual(await totals(), [1_600, 1_600, 1_600, 1_600, 1_600, 1_600]);
});

/** Puts items for phones without a wallet here on their rail. */
async function putOnRail(shop: TestMerchant, count: number): Promise<string> {
  const items = Array.from({ length: count }, (_, i) => ({ recipient: `+22177${3_000_000 + i}`, amount: 1 }));
  const { id } = await openPayout(shop, items);
  const round = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {} });
  while ((await round()).done > 0);
  return id;
}

/** The number of claimed items of each payout, with this much room. */
async function claim(room: number): Promise<Map<string, number>> {
  const claimed = await api.db.query<ClaimedItem>(claimItems, [
    ['no-such-rail', 'sandbox'],
    [7, room],
  ]);
  const parts = new Map<string, number>();
  for (const { payout_id } of claimed) parts.set(payout_id, (parts.get(payout_id) ?? 0) + 1);
  return parts;
}

const shopWith = async (amount: bigint) => {
  const shop = await api.merchant();
  await shop.wallet('XOF', amount);
  return shop;
};

it('a payout gives way to other tenants after each portion', async () => {
  const shop = await shopWith(100n);
  const to = await newWallet(shop);
  const { id } = await openPayout(
    shop,
    Array.from({ length: 3 }, () => ({ recipient: to, amount: 1 })),
  );
  const gaveWay: number[] = [];
  const giveWay = async (world: number) => {
    gaveWay.push(world);
  };
  const portion = { size: 1, took: () => {} };
  const round = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {}, portion, giveWay });
  while ((await round()).done > 0);
  assert.equal((await shop.call('GET', `/payouts/${id}`)).body.status, 'completed');
  assert.ok(gaveWay.length >= 3 && gaveWay.every((world) => world === shop.world), `${gaveWay}`);
});

it('what is due for a rail is claimed in equal parts for each integration', async () => {
  const payroll = await putOnRail(await shopWith(2_000n), 1_500);
  assert.deepEqual(await claim(400), new Map([[payroll, 400]]));
  const late: string[] = [];
  for (const count of [1, 30, 90, 1]) late.push(await putOnRail(await shopWith(100n), count));
  const [one, few, more, last] = late as [string, string, string, string];
  const first = { [payroll]: 20, [one]: 1, [few]: 20, [more]: 20, [last]: 1 };
  assert.deepEqual(await claim(100), new Map(Object.entries(first)));
  assert.deepEqual(await claim(300), new Map(Object.entries({ [payroll]: 100, [few]: 10, [more]: 70 })));
  // Items in flight at the provider take no part and no room.
  assert.deepEqual(await claim(600), new Map([[payroll, 600]]));
  assert.deepEqual(await claim(600), new Map([[payroll, 380]]));
  assert.deepEqual(await claim(600), new Map());
  const [next] = await api.db.query<{ ms: number }>(nextDueItem, [['no-such-rail', 'sandbox']]);
  assert.ok(next!.ms > 0 && next!.ms <= 60_000);
});

it('a small payout does not wait for the payrolls of others where there is room for one item at a time', async () => {
  for (let i = 0; i < 3; i++) await putOnRail(await shopWith(200n), 200);
  const late = await putOnRail(await shopWith(10n), 1);
  // Each claim has a chance of one in four: more than a hundred misses happen once in 10^12.
  for (let misses = 0; !(await claim(1)).has(late); misses++) assert.ok(misses < 100, 'it waits for all payrolls');
});

it('a deployment without a live mode runs no live schedule', async () => {
  const shop = await api.merchant();
  await shop.wallet('XOF');
  const to = await newWallet(shop);
  const days = { interval: 'monthly', first_date: '2036-01-31', time: '09:00' };
  const plan = { name: 'Salaries', currency: 'XOF', ...days, items: [{ recipient: to, amount: 5 }] };
  const made = await shop.call('POST', '/schedules', plan);
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const { merchantId } = shop;
  const boss = await api.person('merchant', { merchantId, livemode: true, twoFactor: 'sms' });
  const query = async (text: string, values: unknown[]) => (await api.db.pool.query(text, values)).rows;
  await query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [merchantId]);
  const round = async (live: boolean) => {
    await query(
      `UPDATE payout_schedules SET status = 'active', approved_by = $2, approved_at = now(), noticed = true,
         run_at = now(), due_at = now(), last_run = NULL, world = (
           SELECT l.id FROM worlds t JOIN worlds l USING (integration_id) WHERE t.id = $3 AND l.livemode)
       WHERE id = $1`,
      [id, boss.id, shop.world],
    );
    const payouts = { pendingSeconds: 0, approvalAbove: new Map(), personDayMax: new Map() };
    const notifier = { queue: { add: async () => 0 }, brand: '', dashboard: '', exponentOf: () => 0 };
    await createScheduleWorker({ db: api.db, payouts, notifier, live, onError: assert.ifError })();
    const [row] = await query('SELECT status, last_run FROM payout_schedules WHERE id = $1', [id]);
    return [row.status, row.last_run.problem];
  };
  assert.deepEqual(await round(false), ['pending', 'approver_not_allowed']);
  // The control: with a live mode the approver is accepted, and its wallet is of the test world.
  assert.deepEqual(await round(true), ['active', 'refused']);
});
