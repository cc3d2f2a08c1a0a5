import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { move, openBook } from '../../src/core/ledger.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { lockWallets, writeBook } from '../../src/ledger/store.ts';
import { setLimits } from '../../src/limits/set-limits.ts';
import type { LimitSetting } from '../../src/limits/store.ts';
import { createTransfers, loadTransfers } from '../../src/transfers/create.ts';
import { registerCustomer } from '../../src/users/register.ts';
import { setKycStatus } from '../../src/users/set-kyc.ts';
import type { UserRow } from '../../src/users/store.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { openDefaultWallets } from '../../src/wallets/open-default.ts';
import { cloneDatabase, selectWaiting } from '../support/database.ts';
import { phone, refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { askToPay, payerWith } from '../support/wallet-payments.ts';
import { command, makeCaller, perform, withStatements } from '../support/world.ts';

/** Each test has its own limits, so its own currency. */
const CURRENCIES = 'XOF,USD,HTG,KES,GHS,NGN,TND';
let service: TestService;
/** A second node's connection pool, large enough for all concurrent calls. */
let other: Database;
before(async () => {
  service = await startTestService({ CURRENCIES, DATABASE_POOL: '40' });
  other = openDatabase(service.url, { max: 40, role: 'rialto_service' });
});
after(async () => {
  await other.close();
  await service.stop();
});

const limit = (currency: string, tier: number, limits: Partial<LimitSetting>, db = service.db) =>
  transaction(db, (tx) =>
    setLimits(tx, [
      { livemode: false, currency, tier, single: null, day: null, month: null, balance: null, ...limits },
    ]),
  );

/** A customer with this balance in a wallet of each currency. */
let count = 1000;
async function customer(amounts: Record<string, bigint>, { livemode = false, db = service.db } = {}) {
  const currencies = Object.keys(amounts);
  return transaction(db, async (tx) => {
    const known = { phone: phone(`${count++}`), name: null, livemode, currencies };
    const user = (await registerCustomer(tx, known)) as UserRow;
    const wallets = await openDefaultWallets(
      tx,
      'customer',
      currencies.map((currency) => ({ ownerId: user.id, livemode, currency })),
    );
    const wallet = (currency: string) => wallets({ ownerId: user.id, livemode, currency });
    const fundings = currencies.filter((currency) => amounts[currency]! > 0n);
    await fundWallets(
      tx,
      fundings.map((currency) => ({ wallet: wallet(currency), amount: amounts[currency]!, source: newId('req') })),
    );
    return { ...user, wallet };
  });
}

/** Tomorrow at noon, and a microsecond later each time: no test runs over midnight. */
const DAY = 86_400_000;
const noon = BigInt(Math.floor(Date.now() / DAY) * DAY + 1.5 * DAY) * 1000n;
let sends = 0n;

/** The customer's transfers in one transaction. @returns the refusal of each, or null */
function send(db: Database, from: string, to: string, amounts: readonly bigint[]) {
  return transaction(db, async (tx) => {
    const book = openBook(await lockWallets(tx, [from, to]));
    const at = noon + sends++;
    const refusals = amounts.map((amount) =>
      move(book, { kind: 'transfer', source: newId('trf'), from, to, amount, at }),
    );
    writeBook(tx, book);
    return refusals;
  });
}

/** Checks tiers and spending with the ledger's own invariants. */
async function check(): Promise<void> {
  const broken = (await checkLedger(service.db)).map((finding) => finding.invariant);
  const named = ['wallet_has_its_tier', 'spending_is_its_postings', 'money_is_conserved', 'balance_is_its_postings'];
  assert.deepEqual(
    broken.filter((name) => named.includes(name)),
    [],
  );
}

const kyc = (shop: { call: (...args: any[]) => Promise<any> }, user: string, status: string) =>
  shop.call('POST', `/test/users/${user}/kyc`, { status });

test('a verified customer may hold more, and one who is no longer verified may not', async () => {
  const shop = await service.merchant();
  await shop.wallet('XOF', 10_000n);
  const payee = await customer({ XOF: 0n });
  await limit('XOF', 0, { balance: 0n });
  await limit('XOF', 1, { balance: 500n });
  const pay = (amount: number) => shop.call('POST', '/wallets/transfer', { to: payee.phone, amount, currency: 'XOF' });

  const unknown = await pay(1);
  assert.deepEqual([...refusal(unknown), unknown.body.error.param], [422, 'kyc_required', 'to']);
  assert.equal((await kyc(shop, payee.id, 'verified')).status, 200);
  assert.equal((await pay(300)).status, 201);
  const over = await pay(201);
  assert.deepEqual([...refusal(over), over.body.error.param], [422, 'limit_exceeded', 'to']);
  const { limit: name, maximum, remaining } = over.body.error;
  assert.deepEqual([name, maximum, remaining], ['balance', undefined, undefined], 'the balance is not disclosed');
  assert.equal(over.text.includes('500') || over.text.includes('200'), false);
  assert.equal((await pay(200)).status, 201);

  for (const [status, code] of [
    // A verified customer who submits again keeps the verified limits until the decision.
    ['pending', 'limit_exceeded'],
    ['rejected', 'kyc_required'],
    ['pending', 'kyc_required'],
    ['none', 'kyc_required'],
  ] as const) {
    assert.equal((await kyc(shop, payee.id, status)).status, 200);
    assert.deepEqual(refusal(await pay(1)), [422, code], 'the 500 remain in the wallet');
    await check();
  }
});

test('a customer who approves a payment over their limit learns which limit, and what remains', async () => {
  await limit('XOF', 0, {});
  const shop = await service.merchant();
  const payer = await payerWith(service, 5_000n);
  const { id } = await askToPay(shop, payer, { amount: 1_000 });
  await limit('XOF', 0, { day: 600n });
  const over = await payer.call('POST', `/payments/${id}/approve`);
  await limit('XOF', 0, {});
  const { limit: name, maximum, remaining, message } = over.body.error;
  assert.deepEqual([...refusal(over), name, maximum, remaining], [422, 'limit_exceeded', 'day', 600, 600]);
  assert.match(message, /The day limit is 600 XOF; 600 is left/);
  assert.equal((await payer.call('POST', `/payments/${id}/approve`)).status, 200);
});

test('a customer who must be verified to approve a payment learns it', async () => {
  await limit('XOF', 0, {});
  const shop = await service.merchant();
  const payer = await payerWith(service, 5_000n);
  const { id } = await askToPay(shop, payer, { amount: 1_000 });
  await limit('XOF', 0, { single: 0n });
  const unknown = await payer.call('POST', `/payments/${id}/approve`);
  await limit('XOF', 0, {});
  assert.deepEqual(refusal(unknown), [422, 'kyc_required']);
  assert.equal(unknown.body.error.message, 'You must verify your identity first');
  assert.equal((await payer.call('POST', `/payments/${id}/approve`)).status, 200);
});

test('limits apply per currency and mode', async () => {
  const here = await customer({ USD: 900n, HTG: 900n });
  const there = await customer({ USD: 900n, HTG: 900n }, { livemode: true });
  const shop = await service.merchant();
  const wallets = (livemode: boolean) =>
    transaction(service.db, async (tx) => {
      const owners = ['USD', 'HTG'].map((currency) => ({ ownerId: shop.merchantId, livemode, currency }));
      const found = await openDefaultWallets(tx, 'merchant', owners);
      return (currency: string) => found({ ownerId: shop.merchantId, livemode, currency });
    });
  const [test, live] = [await wallets(false), await wallets(true)];
  await limit('USD', 0, { single: 10n });
  await limit('HTG', 0, { livemode: true, single: 20n });
  const may = async (from: typeof here, to: typeof test, currency: string, amount: bigint) =>
    (await send(service.db, from.wallet(currency), to(currency), [amount]))[0];
  assert.equal(await may(here, test, 'USD', 11n), 'limit_exceeded');
  assert.equal(await may(here, test, 'USD', 10n), null);
  assert.equal(await may(there, live, 'USD', 11n), null);
  assert.equal(await may(here, test, 'HTG', 21n), null);
  assert.equal(await may(there, live, 'HTG', 21n), 'limit_exceeded');
  await check();
});

test('a day and a month are counted together, in one batch and the next; a lower limit breaks nothing', async () => {
  const [from, to] = [await customer({ KES: 1_000n }), await customer({ KES: 0n })];
  const sendAll = (...amounts: bigint[]) => send(service.db, from.wallet('KES'), to.wallet('KES'), amounts);
  await limit('KES', 0, { day: 100n, month: 150n });
  assert.deepEqual(await sendAll(60n, 41n, 30n), [null, 'limit_exceeded', null]);
  assert.deepEqual(await sendAll(11n, 10n, 1n), ['limit_exceeded', null, 'limit_exceeded']);
  await limit('KES', 0, { day: 50n, month: 120n });
  assert.deepEqual(await sendAll(1n), ['limit_exceeded']);
  await limit('KES', 0, { day: null, month: 120n });
  assert.deepEqual(await sendAll(21n, 20n, 1n), ['limit_exceeded', null, 'limit_exceeded']);
  await limit('KES', 0, {});
  assert.deepEqual(await sendAll(100n), [null]);
  await check();
});

test('yesterday counts for the month, last month does not count', async () => {
  const [from, to] = [await customer({ GHS: 1_000n }), await customer({ GHS: 0n })];
  await limit('GHS', 0, { day: 100n, month: 150n });
  // Into entries at another time: the day of a transfer is the day of its entry.
  const sendAt = (moment: string, ...amounts: bigint[]) =>
    transaction(service.db, async (tx) => {
      const wallets = [from.wallet('GHS'), to.wallet('GHS')] as const;
      const book = openBook(await lockWallets(tx, wallets));
      const at = BigInt(Date.parse(moment)) * 1000n;
      const one = { kind: 'transfer', source: newId('trf'), from: wallets[0], to: wallets[1], at } as const;
      const refusals = amounts.map((amount) => move(book, { ...one, amount }));
      writeBook(tx, book);
      return refusals;
    });
  const year = new Date().getUTCFullYear() + 1;
  assert.deepEqual(await sendAt(`${year}-01-30T23:59:59.999Z`, 100n, 1n), [null, 'limit_exceeded']);
  assert.deepEqual(await sendAt(`${year}-01-31T00:00:00Z`, 51n, 50n), ['limit_exceeded', null]);
  assert.deepEqual(await sendAt(`${year}-02-01T00:00:00Z`, 101n, 100n), ['limit_exceeded', null]);
  const row = await service.db.pool.query(
    'SELECT spent_on::text, spent_day, spent_month FROM balances WHERE wallet_id = $1',
    [from.wallet('GHS')],
  );
  assert.deepEqual(row.rows, [{ spent_on: `${year}-02-01`, spent_day: 100n, spent_month: 100n }]);
  await check();
});

/** Removes the lock: the values that `lockWallets` reads may be stale when they are written. */
const unlocked = (db: Database) =>
  withStatements(db, ({ name, text }) =>
    name === 'ledger_lock' ? { name: 'ledger_lock_not', text: text.replace('FOR UPDATE OF b', '') } : { name, text },
  );

test("64 parallel transfers on two nodes do not exceed a day's limit", async () => {
  /** The number of transfers that succeeded. */
  const sent = async (nodes: readonly Database[]) => {
    const [from, to] = [
      await customer({ NGN: 10_000n }, { db: nodes[0]! }),
      await customer({ NGN: 0n }, { db: nodes[0]! }),
    ];
    const attempts = Array.from({ length: 64 }, (_, i) =>
      send(nodes[i % nodes.length]!, from.wallet('NGN'), to.wallet('NGN'), [7n]),
    );
    const answers = await Promise.allSettled(attempts);
    return answers.filter((one) => one.status === 'fulfilled' && one.value[0] === null).length;
  };
  await limit('NGN', 0, { day: 100n });
  assert.equal(await sent([service.db, other]), 14, '14 × 7 = 98');
  await check();

  // The control damages its ledger, so it has its own database.
  const own = await cloneDatabase();
  const db = openDatabase(own.url, { max: 40 });
  try {
    await limit('NGN', 0, { day: 100n }, db);
    await until(async () => (await sent([unlocked(db)])) > 14);
  } finally {
    await db.close();
    await own.drop();
  }
});

test('64 parallel transfers on two nodes do not fill a wallet beyond its maximum', async () => {
  await limit('TND', 0, { balance: 100n });
  const caller = await makeCaller(service.db);
  const owner = { ownerId: caller.owner.id, livemode: false, currency: 'TND' };
  const from = await transaction(service.db, async (tx) => {
    const wallet = (await openDefaultWallets(tx, 'merchant', [owner]))(owner);
    await fundWallets(tx, [{ wallet, amount: 10_000n, source: newId('req') }]);
    return wallet;
  });
  const payee = await customer({ TND: 0n });
  const nodes = [service.db, other].map((db) => perform(db, createTransfers, { load: loadTransfers }));
  const input = { from, to: payee.wallet('TND'), amount: 7, currency: 'TND' };
  const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => nodes[i % 2]!(command(caller, input))));
  assert.equal(answers.filter(({ status }) => status === 201).length, 14);
  const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => JSON.parse(body).error.code);
  assert.deepEqual([...new Set(codes)], ['limit_exceeded']);
  await check();
});

