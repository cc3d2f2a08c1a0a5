import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { adaptPortion } from '../../src/db/portion.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { lockWallets } from '../../src/ledger/store.ts';
import { type ClaimedItem, claimItems } from '../../src/payouts/item-store.ts';
import { settleAnswers } from '../../src/payouts/settle-answers.ts';
import { type ClaimedPayout, settlePortion } from '../../src/payouts/settle-portion.ts';
import { createPayoutItemsWorker, createPayoutWorker } from '../../src/payouts/worker.ts';
import { fixedRails } from '../../src/rails/rail.ts';
import { sandboxRail } from '../../src/rails/sandbox.ts';
import { systemWallets } from '../../src/wallets/system.ts';
import { selectWaiting } from '../support/database.ts';
import { balance, eventsOf, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { itemsOf, newWallet, openPayout, payoutWith } from '../support/payout-flows.ts';
import { withStatements } from '../support/world.ts';

/** Answers requests; the test does the workers' part. */
let api: TestService;
let shop: TestMerchant;
let from: string;
before(async () => {
  api = await startTestService({ ROLE: 'api' });
  shop = await api.merchant();
  from = await shop.wallet('XOF', 1_000_000n);
});
after(() => api.stop());

const claimed = (payout: any): ClaimedPayout => ({
  world: shop.world,
  id: payout.id,
  currency: 'XOF',
  livemode: false,
  merchant: shop.merchantId,
  rail: null,
  wallet_id: from,
  cursor: '',
});
const ofTen = adaptPortion({ first: 10, least: 10, most: 10 });
/** Settles as a worker does, portion by portion. */
async function settleWhole(db: Database, payout: ClaimedPayout, limit: number): Promise<void> {
  const portion = adaptPortion({ first: limit, least: limit, most: limit });
  for (let next: ClaimedPayout | null = payout; next; ) next = (await settlePortion(db, next, portion)).next;
}
const read = async (id: string) => (await shop.call('GET', `/payouts/${id}`)).body;
const many = (recipient: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ recipient, amount: 1 + (i % 3), reference: `r-${i}` }));
const sound = async () => assert.deepEqual(await checkLedger(api.db), []);

describe('a payout, portion by portion', () => {
  it('has readable totals at all times, and exactly their sum reserved', async () => {
    const to = await newWallet(shop);
    const before = await balance(shop, from);
    const opened = await openPayout(shop, many(to, 30));
    let next: ClaimedPayout | null = claimed(opened);
    for (const ended of [10, 20, 30]) {
      next = (await settlePortion(api.db, next!, ofTen)).next;
      assert.equal(next !== null, ended < 30);
      const now = await read(opened.id);
      assert.equal(now.totals.succeeded_count, ended);
      assert.equal(now.status, ended < 30 ? 'processing' : 'completed');
      const [, reserved] = await balance(shop, from);
      assert.equal(reserved - before[1], now.totals.amount - now.totals.succeeded_amount);
      await sound();
    }
  });

  it('is settled once, however many workers process it', async () => {
    const to = await newWallet(shop);
    const opened = await openPayout(shop, many(to, 40));
    const nodes = await Promise.all([1, 2, 3].map(() => openDatabase(api.url, { max: 2 })));
    try {
      await Promise.all(nodes.flatMap((db) => [1, 2, 3, 4].map(() => settleWhole(db, claimed(opened), 10))));
    } finally {
      await Promise.all(nodes.map((db) => db.close()));
    }
    const done = await read(opened.id);
    assert.deepEqual([done.status, done.totals.succeeded_count], ['completed', 40]);
    assert.deepEqual(await balance(shop, to), [done.totals.amount, 0]);
    assert.equal((await eventsOf(shop, opened.id)).length, 1);
    await sound();
  });

  it('is either canceled or paid, whichever comes first', async () => {
    for (let n = 0; n < 15; n++) {
      const to = await newWallet(shop);
      const before = await balance(shop, from);
      const opened = await openPayout(shop, many(to, 3));
      const [cancel] = await Promise.all([
        shop.call('POST', `/payouts/${opened.id}/cancel`),
        settlePortion(api.db, claimed(opened)),
      ]);
      const { status, totals } = await read(opened.id);
      assert.equal(status, cancel.status === 200 ? 'canceled' : 'completed');
      assert.deepEqual(
        (await eventsOf(shop, opened.id)).map(({ type }) => type),
        [`payout.${status}`],
      );
      const paid = cancel.status === 200 ? 0 : totals.amount;
      assert.deepEqual(await balance(shop, to), [paid, 0]);
      assert.deepEqual(await balance(shop, from), [before[0] - paid, before[1]]);
    }
    await sound();
  });

  it('continues where a dead worker stopped, and gets a fair part of each worker’s time', async () => {
    const to = await newWallet(shop);
    const large = await openPayout(shop, many(to, 1_200));
    const small = await openPayout(shop, many(to, 1));
    const round = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {} });
    await round();
    assert.deepEqual([(await read(small.id)).status, (await read(large.id)).status], ['completed', 'processing']);
    // The worker is dead and its lease has expired.
    await api.db.query({ name: 'lapse', text: `UPDATE payouts SET due_at = now() WHERE due_at IS NOT NULL` });
    const other = createPayoutWorker({ db: api.db, onError: assert.ifError, onSettled: () => {} });
    // The maximum number of portions: each has ten items or more.
    for (let i = 0; i < 120 && (await read(large.id)).status !== 'completed'; i++) await other();
    assert.equal((await read(large.id)).status, 'completed');
    await sound();
  });
});

