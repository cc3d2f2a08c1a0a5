import type { Book, LockedWallet } from '../core/ledger.ts';
import type { LimitName, Limits } from '../core/limits.ts';
import { bools, int4s, int8s, texts } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

/**
 * With a customer's wallet come the limits of every tier, and its own is looked up in them afterwards. Joined by `b.tier`
 * they would be lost where the row was waited for and its tier has changed meanwhile: PostgreSQL then checks the join
 * again, with the row that it had found for the old tier. Made once for all rows, and not at all where there are only
 * merchants.
 *
 * How many wallets there are stands behind a subquery, here and below: seeing it, PostgreSQL plans a small batch anew each
 * time, which takes as long as doing it. ANY, on both sides of a join, keeps that one plan good while the tables grow: it is
 * as many probes of an index, whatever joins them.
 */
const lockBalancesStatement: Statement = {
  name: 'ledger_lock',
  text: `
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
    ORDER BY b.wallet_id
    FOR UPDATE OF b`,
};

/**
 * Locks wallets for the rest of the transaction, in the order of their ids, so that two batches never wait for each other
 * in a circle. The only place that locks a wallet. Ids that are not known are left out.
 */
export async function lockWallets(tx: Tx, wallets: Iterable<string>): Promise<LockedWallet[]> {
  const rows = await tx.query<LockedRow>(lockBalancesStatement, [texts([...new Set(wallets)])]);
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

/** JSON has numbers, exact because no limit is above 2^53; money is bigint. */
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

const writeBalances: Statement = {
  name: 'ledger_write_balances',
  text: `
    UPDATE balances b SET posted = n.posted, held = n.held, position = n.position, version = b.version + 1
    FROM (SELECT unnest((SELECT $1::text[])) AS wallet_id, unnest((SELECT $2::bigint[])) AS posted,
                 unnest((SELECT $3::bigint[])) AS held, unnest((SELECT $4::bigint[])) AS position) AS n
    WHERE b.wallet_id = n.wallet_id AND b.wallet_id = ANY ((SELECT $1::text[])::text[])`,
};

const writeSpenders: Statement = {
  name: 'ledger_write_spenders',
  text: `
    UPDATE balances b SET posted = n.posted, held = n.held, position = n.position, version = b.version + 1,
                          spent_on = DATE 'epoch' + n.spent_on, spent_day = n.spent_day, spent_month = n.spent_month
    FROM (SELECT unnest((SELECT $1::text[])) AS wallet_id, unnest((SELECT $2::bigint[])) AS posted,
                 unnest((SELECT $3::bigint[])) AS held, unnest((SELECT $4::bigint[])) AS position,
                 unnest((SELECT $5::int[])) AS spent_on, unnest((SELECT $6::bigint[])) AS spent_day,
                 unnest((SELECT $7::bigint[])) AS spent_month) AS n
    WHERE b.wallet_id = n.wallet_id AND b.wallet_id = ANY ((SELECT $1::text[])::text[])`,
};

const writePostings: Statement = {
  name: 'ledger_write_postings',
  text: `
    INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode,
                          debit_balance, credit_balance, kind, source)
    SELECT unnest($1::bigint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::bigint[]), unnest($5::text[]),
           unnest($6::boolean[]), unnest($7::bigint[]), unnest($8::bigint[]), unnest($9::text[]), unnest($10::text[])`,
};

const writeNewHolds: Statement = {
  name: 'ledger_write_new_holds',
  text: `
    INSERT INTO holds (wallet_id, source, amount, remaining)
    SELECT unnest($1::text[]), unnest($2::text[]), unnest($3::bigint[]), unnest($3::bigint[])`,
};

const lowerHolds: Statement = {
  name: 'ledger_lower_holds',
  text: `
    UPDATE holds h SET remaining = h.remaining + n.amount
    FROM (SELECT wallet_id, source, sum(amount)::bigint AS amount
          FROM (SELECT unnest($1::text[]) AS wallet_id, unnest($2::text[]) AS source, unnest($3::bigint[]) AS amount) AS u
          GROUP BY wallet_id, source) n
    WHERE h.wallet_id = n.wallet_id AND h.source = n.source`,
};

/** Writes what a batch changed. Nothing to await: COMMIT follows on the wire, and fails if one of these did. */
export function writeBook(tx: Tx, book: Book): void {
  writeChanged(tx, [...book.changed]);
  const { postings } = book;
  if (postings.length > 0) {
    tx.query(writePostings, [
      int8s(postings.map((posting) => posting.position)),
      texts(postings.map((posting) => posting.debit.wallet)),
      texts(postings.map((posting) => posting.credit.wallet)),
      int8s(postings.map((posting) => posting.amount)),
      texts(postings.map((posting) => posting.debit.currency)),
      bools(postings.map((posting) => posting.debit.livemode)),
      int8s(postings.map((posting) => posting.debitBalance)),
      int8s(postings.map((posting) => posting.creditBalance)),
      texts(postings.map((posting) => posting.kind)),
      texts(postings.map((posting) => posting.source)),
    ]);
  }
  writeHolds(tx, book);
}

/** Who has never spent, as merchants never do, is written without the counters. */
function writeChanged(tx: Tx, changed: readonly LockedWallet[]): void {
  const columns = (accounts: readonly LockedWallet[]) => [
    texts(accounts.map((account) => account.wallet)),
    int8s(accounts.map((account) => account.posted)),
    int8s(accounts.map((account) => account.held)),
    int8s(accounts.map((account) => account.position)),
  ];
  const spenders = changed.filter((account) => account.spentOn !== null);
  const others = spenders.length === 0 ? changed : changed.filter((account) => account.spentOn === null);
  if (others.length > 0) tx.query(writeBalances, columns(others));
  if (spenders.length === 0) return;
  tx.query(writeSpenders, [
    ...columns(spenders),
    int4s(spenders.map((account) => account.spentOn!)),
    int8s(spenders.map((account) => account.spentDay!)),
    int8s(spenders.map((account) => account.spentMonth!)),
  ]);
}

function writeHolds(tx: Tx, book: Book): void {
  const columns = (changes: Book['holds']) => [
    changes.map((change) => change.wallet),
    changes.map((change) => change.source),
    changes.map((change) => change.amount),
  ];
  const reserved = book.holds.filter((change) => change.amount > 0n);
  const lowered = book.holds.filter((change) => change.amount < 0n);
  if (reserved.length > 0) tx.query(writeNewHolds, columns(reserved));
  if (lowered.length > 0) tx.query(lowerHolds, columns(lowered));
}
