import { closeFor } from '../cases/close-for.ts';
import { openCases } from '../cases/open-cases.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { keepReportSeal } from './report-seal.ts';
import type { CloseRow } from './store.ts';

export type SafeguardingRow = {
  livemode: boolean;
  currency: string;
  day: string;
  cut_at: Date;
  owed: bigint;
  suspended: bigint;
  held: bigint;
  rails: { rail: string; close: string; held: string }[];
};

export type WaitingRail = { rail: string; livemode: boolean; currency: string };

/** The rails whose close of the day lacks, or lacks its review. A rail that starts later is not among them. */
const selectWaiting: Statement = {
  name: 'safeguarding_waiting',
  text: `
    SELECT r.rail, r.livemode, r.currency FROM reconciled_rails r
    WHERE ($2::boolean IS NULL OR r.livemode = $2) AND ($3::text IS NULL OR r.currency = $3)
      AND NOT EXISTS (SELECT FROM closes c WHERE c.rail = r.rail AND c.day = $1::date AND c.status = 'reviewed')
      AND coalesce((SELECT min(c.day) FROM closes c WHERE c.rail = r.rail) <= $1::date, true)
    ORDER BY r.rail`,
};
export const findWaiting = (db: Queries, day: string, livemode: boolean | null, currency: string | null) =>
  db.query<WaitingRail>(selectWaiting, [day, livemode, currency]);

type Rail = { rail: string; close: string; held: string };
type Held = { cut_at: Date; held: bigint; rails: Rail[] };

/** Rails may end their day at different moments: our entries until the latest of them are added. */
const selectHeld: Statement = {
  name: 'safeguarding_held',
  text: `
    WITH c AS MATERIALIZED (
      SELECT id, rail, cut_at, closing_there, max(cut_at) OVER () AS latest FROM closes
      WHERE day = $1::date AND livemode = $2 AND currency = $3 AND status = 'reviewed'),
    h AS MATERIALIZED (
      SELECT c.rail, c.id, c.latest, c.closing_there + coalesce((
               SELECT sum(e.amount) FROM rail_entries e
               WHERE e.rail = c.rail AND e.position >= extract(epoch FROM c.cut_at) * 1000000
                 AND e.position < extract(epoch FROM c.latest) * 1000000
                 AND coalesce(e.rule, '') <> 'opening'), 0) AS held
      FROM c)
    SELECT max(latest) AS cut_at, sum(held)::bigint AS held,
           json_agg(json_build_object('rail', rail, 'close', id, 'held', held::bigint::text) ORDER BY rail) AS rails
    FROM h`,
};

/**
 * All wallets of a currency and mode sum to zero at every position, so customers' and merchants' wallets hold what the
 * system's wallets lack. These are few: each needs its last posting before the cut, however many wallets there are.
 */
const selectOwed: Statement = {
  name: 'safeguarding_owed',
  text: `
    WITH cut AS (SELECT (extract(epoch FROM $3::timestamptz) * 1000000)::bigint AS position),
    b AS MATERIALIZED (
      SELECT w.owner_id, coalesce((
        SELECT balance FROM (
          (SELECT position, debit_balance AS balance FROM postings
           WHERE debit_wallet = w.id AND position < cut.position ORDER BY position DESC LIMIT 1)
          UNION ALL
          (SELECT position, credit_balance FROM postings
           WHERE credit_wallet = w.id AND position < cut.position ORDER BY position DESC LIMIT 1)) p
        ORDER BY position DESC LIMIT 1), 0) AS balance
      FROM wallets w, cut WHERE w.owner_type = 'system' AND w.livemode = $1 AND w.currency = $2)
    SELECT coalesce(-sum(balance), 0)::bigint AS owed,
           coalesce(sum(balance) FILTER (WHERE owner_id = 'suspense' OR owner_id LIKE 'suspense:%'), 0)::bigint
             AS suspended
    FROM b`,
};

/** Minor units. */
export const readOwed = async (db: Queries, livemode: boolean, currency: string, cutAt: Date) =>
  (await db.query<{ owed: bigint; suspended: bigint }>(selectOwed, [livemode, currency, cutAt]))[0]!;

const insertStatement: Statement = {
  name: 'safeguarding_insert',
  text: `
    INSERT INTO safeguarding_days (livemode, currency, day, cut_at, owed, suspended, held, rails)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
};

const lockStatement: Statement = {
  name: 'safeguarding_lock',
  text: `SELECT pg_advisory_xact_lock(hashtext('safeguarding ' || $1))`,
};

/** Days that every rail of the currency has reviewed, and that are not compared yet. */
const selectComparable: Statement = {
  name: 'safeguarding_comparable',
  text: `
    SELECT DISTINCT c.day::text AS day FROM closes c
    WHERE c.livemode = $1 AND c.currency = $2 AND c.status = 'reviewed'
      AND NOT EXISTS (
        SELECT FROM safeguarding_days s WHERE s.day = c.day AND s.livemode = $1 AND s.currency = $2)
      AND NOT EXISTS (
        SELECT FROM reconciled_rails r
        WHERE r.livemode = $1 AND r.currency = $2
          AND NOT EXISTS (SELECT FROM closes o WHERE o.rail = r.rail AND o.day = c.day AND o.status = 'reviewed')
          AND coalesce((SELECT min(o.day) FROM closes o WHERE o.rail = r.rail) <= c.day, true))
    ORDER BY day LIMIT 31`,
};

/**
 * Compares the money owed with the money held, once every rail of the currency is reviewed. Days that waited for a rail
 * whose first close is a later day are compared too.
 */
export async function compareSafeguarding(tx: Tx, { livemode, currency }: CloseRow): Promise<void> {
  // Two reviews of one day's last rails see each other.
  await tx.query(lockStatement, [`${livemode} ${currency}`]);
  for (const { day } of await tx.query<{ day: string }>(selectComparable, [livemode, currency])) {
    await compareDay(tx, day, livemode, currency);
  }
}

const selectLater: Statement = {
  name: 'safeguarding_later',
  text: 'SELECT 1 FROM safeguarding_days WHERE day > $1::date AND livemode = $2 AND currency = $3 LIMIT 1',
};

/** A gap opens a case; a later day without one closes it. */
async function compareDay(tx: Tx, day: string, livemode: boolean, currency: string): Promise<void> {
  const [found] = await tx.query<Held>(selectHeld, [day, livemode, currency]);
  const { cut_at, held, rails } = found!;
  const { owed, suspended } = await readOwed(tx, livemode, currency, cut_at);
  await tx.query(insertStatement, [livemode, currency, day, cut_at, owed, suspended, held, JSON.stringify(rails)]);
  if ((await findWaiting(tx, day, livemode, null)).length === 0) await keepReportSeal(tx, livemode, day);
  // The case is about the last day.
  if ((await tx.query(selectLater, [day, livemode, currency])).length > 0) return;
  const subject = {
    kind: 'safeguarding_gap',
    rail: null,
    record: `${livemode ? 'live' : 'test'}:${currency}`,
  } as const;
  if (owed <= held) {
    await closeFor(tx, subject, `On ${day} the money held covers the money owed.`);
    return;
  }
  const facts = { day, owed: owed.toString(), held: held.toString() };
  await openCases(tx, [{ ...subject, world: null, livemode, currency, amount: owed - held, facts }]);
}
