import type { PayoutStatus } from '../../../contract/src/payouts.ts';
import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { type LockedRows, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import {
  arraysFrom,
  arraysOf,
  assigned,
  bool,
  from,
  insertMany,
  int4,
  int8,
  joined,
  jsonbAsText,
  key,
  later,
  listOf,
  nullable,
  pick,
  type RowOf,
  text,
  textOf,
  timestamptz,
} from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { StoredRequest } from '../events/emit.ts';

/** The columns of a payout. In this file, a new column is added only here. */
const payoutTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  status: textOf<PayoutStatus>(),
  wallet_id: text,
  currency: text,
  /** The rail of all phones, if the request named one. */
  rail: nullable(text),
  count: int4,
  amount: int8,
  succeeded_count: later(int4),
  succeeded_amount: later(int8),
  failed_count: later(int4),
  failed_amount: later(int8),
  returned_count: later(int4),
  returned_amount: later(int8),
  fee: later(int8),
  tax: later(int8),
  repeated_recipients: int4,
  reference: nullable(text),
  metadata: jsonbAsText<Record<string, string>>(),
  /** The request that created it, for the later event. */
  request: jsonbAsText<StoredRequest>(),
  created_at: timestamptz,
  updated_at: timestamptz,
  completed_at: later(nullable(timestamptz)),
  version: later(int4),
  cursor: later(text),
  /** When its next items are taken; null when all are settled or at a rail. */
  due_at: nullable(timestamptz),
  /** Whether a second person has agreed; null if none is needed. */
  approval: nullable(textOf<'pending' | 'approved' | 'rejected'>()),
  requested_by: nullable(text),
  decided_by: later(nullable(text)),
  decided_at: later(nullable(timestamptz)),
  rejection_reason: later(nullable(text)),
  /** While the names of its items are checked for the second person. */
  names_due_at: nullable(timestamptz),
  /** The total that was asked for, if the receivers bear the fees. `amount` is always the total that is sent. */
  asked: nullable(int8),
};

export type PayoutRow = RowOf<typeof payoutTable> & {
  /** Amounts, fees and taxes together, for a payout that needs a second person. */
  reserved: bigint | null;
};

export const payoutColumns = `${listOf(payoutTable, 'p')},
  CASE WHEN p.approval IS NOT NULL THEN (SELECT amount FROM holds WHERE wallet_id = p.wallet_id AND source = p.id) END AS reserved`;

export const findPayout = findEach(
  'payouts_find',
  `
    SELECT ${payoutColumns} FROM payouts p JOIN worlds w ON w.id = p.world
    WHERE p.world = n.world AND p.id BETWEEN n.id AND n.id ORDER BY p.id`,
);

export const payoutsLock = lockEach('payouts_lock', payoutColumns, 'payouts', 'p');

/** Locks payouts in the order of their ids, before any wallet. Every change of a payout's items holds this lock. */
export function lockPayouts(tx: Tx, payouts: readonly RecordKey[]): Promise<LockedRows<PayoutRow>> {
  return lockRows(tx, payoutsLock, payouts);
}

const insert = insertMany('payouts_insert', 'payouts', payoutTable, {
  set: {
    status: `'pending'`,
    updated_at: 'created_at',
    due_at: 'CASE WHEN approval IS NULL THEN now() + make_interval(secs => $next) END',
  },
  last: [
    'created_at',
    'updated_at',
    'approval',
    'requested_by',
    'repeated_recipients',
    'due_at',
    'rail',
    'names_due_at',
    'asked',
  ],
});

export function insertPayouts(tx: Tx, rows: readonly PayoutRow[], pendingSeconds: number): void {
  if (rows.length > 0) tx.query(insert.statement, [...insert.values(rows), pendingSeconds]);
}

/** If a worker dies, another takes its payout after this time. Each portion takes much less and renews the lease. */
const LEASE_S = 5;

const advancing = pick(
  payoutTable,
  'status',
  'succeeded_count',
  'succeeded_amount',
  'failed_count',
  'failed_amount',
  'returned_count',
  'returned_amount',
  'fee',
  'tax',
  'cursor',
  'updated_at',
  'version',
);
const advanced = arraysOf({ ...key, ...advancing });
const jobs = arraysFrom<Job>({ job: from(textOf<Job>()) }, { first: advanced.next });

