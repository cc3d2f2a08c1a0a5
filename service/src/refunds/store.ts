import type { RefundStatus } from '../../../contract/src/refunds.ts';
import type { Failure } from '../core/payment.ts';
import type { Statement } from '../db/database.ts';
import { dueOnEachRail, nextDueOnRails } from '../db/due-on-rails.ts';
import { findEach } from '../db/find.ts';
import { type LockedRows, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import {
  arraysFrom,
  arraysOf,
  assigned,
  bool,
  float8,
  from,
  insertMany,
  int2,
  int4,
  int8,
  joined,
  jsonb,
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
import type { StoredReturn } from '../payments/splits/stored.ts';
import { joinReceipt, receiptOfRecord } from '../payments/store.ts';
import { noContext, type RailContext } from '../rails/context.ts';
import type { Repayment } from '../rails/rail.ts';

/** The columns of a refund. In this file, a new column is added only here. */
const refundTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  payment_id: text,
  /** E.164: the customer who gets the money back. */
  customer: text,
  amount: int8,
  currency: text,
  status: textOf<RefundStatus>(),
  reason: nullable(textOf<'requested_by_customer' | 'duplicate' | 'fraudulent'>()),
  failure: later(jsonb<Failure | null>()),
  wallet_id: text,
  rail: text,
  rail_reference: later(nullable(text)),
  reference: nullable(text),
  metadata: jsonb<Record<string, string>>(),
  created_at: timestamptz,
  updated_at: timestamptz,
  succeeded_at: later(nullable(timestamptz)),
  failed_at: later(nullable(timestamptz)),
  version: later(int4),
  due_at: nullable(timestamptz),
  asked: later(int4),
  sent_at: later(nullable(timestamptz)),
  not_found: later(int2),
  rail_handle: later(nullable(text)),
  /** The span of the request that created it, if it was traced. */
  traceparent: nullable(text),
  /** The parts of the payment's shares that it takes back; null for a payment without. */
  split: nullable(jsonb<readonly StoredReturn[]>()),
  /** The fee and the tax that it has returned. */
  fee_returned: later(int8),
  tax_returned: later(int8),
};

/** The payment's fields that its refund's rail needs, read with a claim. */
type OriginalColumns = {
  payment_amount: bigint;
  payment_handle: string | null;
  payment_reference: string | null;
  payment_succeeded_at: Date | null;
  payment_refunded: bigint;
};

/** A refund that a worker has claimed. */
export type RefundJob = RefundRow &
  OriginalColumns & {
    /** It was certainly not sent before, so this claim sends it. Otherwise its rail is only asked for its state. */
    readonly sending: boolean;
    readonly context?: RailContext;
  };

export type RefundRow = RowOf<typeof refundTable>;

/** The refund as its rail needs it. */
export function toRepayment(row: RefundJob): Repayment {
  const { id, amount, currency, customer } = row;
  const { merchant, received, callbackUrl } = row.context ?? noContext;
  return {
    ...{ id, amount, currency, customer, merchant, received, callbackUrl },
    sentAt: row.sent_at ?? row.updated_at,
    handle: row.rail_handle,
    traceparent: row.traceparent,
    payment: {
      id: row.payment_id,
      handle: row.payment_handle,
      railReference: row.payment_reference,
      amount: row.payment_amount,
      succeededAt: row.payment_succeeded_at,
      refunded: row.payment_refunded,
    },
  };
}

export const refundColumns = listOf(refundTable, 'r');

export const findRefund = findEach(
  'refunds_find',
  `
    SELECT ${refundColumns} FROM refunds r JOIN worlds w ON w.id = r.world
    WHERE r.world = n.world AND r.id BETWEEN n.id AND n.id ORDER BY r.id`,
);

export const findShownRefund = findEach(
  'refunds_find_shown',
  `
    SELECT ${refundColumns}, ${receiptOfRecord} FROM refunds r JOIN worlds w ON w.id = r.world ${joinReceipt}
    WHERE r.world = n.world AND r.id BETWEEN n.id AND n.id ORDER BY r.id`,
);

export const refundsLock = lockEach('refunds_lock', refundColumns, 'refunds', 'r');

export function lockRefunds(tx: Tx, refunds: readonly RecordKey[]): Promise<LockedRows<RefundRow>> {
  return lockRows(tx, refundsLock, refunds);
}

const insert = insertMany('refunds_insert', 'refunds', refundTable, {
  set: { status: `'pending'`, updated_at: 'created_at', due_at: 'now()' },
  last: ['due_at', 'customer', 'traceparent', 'split'],
});

export function insertRefunds(tx: Tx, rows: readonly RefundRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}

const changing = pick(
  refundTable,
  'status',
  'failure',
  'rail_reference',
  'updated_at',
  'succeeded_at',
  'failed_at',
  'version',
  'sent_at',
  'not_found',
  'rail_handle',
  'split',
  'fee_returned',
  'tax_returned',
);
const changed = arraysOf({ ...key, ...changing });
const delays = arraysFrom<{ dueInMs: number }>(
  { due_in_s: from(float8, ({ dueInMs }) => dueInMs / 1000) },
  { first: changed.next },
);

const updateStatement: Statement = {
  name: 'refunds_update',
  text: `
    UPDATE refunds r
    SET ${assigned(changing)},
        due_at = CASE WHEN n.status <> 'pending' THEN NULL
                      -- A callback has asked for a look at once, after this one's claim.
                      WHEN r.due_at <= clock_timestamp() THEN r.due_at
                      ELSE now() + make_interval(secs => n.due_in_s) END
    FROM (SELECT ${changed.unnest}, ${delays.unnest}) AS n
    WHERE r.world = n.world AND r.id = n.id`,
};

export function updateRefunds(tx: Tx, rows: readonly (RefundRow & { dueInMs: number })[]): void {
  if (rows.length > 0) tx.query(updateStatement, [...changed.of(rows), ...delays.of(rows)]);
}

const LEASE_S = 60;

export const claimRefunds: Statement = {
  name: 'refunds_claim',
  text: `
    WITH due AS (
      SELECT world, id, sent_at FROM ${dueOnEachRail('world, id, sent_at', 'refunds')}
    ), claimed AS (
      UPDATE refunds r
      SET due_at = now() + interval '${LEASE_S} s', asked = r.asked + 1, sent_at = coalesce(r.sent_at, now())
      FROM due WHERE r.world = due.world AND r.id = due.id
      RETURNING r.*, due.sent_at IS NULL AS sending
    )
    SELECT ${refundColumns}, r.sending, p.amount AS payment_amount, p.rail_handle AS payment_handle,
           p.rail_reference AS payment_reference, p.succeeded_at AS payment_succeeded_at,
           p.amount_refunded AS payment_refunded
    FROM claimed r JOIN worlds w ON w.id = r.world JOIN payments p ON p.world = r.world AND p.id = r.payment_id`,
};

export const nextDueRefund: Statement = {
  name: 'refunds_next_due',
  text: nextDueOnRails('refunds'),
};