describe('an item that is at a rail', () => {
  const claim = () => api.db.query<ClaimedItem>(claimItems, [['sandbox'], [500]]);

  it('settles once, although the answer comes twice', async () => {
    const opened = await openPayout(shop, [
      { recipient: phone('1234'), amount: 5 },
      { recipient: phone('4321'), amount: 6 },
    ]);
    await settlePortion(api.db, claimed(opened));
    const items = await claim();
    assert.equal(items.length, 2);
    assert.equal((await claim()).length, 0, 'a lease keeps other workers away');
    const answers = items.map((item) => ({ job: item, answer: { state: 'succeeded', railReference: 'x' } as const }));
    const failed = { state: 'failed', failure: { code: 'rail_error', message: 'no', rail_code: null } } as const;
    await Promise.all([settleAnswers(api.db, answers, assert.ifError), settleAnswers(api.db, answers, assert.ifError)]);
    const denied = items.map((item) => ({ job: item, answer: failed }));
    const contradicted: string[] = [];
    await settleAnswers(api.db, denied, (error) => contradicted.push((error as Error).message));
    assert.equal(contradicted.length, 2);
    assert.match(contradicted[0]!, /^sandbox reports that pit_\w+ has failed, but its status here is succeeded/);
    const done = await read(opened.id);
    assert.deepEqual([done.status, done.totals.succeeded_amount, done.totals.failed_count], ['completed', 11, 0]);
    assert.equal((await eventsOf(shop, opened.id)).length, 1);
    await sound();
  });

  it('completes its payout once, although it comes a second time beside the item of another payout', async () => {
    const [first, other] = [
      await openPayout(shop, [{ recipient: phone('1234'), amount: 5 }]),
      await openPayout(shop, [{ recipient: phone('1234'), amount: 6 }]),
    ];
    for (const payout of [first, other]) await settlePortion(api.db, claimed(payout));
    const items = await claim();
    const answers = items.map((item) => ({ job: item, answer: { state: 'succeeded', railReference: 'x' } as const }));
    await settleAnswers(
      api.db,
      answers.filter(({ job }) => job.payout_id === first.id),
      assert.ifError,
    );
    const before = await read(first.id);
    await settleAnswers(api.db, answers, assert.ifError);
    assert.deepEqual(await read(first.id), before);
    for (const { id } of [first, other]) assert.equal((await eventsOf(shop, id)).length, 1);
    await sound();
  });

  it('is asked for again under its own id when the rail threw, with its money still reserved', async () => {
    const opened = await openPayout(shop, [{ recipient: phone('1234'), amount: 5 }]);
    await settlePortion(api.db, claimed(opened));
    const sent: string[] = [];
    const looked: string[] = [];
    const errors: unknown[] = [];
    const rails = fixedRails({
      sandbox: {
        ...sandboxRail(api.db),
        payOut: async ({ id }) => {
          sent.push(id);
          throw new Error('timeout');
        },
        checkPayOut: async ({ id }) => {
          looked.push(id);
          return { state: 'succeeded', railReference: 'late' };
        },
      },
    });
    const onError = (error: unknown) => errors.push(error);
    const { round } = createPayoutItemsWorker({ db: api.db, rails, onError, onSettled: () => {} });
    await round();
    const [item] = await itemsOf(shop, opened.id);
    assert.deepEqual([item.status, errors.length], ['processing', 1]);
    await api.db.query({ name: 'due_now', text: 'UPDATE payout_items SET due_at = now() WHERE due_at IS NOT NULL' });
    await round();
    // It is looked for, and not sent again.
    assert.deepEqual([sent, looked], [[item.id], [item.id]]);
    const [paid] = await itemsOf(shop, opened.id);
    assert.deepEqual([paid.status, paid.rail_reference], ['succeeded', 'late']);
    await sound();
  });
});

