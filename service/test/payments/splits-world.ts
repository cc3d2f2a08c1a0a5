import assert from 'node:assert/strict';
import type { Database, Statement } from '../../src/db/database.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import type { Command } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { acceptPartners } from '../../src/payments/splits/partners/decide.ts';
import { requestPartners } from '../../src/payments/splits/partners/request.ts';
import { releaseReserves } from '../../src/payments/splits/release-reserves.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import { settleRefunds } from '../../src/refunds/settle.ts';
import { findRefund, type RefundRow } from '../../src/refunds/store.ts';
import { readPartnerReport } from '../../src/reports/partner-report.ts';
import { createTransfers } from '../../src/transfers/create.ts';
import { createWallets } from '../../src/wallets/create.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { makePayments, makeRefunds } from '../support/operations.ts';
import { command, makeCaller } from '../support/world.ts';

export type Random = (below: number) => number;
export const DEBT_MAX = 120;
const currency = 'XOF';

/** A wallet as the model has it. `debt`: undefined for the marketplace's own. */
type Wallet = {
  id: string;
  balance: number;
  /** With the reserve. */
  held: number;
  debt: number | undefined;
  /** The basis points of the reserve, what it keeps now, and what refunds have drawn of days that are not over. */
  rule: number;
  reserve: number;
  drawn: number;
  sums: Sums;
  partner?: string;
};
/** All changes of the shares of a wallet. */
const nothing = {
  ...{ posted: 0, debt_paid: 0, kept: 0, taken: 0, owed: 0, borne: 0 },
  ...{ reserved: 0, released: 0, drawn: 0 },
};
type Sums = typeof nothing;
type Share = { wallet: Wallet; amount: number; returned: number };
type Charge = { fee: number; tax: number };
/** `refunded` counts refunds under way, `done` those that succeeded. */
type Payment = {
  id: string;
  amount: number;
  refunded: number;
  done: number;
  charge: Charge;
  /** Whether refunds return the charge, and what they have returned. */
  returns: boolean;
  returned: Charge;
  shares: Share[];
};
type Refund = {
  id: string;
  amount: number;
  of: Payment;
  parts: { share: Share; amount: number; taken: number; drawn: number }[];
  own: number;
};
export type World = Awaited<ReturnType<typeof openWorld>>;

const one = async (db: Database, run: (tx: Tx) => Promise<readonly (string | Refusal)[]>): Promise<any> => {
  const [answer] = await transaction(db, run);
  return answer instanceof Refusal ? answer : JSON.parse(answer!);
};

/** A marketplace with money, a second wallet of its own, and two sellers who accepted it. */
export async function openWorld(db: Database) {
  db.node.splitDebtMax = new Map([[currency, BigInt(DEBT_MAX)]]);
  const [market, ...sellers] = [await makeCaller(db), await makeCaller(db), await makeCaller(db)];
  const open = async (caller: typeof market, debt?: number): Promise<Wallet> => {
    const { id } = await one(db, (tx) => createWallets(tx, [command(caller, { currency })]));
    return { id, balance: 0, held: 0, debt, ...{ rule: 0, reserve: 0, drawn: 0 }, sums: { ...nothing } };
  };
  const [main, own] = [await open(market), await open(market)];
  const [a, b] = [await open(sellers[0]!, 0), await open(sellers[1]!, 0)];
  const sinks = [await open(sellers[0]!), await open(sellers[1]!)];
  for (const [i, seller] of [a, b].entries()) {
    const { id } = await one(db, (tx) => requestPartners(tx, [command(market, { wallet: seller.id })]));
    seller.partner = id;
    await one(db, (tx) => acceptPartners(tx, [command(sellers[i]!, { id })]));
  }
  await transaction(db, (tx) => fundWallets(tx, [{ wallet: main.id, amount: 300n, source: newId('req') }]));
  main.balance = 300;
  await setRule(db, market.owner.id, true);
  return {
    db,
    returns: true,
    market,
    sellers,
    main,
    receivers: [own, a, b],
    sinks,
    paid: [] as Payment[],
    open: [] as Refund[],
  };
}

