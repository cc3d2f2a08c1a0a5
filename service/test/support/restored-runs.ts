import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkLedger } from '../../src/ledger/check.ts';
import { createScheduleWorker } from '../../src/payouts/schedules/worker.ts';
import { createPayoutItemsWorker, createPayoutWorker } from '../../src/payouts/worker.ts';
import { type Disbursement, fixedRails, type Rail } from '../../src/rails/rail.ts';
import { type Cast, movementsOf, openStage, type Stage } from '../rails/conformance.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { startTestService, type TestMerchant, type TestService } from './harness.ts';
import { memberOf } from './members.ts';

/** The end of an item: the name under which its provider knows it, and its outcome. */
export type EndedItem = { readonly reference: string; readonly recipient: string; readonly status: string };

/** A service on one copy of the database, beside the provider that all copies share. */
export type Copy = {
  readonly service: TestService;
  readonly shop: Pick<TestMerchant, 'call'>;
  /** Makes the scheduled run and works on it until the provider has told all outcomes. @returns its payout */
  run(): Promise<string>;
  /** Works on payouts until this one is complete. */
  complete(payout: string): Promise<void>;
  items(payout: string): Promise<EndedItem[]>;
  /** Asserts that the books are sound, and that the clearing wallet has as much as the provider moved. */
  assertBooksAgree(): Promise<void>;
  query(text: string, ...values: unknown[]): Promise<any[]>;
};

export type RestoredRuns = {
  readonly stage: Stage;
  /** The payments of a reference at the provider. */
  paid(reference: string): Promise<number>;
  /** The money that the provider moved in all, in minor units of the currency. */
  moved(): Promise<bigint>;
  /** Opens the database that made the run, or the copy that was taken before it. The other one is closed first. */
  open(which: 'first' | 'restored', withReferences?: boolean): Promise<Copy>;
  stop(): Promise<void>;
};

const WHOLE = 700;

/**
 * An approved schedule of payouts, and copies of its database from before the run. The rail of test mode calls the
 * provider's counterpart.
 * @param ends the last four digits of the recipients' phones
 */
export async function openRestoredRuns(cast: Cast, ends: readonly string[]): Promise<RestoredRuns> {
  const [stage, first] = await Promise.all([openStage(cast), cloneDatabase()]);
  const env = { ROLE: 'api', CURRENCIES: cast.currency };
  const made = await plan(cast, ends, first, env);
  const copies: TestDatabase[] = [first];
  let opened: TestService | null = null;
  const close = async () => {
    await opened?.stop();
    opened = null;
  };
  // Nobody is connected to the first one until it is opened.
  copies.push(await cloneDatabase(nameOf(first)), await cloneDatabase(nameOf(first)));
  let restored = 0;
  return {
    stage,
    paid: async (reference) => (await movementsOf(stage, reference)).length,
    moved: async () => sumOf((await stage.control('GET', '/ledger')).entries),
    open: async (which, withReferences = true) => {
      await close();
      const database = which === 'first' ? first : copies[++restored]!;
      opened = await startTestService(env, database);
      if (which === 'restored') await pauseAndResume(opened, made);
      return openCopy(opened, stage, made, withReferences);
    },
    stop: async () => {
      await close();
      await stage.stop();
      for (const copy of copies) await copy.drop();
    },
  };
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);
const sumOf = (entries: readonly { kind: string; amount: string }[]): bigint =>
  entries.filter(({ kind }) => kind !== 'topup').reduce((sum, { amount }) => sum + BigInt(amount), 0n);

type Made = { readonly id: string; readonly key: string };

async function plan(cast: Cast, ends: readonly string[], database: TestDatabase, env: object): Promise<Made> {
  const service = await startTestService({ ...env }, database);
  const shop = await service.merchant();
  const amount = WHOLE * 10 ** cast.exponent;
  await shop.wallet(cast.currency, BigInt(amount * 10));
  const boss = await memberOf(service, shop, 'merchant');
  const items = ends.map((end) => ({ recipient: cast.phone(end), amount }));
  const days = { interval: 'monthly', first_date: '2036-01-31', time: '09:00' };
  const body = { name: 'Salaries', currency: cast.currency, ...days, items };
  const { id, version } = (await shop.call('POST', '/schedules', body)).body;
  const approved = await boss.call('POST', `/schedules/${id}/approve`, { version });
  assert.equal(approved.body.status, 'active', approved.text);
  await service.stop();
  return { id, key: shop.key };
}

