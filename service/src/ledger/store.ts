import type { Book, HoldChange, LockedWallet, Posting } from '../core/ledger.ts';
import type { LimitName, Limits } from '../core/limits.ts';
import { texts } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import { arraysFrom, bool, from, int4, int8, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

/**
 * A customer's wallet is read with the limits of every tier, and its own tier is selected afterwards. A join on
 * `b.tier` would lose them when the row was locked by another transaction that changed its tier: PostgreSQL then
 * repeats the join's condition with the limits row of the old tier. The limits are built once for all rows, and not at
 * all if there are only merchants.
 *
 * The array is behind a subquery, here and below. If PostgreSQL saw the number of wallets, it would plan each small
 * batch again, which takes as long as running it. ANY on both sides of a join keeps one plan good while the tables
 * grow: it needs that many index probes with any join method.
 */
const readBalances = `
    WITH tiers AS MATERIALIZED (
      SELECT livemode, currency, json_agg(limits)::text AS limits FROM limits GROUP BY livemode, currency)
    SELECT b.wallet_id AS wallet, b.posted, b.held, b.position, b.frozen, b.closed, b.overdraft,
           w.owner_type AS "ownerType", w.owner_id AS "ownerId", w.currency, w.livemode,
           b.tier, b.spent_on - DATE 'epoch' AS "spentOn", b.spent_day AS "spentDay", b.spent_month AS "spentMonth",
           CASE w.owner_type WHEN 'customer' THEN
             (SELECT t.limits FROM tiers t WHERE t.livemode = w.livemode AND t.currency = w.currency)
           END AS limits
    FROM balances b JOIN wallets w ON w.id = b.wallet_id
    WHERE b.wallet_id = ANY ((SELECT $1::text[])::text[]) AND w.id = ANY ((SELECT $1::text[])::text[])
    ORDER BY b.wallet_id`;
const readBalancesStatement: Statement = { name: 'ledger_read', text: readBalances };
const lockBalancesStatement: Statement = {
  name: 'ledger_lock',
  text: `${readBalances}
    FOR UPDATE OF b`,
};

/**
 * Locks wallets for the rest of the transaction, in the order of their ids, so that two batches never deadlock. No
 * other code locks a wallet. Unknown ids are skipped.
 */
export function lockWallets(tx: Tx, wallets: Iterable<string>): Promise<LockedWallet[]> {
  return selectWallets(tx, lockBalancesStatement, wallets);
}

/** The same without a lock, for a first decision that is made again once they are locked. */
export function readWallets(tx: Tx, wallets: Iterable<string>): Promise<LockedWallet[]> {
  return selectWallets(tx, readBalancesStatement, wallets);
}

async function selectWallets(tx: Tx, statement: Statement, wallets: Iterable<string>): Promise<LockedWallet[]> {
  const rows = await tx.query<LockedRow>(statement, [texts([...new Set(wallets)])]);
  const known = new Map<string, readonly Limits[]>();
  return rows.map((row) => {
    if (row.limits === null) return row as LockedWallet;
    const limits = known.get(row.limits) ?? readLimits(row.limits);
    known.set(row.limits, limits);
    return { ...row, limits };
  });
}

type LockedRow = Omit<LockedWallet, 'limits'> & { readonly limits: string | null };
type LimitsJson = Readonly<Record<LimitName, number | null>> & { readonly tier: number };

/** JSON holds numbers, which are exact because no limit exceeds 2^53. Money is bigint. */
function readLimits(json: string): Limits[] {
  const minor = (limit: number | null) => (limit === null ? null : BigInt(limit));
  return (JSON.parse(json) as LimitsJson[]).map(({ tier, single, day, month, balance }) => ({
    tier,
    single: minor(single),
    day: minor(day),
    month: minor(month),
    balance: minor(balance),
  }));
}

const balances = arraysFrom<LockedWallet>(
  {
    wallet_id: from(text, ({ wallet }) => wallet),
    posted: from(int8, ({ posted }) => posted),
    held: from(int8, ({ held }) => held),
    position: from(int8, ({ position }) => position),
  },
  { hidden: true },
);

const writeBalances: Statement = {
  name: 'ledger_write_balances',
  text: `
    UPDATE balances b SET posted = n.posted, held = n.held, position = n.position, version = b.version + 1
    FROM (SELECT ${balances.unnest}) AS n
    WHERE b.wallet_id = n.wallet_id AND b.wallet_id = ANY ((SELECT $1::text[])::text[])`,
};

const spent = arraysFrom<LockedWallet>(
  {
    spent_on: from(int4, ({ spentOn }) => spentOn!),
    spent_day: from(int8, ({ spentDay }) => spentDay!),
    spent_month: from(int8, ({ spentMonth }) => spentMonth!),
  },
  { first: balances.next, hidden: true },
);

const writeSpenders: Statement = {
  name: 'ledger_write_spenders',
  text: `
    UPDATE balances b SET posted = n.posted, held = n.held, position = n.position, version = b.version + 1,
                          spent_on = DATE 'epoch' + n.spent_on, spent_day = n.spent_day, spent_month = n.spent_month
    FROM (SELECT ${balances.unnest}, ${spent.unnest}) AS n
    WHERE b.wallet_id = n.wallet_id AND b.wallet_id = ANY ((SELECT $1::text[])::text[])`,
};

const posted = arraysFrom<Posting>({
  position: from(int8, ({ position }) => position),
  debit_wallet: from(text, ({ debit }) => debit.wallet),
  credit_wallet: from(text, ({ credit }) => credit.wallet),
  amount: from(int8, ({ amount }) => amount),
  currency: from(text, ({ debit }) => debit.currency),
  livemode: from(bool, ({ debit }) => debit.livemode),
  debit_balance: from(int8, ({ debitBalance }) => debitBalance),
  credit_balance: from(int8, ({ creditBalance }) => creditBalance),
  kind: from(text, ({ kind }) => kind),
  source: from(text, ({ source }) => source),
});

const writePostings: Statement = {
  name: 'ledger_write_postings',
  text: `
    INSERT INTO postings (${posted.names})
    SELECT ${posted.unnamed}`,
};

const held = arraysFrom<HoldChange>({
  wallet_id: from(text, ({ wallet }) => wallet),
  source: from(text, ({ source }) => source),
  amount: from(int8, ({ amount }) => amount),
});

/** The whole amount of a new hold remains, so the third array is used twice. */
const writeNewHolds: Statement = {
  name: 'ledger_write_new_holds',
  text: `
    INSERT INTO holds (${held.names}, remaining)
    SELECT ${held.unnamed}, unnest($3::bigint[])`,
};

const lowerHolds: Statement = {
  name: 'ledger_lower_holds',
  text: `
    UPDATE holds h SET remaining = h.remaining + n.amount
    FROM (SELECT wallet_id, source, sum(amount)::bigint AS amount
          FROM (SELECT ${held.unnest}) AS u
          GROUP BY wallet_id, source) n
    WHERE h.wallet_id = n.wallet_id AND h.source = n.source`,
};

/**
 * Writes the changes of a batch. There is nothing to await: COMMIT follows on the wire, and fails if a statement
 * failed.
 */
export function writeBook(tx: Tx, book: Book): void {
  writeChanged(tx, [...book.changed]);
  if (book.postings.length > 0) tx.query(writePostings, posted.of(book.postings));
  writeHolds(tx, book);
}

/** Wallets that have never spent, for example all wallets of merchants, are written without the counters. */
function writeChanged(tx: Tx, changed: readonly LockedWallet[]): void {
  const spenders = changed.filter((account) => account.spentOn !== null);
  const others = spenders.length === 0 ? changed : changed.filter((account) => account.spentOn === null);
  if (others.length > 0) tx.query(writeBalances, balances.of(others));
  if (spenders.length > 0) tx.query(writeSpenders, [...balances.of(spenders), ...spent.of(spenders)]);
}

function writeHolds(tx: Tx, book: Book): void {
  const reserved = book.holds.filter((change) => change.amount > 0n);
  const lowered = book.holds.filter((change) => change.amount < 0n);
  if (reserved.length > 0) tx.query(writeNewHolds, held.of(reserved));
  if (lowered.length > 0) tx.query(lowerHolds, held.of(lowered));
}