/** The fee of the marketplace: 2.5 % and 3, with 18 % of it as tax. */
async function setRule(db: Database, merchant: string, returns: boolean): Promise<void> {
  const tier = { from: 1, basis_points: 250, fixed: 3, tax_basis_points: 1_800 };
  const tiers = [{ ...tier, ...(returns ? { on_refund: 'returned' } : {}) }];
  await db.query(upsertRule, [merchant, JSON.stringify({ '': { tiers, next: null } })]);
}

const upsertRule: Statement = {
  name: 'test_split_fees',
  text: `
    INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, charged_on, schedules)
    SELECT $1, w.livemode, 'XOF', 250, 3, 'payment', $2::jsonb
    FROM worlds w JOIN integrations i ON i.id = w.integration_id WHERE i.merchant_id = $1
    ON CONFLICT (merchant_id, livemode, currency, charged_on) DO UPDATE SET schedules = excluded.schedules`,
};

function chargeOf(amount: number): Charge {
  const fee = Math.min(amount, Math.floor((amount * 250 + 5_000) / 10_000) + 3);
  return { fee, tax: Math.min(amount - fee, Math.floor((fee * 1_800 + 5_000) / 10_000)) };
}
const partOf = ({ amount, charge, returns }: Payment, part: number): Charge => ({
  fee: returns ? Math.floor((charge.fee * part) / amount) : 0,
  tax: returns ? Math.floor((charge.tax * part) / amount) : 0,
});
const total = ({ fee, tax }: Charge) => fee + tax;

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!;
const fail = (error: unknown) => {
  throw error;
};

/** One act, with what the model expects of it. */
export async function act(world: World, random: Random): Promise<void> {
  const acts = [pay, pay, refund, refund, refund, settle, settle, spend, agree, endDay];
  await pick(random, acts)(world, random);
  await compare(world);
}

async function pay(world: World, random: Random): Promise<void> {
  const { db, market, receivers, main } = world;
  const amount = 1 + random(400);
  const charge = chargeOf(amount);
  const net = amount - total(charge);
  if (random(6) === 0) {
    world.returns = !world.returns;
    await setRule(db, market.owner.id, world.returns);
  }
  let room = net;
  const chosen = receivers.filter(() => random(2) === 0);
  const split = chosen.flatMap(({ id: wallet }) => {
    const basis_points = 1 + random(4_000);
    const part = random(2) === 0 ? Math.floor((net * basis_points) / 10_000) : undefined;
    const fixed = 1 + random(Math.max(1, Math.floor(net / 2)));
    if ((part ?? fixed) > room) return [];
    room -= part ?? fixed;
    return [{ wallet, asked: part ?? fixed, rule: part === undefined ? { amount: fixed } : { basis_points } }];
  });
  const input = {
    ...{ amount, currency, customer: '+50937000007', wallet: main.id },
    ...(split.length > 0 ? { split: split.map(({ wallet, rule }) => ({ wallet, ...rule })) } : {}),
  };
  const { id } = await one(db, (tx) => makePayments(tx, [command(market, input)] as Command<never>[]));
  const job = (await db.find<PaymentRow>(findPayment, { world: market.world, id }))!;
  await settlePayments(db, [{ job, answer: { state: 'succeeded', railReference: 'x' } }], fail);
  main.balance += net;
  const shares = split.map(({ wallet, asked }): Share => {
    const to = receivers.find((one) => one.id === wallet)!;
    const debt = Math.min(to.debt ?? 0, asked);
    if (to.debt !== undefined) to.debt -= debt;
    to.sums.posted += asked;
    to.sums.debt_paid += debt;
    to.balance += asked - debt;
    main.balance -= asked - debt;
    const part = Math.floor(((asked - debt) * to.rule) / 10_000);
    to.held += part;
    to.reserve += part;
    to.sums.reserved += part;
    return { wallet: to, amount: asked, returned: 0 };
  });
  const { returns } = world;
  world.paid.push({ ...{ id, amount, refunded: 0, done: 0, charge, returns }, returned: { fee: 0, tax: 0 }, shares });
}