/** As a restore does (`admin/inspect-restored.ts`); then a person decides that the schedule goes on. */
async function pauseAndResume(service: TestService, { id, key }: Made): Promise<void> {
  const pause = `UPDATE payout_schedules SET status = 'paused', due_at = NULL WHERE id = $1`;
  await service.db.pool.query(pause, [id]);
  const resumed = await service.request('POST', `/api/v1/schedules/${id}/resume`, { key, body: {} });
  assert.equal(resumed.body.status, 'active', resumed.text);
}

/** The provider's rail in the place of the test mode's, which gets no callbacks. */
function withCallbacks({ rail, receivedOf, callbackUrl }: Stage): Rail {
  const known = (item: Disbursement): Disbursement => ({
    ...item,
    received: receivedOf(item.id),
    callbackUrl: callbackUrl(item.id),
  });
  const { payOutMany } = rail;
  return {
    ...rail,
    name: 'sandbox',
    payOut: (item) => rail.payOut!(known(item)),
    checkPayOut: (item) => rail.checkPayOut!(known(item)),
    ...(payOutMany && { payOutMany: (items: readonly Disbursement[]) => payOutMany(items.map(known)) }),
  };
}

function openCopy(service: TestService, stage: Stage, { id, key }: Made, withReferences: boolean): Copy {
  const { db } = service;
  const onError = assert.ifError;
  const query: Copy['query'] = async (text, ...values) => (await db.pool.query(text, values)).rows;
  const payouts = { pendingSeconds: 0, approvalAbove: new Map(), personDayMax: new Map() };
  const notifier = { queue: { add: async () => 0 }, brand: '', dashboard: '', exponentOf: () => 0 };
  const schedules = createScheduleWorker({ db, payouts, notifier, live: false, onError });
  const payoutsRound = createPayoutWorker({ db, onError, onSettled: () => {} });
  const rails = fixedRails({ sandbox: withCallbacks(stage) });
  const items = createPayoutItemsWorker({ db, rails, onError, onSettled: () => {} });
  const call: Copy['shop']['call'] = (method, path, body) =>
    service.request(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
  const complete: Copy['complete'] = async (payout) => {
    while ((await payoutsRound()).done > 0);
    for (let times = 0; ; times++) {
      await items.round();
      const { status } = (await call('GET', `/payouts/${payout}`)).body;
      if (status === 'completed') return;
      assert.ok(times < 200, 'the provider does not tell the outcome');
      await query('UPDATE payout_items SET due_at = now() WHERE due_at IS NOT NULL');
      // Some providers need minutes to be sure. Callbacks are on their way.
      await stage.advance(times < 10 ? 2_000 : 30_000);
      await sleep(20);
    }
  };
  return {
    service,
    shop: { call },
    query,
    complete,
    run: async () => {
      await query(`UPDATE payout_schedules SET run_at = now(), due_at = now(), noticed = true WHERE id = $1`, id);
      await schedules();
      const { payout, problem } = (await call('GET', `/schedules/${id}`)).body.last_run;
      assert.equal(problem, null);
      if (!withReferences) await query('UPDATE payout_items SET provider_reference = NULL');
      await complete(payout);
      return payout;
    },
    items: async (payout) =>
      query(
        `SELECT coalesce(provider_reference, id) AS reference, recipient, status FROM payout_items
         WHERE payout_id = $1 ORDER BY id`,
        payout,
      ),
    assertBooksAgree: async () => {
      assert.deepEqual(await checkLedger(db), []);
      const [clearing] = await query(
        `SELECT coalesce(sum(b.posted), 0)::bigint AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
         WHERE w.owner_type = 'system' AND w.owner_id = 'clearing:sandbox'`,
      );
      const { entries } = await stage.control('GET', '/ledger');
      assert.equal(-BigInt(clearing.sum), sumOf(entries));
    },
  };
}