/** Runs `second` while the transaction of `first` is open, until it waits for one of its locks. */
async function beside<T>(first: (tx: any) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  let waiting: Promise<T>;
  await transaction(other, async (tx) => {
    await first(tx);
    waiting = second();
    await until(async () => (await service.db.pool.query(selectWaiting)).rows.length > 0);
  });
  return waiting!;
}

const verified = { livemode: false, status: 'verified', tier: 2 } as const;

test('a transfer that waited for a change of tier is decided by the new tier', async () => {
  await limit('XOF', 0, { single: 10n });
  await limit('XOF', 1, {});
  await limit('XOF', 2, { single: 1_000n, balance: 5_000n });
  const scene = async (db: Database) => {
    const [from, to] = [await customer({ XOF: 0n }), await customer({ XOF: 0n })];
    await transaction(service.db, (tx) => setKycStatus(tx, { ...verified, user: from.id }));
    await transaction(service.db, (tx) => setKycStatus(tx, { ...verified, user: to.id }));
    await transaction(service.db, (tx) =>
      fundWallets(tx, [{ wallet: from.wallet('XOF'), amount: 500n, source: newId('req') }]),
    );
    const lower = { user: from.id, livemode: false, status: 'rejected' } as const;
    const [answer] = await beside(
      (tx) => setKycStatus(tx, lower),
      () => send(db, from.wallet('XOF'), to.wallet('XOF'), [100n]),
    );
    return answer;
  };
  assert.equal(await scene(service.db), 'limit_exceeded');
  await check();
  // Control: limits joined by the tier are lost when the row has changed under the join.
  const joined = withStatements(service.db, ({ name, text }) =>
    name === 'ledger_lock'
      ? {
          name: 'ledger_lock_joined',
          text: text
            .replace(
              /CASE w\.owner_type[\s\S]*END AS limits/,
              'CASE WHEN l IS NULL THEN NULL ELSE json_build_array(l)::text END AS limits',
            )
            .replace(
              'WHERE b.wallet_id',
              'LEFT JOIN limits l ON l.livemode = w.livemode AND l.currency = w.currency AND l.tier = b.tier WHERE b.wallet_id',
            ),
        }
      : { name, text },
  );
  assert.equal(await scene(joined), null);
});

