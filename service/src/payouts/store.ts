import type { PayoutStatus } from '../../../contract/src/payouts.ts';
import type { Totals } from '../core/payout.ts';
import { int4s, int8s, texts, times } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { type Locked, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import type { Tx } from '../db/transaction.ts';

export type PayoutRow = Totals & {
  world: number;
  livemode: boolean;
  id: string;
  status: PayoutStatus;
  wallet_id: string;
  currency: string;
  repeated_recipients: number;
  reference: string | null;
  metadata: Record<string, string>;
  /** The request that created it, for the event that follows. */
  request: { id?: string; key?: string | null };
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  version: number;
  cursor: string;
  /** When its next items are taken; null when all are settled or with a rail. */
  due_at: Date | null;
} & Agreement;

/** Whether a second person has agreed; null where nobody need. */
export type Agreement = {
  approval: 'pending' | 'approved' | 'rejected' | null;
  requested_by: string | null;
  /** Amounts and fees together. */
  reserved: bigint | null;
  decided_by: string | null;
  decided_at: Date | null;
  rejection_reason: string | null;
};

export const payoutColumns = `
  p.world, w.livemode, p.id, p.status, p.wallet_id, p.currency, p.count, p.amount, p.succeeded_count, p.succeeded_amount,
  p.failed_count, p.failed_amount, p.fee, p.repeated_recipients, p.reference, p.metadata, p.request, p.created_at, p.updated_at, p.completed_at,
  p.version, p.cursor, p.due_at, p.approval, p.requested_by, p.decided_by, p.decided_at, p.rejection_reason,
  CASE WHEN p.approval IS NOT NULL THEN (SELECT amount FROM holds WHERE wallet_id = p.wallet_id AND source = p.id) END AS reserved`;

export const findPayout = findEach(
  'payouts_find',
  `
    SELECT ${payoutColumns} FROM payouts p JOIN worlds w ON w.id = p.world
    WHERE p.world = n.world AND p.id BETWEEN n.id AND n.id ORDER BY p.id`,
);

export const payoutsLock = lockEach('payouts_lock', payoutColumns, 'payouts', 'p');

/** Locks payouts in the order of their ids, before any wallet. Whoever changes a payout's items holds this lock. */
export function lockPayouts(tx: Tx, payouts: readonly RecordKey[]): Promise<Locked<PayoutRow>> {
  return lockRows(tx, payoutsLock, payouts);
}

const insertStatement: Statement = {
  name: 'payouts_insert',
  text: `
    INSERT INTO payouts (world, id, status, wallet_id, currency, count, amount, reference, metadata, request,
                         created_at, updated_at, approval, requested_by, repeated_recipients, due_at)
    SELECT world, id, 'pending', wallet_id, currency, count, amount, reference, metadata::jsonb, request::jsonb,
           created_at, created_at, approval, requested_by, repeated_recipients,
           CASE WHEN approval IS NULL THEN now() + make_interval(secs => $14) END
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS wallet_id,
                 unnest($4::text[]) AS currency, unnest($5::int[]) AS count, unnest($6::bigint[]) AS amount,
                 unnest($7::text[]) AS reference, unnest($8::text[]) AS metadata, unnest($9::text[]) AS request,
                 unnest($10::timestamptz[]) AS created_at, unnest($11::text[]) AS approval, unnest($12::text[]) AS requested_by,
                 unnest($13::int[]) AS repeated_recipients) AS n`,
};

export function insertPayouts(tx: Tx, rows: readonly PayoutRow[], pendingSeconds: number): void {
  if (rows.length === 0) return;
  tx.query(insertStatement, [
    int4s(rows.map((row) => row.world)),
    texts(rows.map((row) => row.id)),
    texts(rows.map((row) => row.wallet_id)),
    texts(rows.map((row) => row.currency)),
    int4s(rows.map((row) => row.count)),
    int8s(rows.map((row) => row.amount)),
    texts(rows.map((row) => row.reference)),
    texts(rows.map((row) => JSON.stringify(row.metadata))),
    texts(rows.map((row) => JSON.stringify(row.request))),
    times(rows.map((row) => row.created_at)),
    texts(rows.map((row) => row.approval)),
    texts(rows.map((row) => row.requested_by)),
    int4s(rows.map((row) => row.repeated_recipients)),
    pendingSeconds,
  ]);
}

/** A worker that died leaves its payout to another after so many seconds. Each portion takes much less and renews it. */
const LEASE_S = 5;

const updateStatement: Statement = {
  name: 'payouts_update',
  text: `
    UPDATE payouts p
    SET status = n.status, succeeded_count = n.succeeded_count, succeeded_amount = n.succeeded_amount,
        failed_count = n.failed_count, failed_amount = n.failed_amount, fee = n.fee, cursor = n.cursor,
        updated_at = n.updated_at, version = n.version,
        completed_at = CASE WHEN n.status = 'completed' THEN n.updated_at END,
        due_at = CASE n.job WHEN 'renewed' THEN now() + interval '${LEASE_S} s' WHEN 'left' THEN p.due_at END
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS status,
                 unnest($4::int[]) AS succeeded_count, unnest($5::bigint[]) AS succeeded_amount,
                 unnest($6::int[]) AS failed_count, unnest($7::bigint[]) AS failed_amount, unnest($8::bigint[]) AS fee,
                 unnest($9::text[]) AS cursor, unnest($10::timestamptz[]) AS updated_at, unnest($11::int[]) AS version,
                 unnest($12::text[]) AS job) AS n
    WHERE p.world = n.world AND p.id = n.id`,
};

/** What becomes of the job that the row is: its worker goes on, it is over, or somebody else's and left alone. */
export type Job = 'renewed' | 'over' | 'left';

/** Writes back rows that `lockPayouts` gave. */
export function updatePayouts(tx: Tx, rows: readonly PayoutRow[], job: Job): void {
  if (rows.length === 0) return;
  tx.query(updateStatement, [
    int4s(rows.map((row) => row.world)),
    texts(rows.map((row) => row.id)),
    texts(rows.map((row) => row.status)),
    int4s(rows.map((row) => row.succeeded_count)),
    int8s(rows.map((row) => row.succeeded_amount)),
    int4s(rows.map((row) => row.failed_count)),
    int8s(rows.map((row) => row.failed_amount)),
    int8s(rows.map((row) => row.fee)),
    texts(rows.map((row) => row.cursor)),
    times(rows.map((row) => row.updated_at)),
    int4s(rows.map((row) => row.version)),
    texts(rows.map(() => job)),
  ]);
}

/**
 * $1: how many. $2: the worlds of those that the worker has, each as often as it has one. Whose world has fewest comes first, then what has
 * waited longest, so that one merchant's hundred large payouts do not keep another's small one waiting. $3: also of worlds that it
 * has some of. Looked for among the 5 000 that have waited longest.
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
    RETURNING p.world, p.id, p.currency, w.livemode, p.wallet_id, p.cursor`,
};

export const nextDuePayout: Statement = {
  name: 'payouts_next_due',
  text: `SELECT extract(epoch FROM (min(due_at) - now()))::float8 * 1000 AS ms FROM payouts WHERE due_at IS NOT NULL`,
};

/** A second person's decision, on a payout that `lockPayouts` gave. Whoever agrees starts its time of being pending. */
export const decidePayout: Statement = {
  name: 'payouts_decide',
  text: `
    UPDATE payouts
    SET approval = $3, decided_by = $4, decided_at = $5, rejection_reason = $6, updated_at = $5, version = version + 1,
        status = CASE $3 WHEN 'rejected' THEN 'canceled' ELSE status END,
        due_at = CASE $3 WHEN 'approved' THEN now() + make_interval(secs => $7) END
    WHERE world = $1 AND id = $2`,
};

const holdsStatement: Statement = {
  name: 'payouts_holds',
  text: `
    SELECT h.wallet_id, h.source, h.remaining
    FROM holds h JOIN (SELECT unnest($1::text[]) AS wallet_id, unnest($2::text[]) AS source) AS n
      ON h.wallet_id = n.wallet_id AND h.source = n.source`,
};

/** What is still reserved for payouts that are locked. */
export function holdsOf(
  tx: Tx,
  payouts: readonly PayoutRow[],
): Promise<{ wallet_id: string; source: string; remaining: bigint }[]> {
  return tx.query(holdsStatement, [
    texts(payouts.map((payout) => payout.wallet_id)),
    texts(payouts.map((payout) => payout.id)),
  ]);
}