async function refund(world: World, random: Random): Promise<void> {
  const of = world.paid.at(-1 - random(Math.min(4, world.paid.length || 1)));
  if (!of || of.refunded === of.amount) return;
  const rest = of.amount - of.refunded;
  const amount = random(3) === 0 ? rest : 1 + random(rest);
  const isNamed = random(4) === 0;
  let room = amount;
  const parts = of.shares.map((share) => {
    const left = share.amount - share.returned;
    const named = random(2) === 0 ? Math.min(random(left + 1), room) : 0;
    if (isNamed) room -= named;
    const due = Math.floor((share.amount * (of.refunded + amount)) / of.amount) - share.returned;
    const part = isNamed ? named : Math.max(0, due);
    const free = Math.min(part, share.wallet.balance - share.wallet.held);
    const drawn = Math.min(part - free, share.wallet.reserve);
    return { share, amount: part, taken: free + drawn, drawn };
  });
  const own = Math.max(0, amount - total(partOf(of, amount)) - parts.reduce((sum, { taken }) => sum + taken, 0));
  const split = parts.flatMap((one) => (one.amount > 0 ? [{ wallet: one.share.wallet.id, amount: one.amount }] : []));
  const input = { payment: of.id, amount, ...(isNamed ? { split } : {}) };
  const answer = await one(world.db, (tx) => makeRefunds(tx, [command(world.market, input)]));
  const has = world.main.balance - world.main.held;
  assert.equal(answer instanceof Refusal ? answer.code : 'made', own > has ? 'insufficient_funds' : 'made');
  if (answer instanceof Refusal) return;
  of.refunded += amount;
  world.main.held += own;
  for (const { share, amount: part, taken, drawn } of parts) {
    share.returned += part;
    share.wallet.held += taken - drawn;
    share.wallet.reserve -= drawn;
    share.wallet.drawn += drawn;
    share.wallet.sums.drawn += drawn;
  }
  world.open.push({ id: answer.id, amount, of, parts, own });
}

async function settle(world: World, random: Random): Promise<void> {
  if (world.open.length === 0) return;
  const { db, main } = world;
  const [ended] = world.open.splice(random(world.open.length), 1) as [Refund];
  const job = (await db.find<RefundRow>(findRefund, { world: world.market.world, id: ended.id }))!;
  const succeeds = random(4) > 0;
  const failure = { code: 'rail_error', message: 'no', rail_code: null } as const;
  await settleRefunds(
    db,
    [{ job, answer: succeeds ? { state: 'succeeded', railReference: 'x' } : { state: 'failed', failure } }],
    fail,
  );
  main.held -= ended.own;
  if (succeeds) succeed(world, ended);
  else ended.of.refunded -= ended.amount;
  for (const { share, amount, taken, drawn } of ended.parts) {
    const { wallet } = share;
    wallet.held -= taken;
    if (!succeeds) {
      share.returned -= amount;
      const again = Math.min(drawn, wallet.drawn);
      wallet.held += again;
      wallet.reserve += again;
      wallet.drawn -= again;
      wallet.sums.reserved += again;
      continue;
    }
    wallet.balance -= taken;
    main.balance += taken;
    const owed = wallet.debt === undefined ? 0 : Math.min(amount - taken, DEBT_MAX - wallet.debt);
    if (wallet.debt !== undefined) wallet.debt += owed;
    wallet.sums.taken += taken;
    wallet.sums.owed += owed;
    wallet.sums.borne += amount - taken - owed;
  }
}

/** The refund leaves, and the fee and the tax come back in proportion to everything that has left. */
function succeed({ main }: World, { of, amount }: Refund): void {
  of.done += amount;
  const due = partOf(of, of.done);
  main.balance += total(due) - total(of.returned) - amount;
  of.returned = due;
}

async function spend(world: World, random: Random): Promise<void> {
  const i = random(2);
  const [from, to] = [world.receivers[i + 1]!, world.sinks[i]!];
  const free = from.balance - from.held;
  if (free === 0) return;
  const amount = 1 + random(free);
  const input = { from: from.id, to: to.id, amount, currency };
  const answer = await one(world.db, (tx) => createTransfers(tx, [command(world.sellers[i]!, input)]));
  assert.ok(!(answer instanceof Refusal));
  from.balance -= amount;
  to.balance += amount;
}

/** Another reserve of a seller. The seller accepts a stricter one. */
async function agree({ db, market, sellers, receivers }: World, random: Random): Promise<void> {
  const i = random(2);
  const seller = receivers[i + 1]!;
  const reserve = random(4) === 0 ? null : { basis_points: 1 + random(5_000), days: 1 + random(3) };
  const asked = await one(db, (tx) => requestPartners(tx, [command(market, { wallet: seller.id, reserve })]));
  if (asked.proposed_reserve !== null) {
    const id = asked.id;
    await one(db, (tx) => acceptPartners(tx, [command(sellers[i]!, { id, reserve })]));
  }
  seller.rule = reserve?.basis_points ?? 0;
}

