import type { Account, Book } from '../core/ledger.ts';
import type { LimitName, Limits } from '../core/limits.ts';
import { bools, int4s, int8s, texts } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

/**
 * The limits of every tier come with a customer's wallet, and the tier is looked up in them afterwards. Joined by
 * `b.tier` they would be lost where the row was waited for and its tier has changed meanwhile: PostgreSQL then checks the
 * join again, with the rows that it had found for the old one.
 */
const lockBalancesStatement: Statement = {
  name: 'ledger_lock',
  text: `
    SELECT b.wallet_id AS wallet, b.posted, b.held, b.position, b.frozen, b.closed, b.overdraft,
           w.owner_type AS "ownerType", w.owner_id AS "ownerId", w.currency, w.livemode,
           b.tier, b.spent_on - DATE 'epoch' AS "spentOn", b.spent_day AS "spentDay", b.spent_month AS "spentMonth",
           CASE w.owner_type WHEN 'customer' THEN
             (SELECT json_agg(l) FROM limits l WHERE l.livemode = w.livemode AND l.currency = w.currency)
           END AS limits
    FROM balances b JOIN wallets w ON w.id = b.wallet_id
    WHERE b.wallet_id = ANY ($1::text[])
    ORDER BY b.wallet_id
    FOR UPDATE OF b`,
};

/**
 * Locks wallets for the rest of the transaction, in the order of their ids, so that two batches never wait for each other
 * in a circle. The only place that locks a wallet. Ids that are not known are left out.
 */
export async function lockWallets(tx: Tx, wallets: Iterable<string>): Promise<Account[]> {
  const rows = await tx.query<LockedRow>(lockBalancesStatement, [texts([...new Set(wallets)])]);
  return rows.map((row) => (row.limits === null ? (row as Account) : { ...row, limits: row.limits.map(readLimits) }));
}

/** JSON has numbers; money is bigint. */
type LimitsJson = { readonly [Name in keyof Limits]: Name extends LimitName ? number | null : number };
type LockedRow = Omit<Account, 'limits'> & { readonly limits: readonly LimitsJson[] | null };

function readLimits({ tier, single, day, month, balance }: LimitsJson): Limits {
  const minor = (limit: number | null) => (limit === null ? null : BigInt(limit));
  return { tier, single: minor(single), day: minor(day), month: minor(month), balance: minor(balance) };
}

const writeBalances: Statement = {
  name: 'ledger_write_balances',
  text: `
    UPDATE balances b SET posted = n.posted, held = n.held, position = n.position, version = b.version + 1,
                          spent_on = DATE 'epoch' + n.spent_on, spent_day = n.spent_day, spent_month = n.spent_month
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[], $7::bigint[])
      AS n (wallet_id, posted, held, position, spent_on, spent_day, spent_month)
    WHERE b.wallet_id = n.wallet_id`,
};

const writePostings: Statement = {
  name: 'ledger_write_postings',
  text: `
    INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode,
                          debit_balance, credit_balance, kind, source)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::boolean[],
                         $7::bigint[], $8::bigint[], $9::text[], $10::text[])`,
};

const writeNewHolds: Statement = {
  name: 'ledger_write_new_holds',
  text: `
    INSERT INTO holds (wallet_id, source, amount, remaining)
    SELECT wallet_id, source, amount, amount FROM unnest($1::text[], $2::text[], $3::bigint[]) AS n (wallet_id, source, amount)`,
};

const lowerHolds: Statement = {
  name: 'ledger_lower_holds',
  text: `
    UPDATE holds h SET remaining = h.remaining + n.amount
    FROM (SELECT wallet_id, source, sum(amount)::bigint AS amount
          FROM unnest($1::text[], $2::text[], $3::bigint[]) AS u (wallet_id, source, amount)
          GROUP BY wallet_id, source) n
    WHERE h.wallet_id = n.wallet_id AND h.source = n.source`,
};

/** Writes what a batch changed. Nothing to await: COMMIT follows on the wire, and fails if one of these did. */
export function writeBook(tx: Tx, book: Book): void {
  const changed = [...book.changed];
  if (changed.length > 0) {
    tx.query(writeBalances, [
      texts(changed.map((account) => account.wallet)),
      int8s(changed.map((account) => account.posted)),
      int8s(changed.map((account) => account.held)),
      int8s(changed.map((account) => account.position)),
      int4s(changed.map((account) => account.spentOn)),
      int8s(changed.map((account) => account.spentDay)),
      int8s(changed.map((account) => account.spentMonth)),
    ]);
  }
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