const updateStatement: Statement = {
  name: 'payouts_update',
  text: `
    UPDATE payouts p
    SET ${assigned(advancing)},
        completed_at = CASE WHEN n.status = 'completed' THEN coalesce(p.completed_at, n.updated_at) END,
        due_at = CASE n.job WHEN 'renewed' THEN now() + interval '${LEASE_S} s' WHEN 'left' THEN p.due_at END
    FROM (SELECT ${advanced.unnest}, ${jobs.unnest}) AS n
    WHERE p.world = n.world AND p.id = n.id`,
};

/**
 * The change of the row's job: its worker continues, it is finished, or it belongs to another worker and is left
 * alone.
 */
export type Job = 'renewed' | 'over' | 'left';

/** Writes back the rows returned by `lockPayouts`. */
export function updatePayouts(tx: Tx, rows: readonly PayoutRow[], job: Job): void {
  if (rows.length === 0) return;
  tx.query(updateStatement, [...advanced.of(rows), ...jobs.of(rows.map(() => job))]);
}

/**
 * $1: how many. $2: the worlds of the worker's payouts, once for each payout. The worlds with the fewest come first,
 * then the payouts that have waited longest, so that one merchant's hundred large payouts do not delay another's small
 * one. $3: also from worlds that the worker already has. Only the 5 000 that have waited longest are considered.
 */
export const claimPayouts: Statement = {
  name: 'payouts_claim',
  text: `
    UPDATE payouts p SET due_at = now() + interval '${LEASE_S} s'
    FROM (
      SELECT chosen.turn, free.world, free.id
      FROM (
        SELECT world, id, row_number() OVER (PARTITION BY world ORDER BY due_at)
                            + (SELECT count(*) FROM unnest($2::int[]) AS held WHERE held = waiting.world) AS turn
        FROM (SELECT world, id, due_at FROM payouts WHERE due_at <= now() ORDER BY due_at LIMIT 5000) waiting
        ORDER BY turn, due_at LIMIT $1
      ) chosen
      CROSS JOIN LATERAL (
        SELECT world, id FROM payouts WHERE world = chosen.world AND id = chosen.id AND due_at <= now()
        LIMIT 1 FOR UPDATE SKIP LOCKED) free
      WHERE $3 OR chosen.turn = 1) due, worlds w
    WHERE p.world = due.world AND p.id = due.id AND w.id = p.world
    RETURNING p.world, p.id, p.currency, w.livemode, p.wallet_id, p.cursor, p.rail,
              (SELECT owner_id FROM wallets WHERE id = p.wallet_id) AS merchant,
              p.request ->> 'traceparent' AS traceparent`,
};

export const nextDuePayout: Statement = {
  name: 'payouts_next_due',
  text: `SELECT extract(epoch FROM (min(due_at) - now()))::float8 * 1000 AS ms FROM payouts WHERE due_at IS NOT NULL`,
};

/** A second person's decision on a payout locked by `lockPayouts`. An approval starts the payout's pending time. */
export const decidePayout: Statement = {
  name: 'payouts_decide',
  text: `
    UPDATE payouts
    SET approval = $3, decided_by = $4, decided_at = $5, rejection_reason = $6, updated_at = $5, version = version + 1,
        status = CASE $3 WHEN 'rejected' THEN 'canceled' ELSE status END,
        due_at = CASE $3 WHEN 'approved' THEN now() + make_interval(secs => $7) END
    WHERE world = $1 AND id = $2`,
};

const holders = arraysFrom<PayoutRow>({
  wallet_id: from(text, (payout) => payout.wallet_id),
  source: from(text, (payout) => payout.id),
});

const holdsStatement: Statement = {
  name: 'payouts_holds',
  text: `
    SELECT h.wallet_id, h.source, h.remaining
    FROM holds h JOIN (SELECT ${holders.unnest}) AS n
      ON h.wallet_id = n.wallet_id AND h.source = n.source`,
};

/** The amounts still reserved for locked payouts. */
export function holdsOf(
  tx: Tx,
  payouts: readonly PayoutRow[],
): Promise<{ wallet_id: string; source: string; remaining: bigint }[]> {
  return tx.query(holdsStatement, holders.of(payouts));
}