test('a wallet that is opened during a change of tier has the new tier', async () => {
  const person = await customer({ XOF: 0n });
  const more = { phone: person.phone, name: null, livemode: false, currencies: ['USD'] };
  await beside(
    (tx) => setKycStatus(tx, { ...verified, user: person.id }),
    () => transaction(service.db, (tx) => registerCustomer(tx, more)),
  );
  const tiers = await service.db.pool.query(
    'SELECT currency, tier FROM balances JOIN wallets ON id = wallet_id WHERE owner_id = $1 ORDER BY currency',
    [person.id],
  );
  assert.deepEqual(tiers.rows, [
    { currency: 'USD', tier: 2 },
    { currency: 'XOF', tier: 2 },
  ]);
  await check();
});

test('cash-in does not exceed the maximum of a wallet', async () => {
  await limit('GHS', 0, { balance: 100n });
  const person = await customer({ GHS: 100n });
  const [answer] = await transaction(service.db, (tx) =>
    fundWallets(tx, [{ wallet: person.wallet('GHS'), amount: 1n, source: newId('req') }]),
  );
  assert.ok(answer instanceof Refusal);
  assert.deepEqual([answer.code, answer.param, answer.facts], ['limit_exceeded', 'to', { limit: 'balance' }]);
});

test('the tier follows the KYC status, and a database constraint enforces it', async () => {
  const person = await customer({ XOF: 0n });
  const set = async (change: object) => {
    const user = await transaction(service.db, (tx) =>
      setKycStatus(tx, { user: person.id, livemode: false, status: 'verified', ...change }),
    );
    return (user as UserRow).kyc_tier;
  };
  assert.equal(await set({}), 1);
  assert.equal(await set({ tier: 2 }), 2);
  assert.equal(await set({}), 2, 'a second verification lowers nothing');
  assert.equal(await set({ status: 'pending' }), 2, 'kept until the submission for more is decided');
  assert.equal(await set({}), 2);
  await set({ status: 'pending' });
  assert.equal(await set({ status: 'rejected' }), 0);
  for (const change of ['kyc_tier = 1', "kyc = 'verified'"]) {
    await assert.rejects(
      service.db.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [person.id]),
      /users_tier_is_verified/,
    );
  }
  await check();
});