/** The next day of a seller's reserve is over. */
async function endDay({ db, receivers, market }: World, random: Random): Promise<void> {
  const seller = receivers[1 + random(2)]!;
  const [ended] = await db.query<{ amount: number }>(endNextDay, [seller.partner]);
  const due = { world: market.world, wallet_id: seller.id, partner_id: seller.partner! };
  await transaction(db, (tx) => releaseReserves(tx, [due]));
  if (!ended) return;
  const used = Math.min(ended.amount, seller.drawn);
  seller.drawn -= used;
  seller.reserve -= ended.amount - used;
  seller.held -= ended.amount - used;
  seller.sums.released += ended.amount - used;
}

const endNextDay: Statement = {
  name: 'test_split_end_next_day',
  text: `
    UPDATE reserve_days SET due_at = now() - interval '1 second'
    WHERE partner_id = $1 AND due_at = (SELECT min(due_at) FROM reserve_days WHERE partner_id = $1)
    RETURNING amount::int`,
};

const selectBalances: Statement = {
  name: 'test_split_balances',
  text: `
    SELECT b.wallet_id AS id, b.posted::int, b.held::int, (
      SELECT debt::int FROM split_partners s WHERE s.wallet_id = b.wallet_id) AS debt, coalesce((
      SELECT reserved::int FROM split_partners s WHERE s.wallet_id = b.wallet_id), 0) AS reserve
    FROM balances b WHERE b.wallet_id = ANY ($1)`,
};

/** The reports of the sellers against the model's books, and against the postings of their wallets. */
export async function compareReports({ db, market, receivers }: World): Promise<void> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const { id: wallet, partner, debt, reserve, sums } of receivers) {
    if (!partner) continue;
    const query = { id: partner, from: day(-1), to: day(1) };
    const { currency: _, ...total } = JSON.parse(await readPartnerReport(db, market, query)).totals[0];
    const returned = sums.taken + sums.owed + sums.borne;
    const [{ net }] = (await db.query<any>(selectNet, [wallet])) as [{ net: number }];
    const levels = { opening_debt: 0, closing_debt: debt, opening_reserve: 0, closing_reserve: reserve };
    assert.deepEqual(total, { ...levels, ...sums, returned, net }, 'the report of a seller');
  }
}

const selectNet: Statement = {
  name: 'test_split_net',
  text: `
    SELECT coalesce(sum(CASE credit_wallet WHEN $1 THEN amount ELSE -amount END), 0)::int AS net
    FROM postings WHERE kind = 'split' AND $1 IN (credit_wallet, debit_wallet)`,
};

const selectReturned: Statement = {
  name: 'test_split_returned',
  text: `
    SELECT id, jsonb_build_object('fee', fee_returned, 'tax', tax_returned) AS returned
    FROM payments WHERE id = ANY ($1)`,
};

async function compare({ db, main, receivers, sinks, paid }: World): Promise<void> {
  const wallets = [main, ...receivers, ...sinks];
  const rows = await db.query<any>(selectBalances, [wallets.map(({ id }) => id)]);
  for (const { id, balance, held, debt, reserve } of wallets) {
    const row = rows.find((one) => one.id === id);
    const what = wallets.findIndex((one) => one.id === id);
    const found = [row.posted, row.held, row.debt ?? undefined, row.reserve];
    assert.deepEqual(found, [balance, held, debt, reserve], `wallet ${what}`);
    assert.ok(balance >= held, `wallet ${what} is overdrawn`);
  }
  const shown = await db.query<any>(selectReturned, [paid.map(({ id }) => id)]);
  for (const { id, returned } of paid) assert.deepEqual(shown.find((one) => one.id === id)?.returned, returned, id);
  for (const { amount, done, charge, returns, returned } of paid)
    if (returns && done === amount) assert.deepEqual(returned, charge, 'a whole refund returns the whole fee');
  for (const { amount, refunded, shares } of paid) {
    if (refunded !== amount) continue;
    for (const share of shares) assert.ok(share.returned <= share.amount);
  }
}
