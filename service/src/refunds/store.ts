import type { RefundStatus } from '../../../contract/src/refunds.ts';
import type { Failure } from '../core/payment.ts';
import type { Statement } from '../db/database.ts';
import { dueOnEachRail, nextDueOnRails } from '../db/due-on-rails.ts';
import { findEach } from '../db/find.ts';
import { type Locked, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import type { Tx } from '../db/transaction.ts';

export type RefundRow = {
  world: number;
  livemode: boolean;
  id: string;
  payment_id: string;
  /** E.164: whom the money goes back to. */
  customer: string;
  amount: bigint;
  currency: string;
  status: RefundStatus;
  reason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | null;
  failure: Failure | null;
  wallet_id: string;
  rail: string;
  rail_reference: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  created_at: Date;
  updated_at: Date;
  succeeded_at: Date | null;
  failed_at: Date | null;
  version: number;
  due_at: Date | null;
  asked: number;
};

export const refundColumns = `
  r.world, w.livemode, r.id, r.payment_id, r.customer, r.amount, r.currency, r.status, r.reason, r.failure, r.wallet_id, r.rail,
  r.rail_reference, r.reference, r.metadata, r.created_at, r.updated_at, r.succeeded_at, r.failed_at, r.version, r.due_at, r.asked`;

export const findRefund = findEach(
  'refunds_find',
  `
    SELECT ${refundColumns} FROM refunds r JOIN worlds w ON w.id = r.world
    WHERE r.world = n.world AND r.id BETWEEN n.id AND n.id ORDER BY r.id`,
);

export const refundsLock = lockEach('refunds_lock', refundColumns, 'refunds', 'r');

export function lockRefunds(tx: Tx, refunds: readonly RecordKey[]): Promise<Locked<RefundRow>> {
  return lockRows(tx, refundsLock, refunds);
}

const insertStatement: Statement = {
  name: 'refunds_insert',
  text: `
    INSERT INTO refunds (world, id, payment_id, amount, currency, status, reason, wallet_id, rail, reference, metadata,
                         created_at, updated_at, due_at, customer)
    SELECT world, id, payment_id, amount, currency, 'pending', reason, wallet_id, rail, reference, metadata,
           created_at, created_at, now(), customer
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS payment_id,
                 unnest($4::bigint[]) AS amount, unnest($5::text[]) AS currency, unnest($6::text[]) AS reason,
                 unnest($7::text[]) AS wallet_id, unnest($8::text[]) AS rail, unnest($9::text[]) AS reference,
                 unnest($10::jsonb[]) AS metadata, unnest($11::timestamptz[]) AS created_at, unnest($12::text[]) AS customer) AS n`,
};

export function insertRefunds(tx: Tx, rows: readonly RefundRow[]): void {
  if (rows.length === 0) return;
  tx.query(insertStatement, [
    rows.map((row) => row.world),
    rows.map((row) => row.id),
    rows.map((row) => row.payment_id),
    rows.map((row) => row.amount),
    rows.map((row) => row.currency),
    rows.map((row) => row.reason),
    rows.map((row) => row.wallet_id),
    rows.map((row) => row.rail),
    rows.map((row) => row.reference),
    rows.map((row) => JSON.stringify(row.metadata)),
    rows.map((row) => row.created_at),
    rows.map((row) => row.customer),
  ]);
}

const updateStatement: Statement = {
  name: 'refunds_update',
  text: `
    UPDATE refunds r
    SET status = n.status, failure = n.failure, rail_reference = n.rail_reference, updated_at = n.updated_at,
        succeeded_at = n.succeeded_at, failed_at = n.failed_at, version = n.version,
        due_at = CASE WHEN n.status = 'pending' THEN now() + make_interval(secs => n.due_in_s) END
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS status,
                 unnest($4::jsonb[]) AS failure, unnest($5::text[]) AS rail_reference, unnest($6::timestamptz[]) AS updated_at,
                 unnest($7::timestamptz[]) AS succeeded_at, unnest($8::timestamptz[]) AS failed_at,
                 unnest($9::int[]) AS version, unnest($10::float8[]) AS due_in_s) AS n
    WHERE r.world = n.world AND r.id = n.id`,
};

export function updateRefunds(tx: Tx, rows: readonly (RefundRow & { dueInMs: number })[]): void {
  if (rows.length === 0) return;
  tx.query(updateStatement, [
    rows.map((row) => row.world),
    rows.map((row) => row.id),
    rows.map((row) => row.status),
    rows.map((row) => row.failure && JSON.stringify(row.failure)),
    rows.map((row) => row.rail_reference),
    rows.map((row) => row.updated_at),
    rows.map((row) => row.succeeded_at),
    rows.map((row) => row.failed_at),
    rows.map((row) => row.version),
    rows.map((row) => row.dueInMs / 1000),
  ]);
}

const LEASE_S = 60;

export const claimRefunds: Statement = {
  name: 'refunds_claim',
  text: `
    WITH due AS (
      SELECT world, id FROM ${dueOnEachRail('world, id', 'refunds')}
    ), claimed AS (
      UPDATE refunds r SET due_at = now() + interval '${LEASE_S} s', asked = r.asked + 1
      FROM due WHERE r.world = due.world AND r.id = due.id
      RETURNING r.*
    )
    SELECT ${refundColumns} FROM claimed r JOIN worlds w ON w.id = r.world`,
};

export const nextDueRefund: Statement = {
  name: 'refunds_next_due',
  text: nextDueOnRails('refunds'),
};