it('two concurrent nodes pay many payouts, each item once', async () => {
  const to = await newWallet(shop);
  const before = await balance(shop, from);
  const nodes = await Promise.all([1, 2].map(() => startTestService({ ROLE: 'worker' }, api)));
  try {
    const recipients = [to, phone('1234'), phone('0012')];
    const opened = await Promise.all(
      Array.from({ length: 8 }, () =>
        openPayout(
          shop,
          Array.from({ length: 600 }, (_, i) => ({ recipient: recipients[i % 3]!, amount: 2 })),
        ),
      ),
    );
    for (const { id } of opened) {
      const done = await payoutWith(shop, id, 'completed', 60);
      assert.deepEqual([done.totals.succeeded_count, done.totals.failed_count], [400, 200]);
      await until(async () => (await eventsOf(shop, id)).length === 1);
    }
    assert.deepEqual(await balance(shop, from), [before[0] - 8 * 800, before[1]]);
    await sound();
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

describe('the row lock of a payout', () => {
  /** Three workers reach the paying wallet while it is locked, so each has read the payout before any has paid. */
  async function meetAtTheWallet(edit: (text: string) => string): Promise<boolean> {
    const apart = await startTestService({ ROLE: 'api' });
    try {
      const other = await apart.merchant();
      const wallet = await other.wallet('XOF', 1_000n);
      const opened = await openPayout(other, many(await newWallet(other), 40));
      const payout = { ...claimed(opened), world: other.world, wallet_id: wallet };
      await systemWallets(apart.db, [{ role: 'fees', currency: 'XOF', livemode: false }]);
      const edited = withStatements(apart.db, ({ name, text }) => ({
        name,
        text: name === 'payouts_lock' ? edit(text) : text,
      }));
      const waiting = { name: 'waiting', text: selectWaiting };
      let attempts: Promise<unknown>[] = [];
      await transaction(apart.db, async (tx) => {
        await lockWallets(tx, [wallet]);
        attempts = [1, 2, 3].map(() => settlePortion(edited, payout));
        for (const attempt of attempts) attempt.catch(() => {});
        await until(async () => (await apart.db.query(waiting)).length === 3);
      });
      const settled = await Promise.allSettled(attempts);
      return settled.every((one) => one.status === 'fulfilled') && (await checkLedger(apart.db)).length === 0;
    } finally {
      await apart.stop();
    }
  }

  it('keeps workers apart', async () => assert.ok(await meetAtTheWallet((text) => text)));

  it('control: without it they conflict', async () => {
    assert.equal(await meetAtTheWallet((text) => text.replace('FOR UPDATE)', ')')), false);
  });
});
