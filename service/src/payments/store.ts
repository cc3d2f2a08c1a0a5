import type { FeeOnRefund } from '../../../contract/src/fee-on-refund.ts';
import type { PaymentStatus } from '../../../contract/src/payments.ts';
import type { Failure, NextAction } from '../core/payment.ts';
import type { Statement } from '../db/database.ts';
import { dueOnEachRail, nextDueOnRails } from '../db/due-on-rails.ts';
import { findEach } from '../db/find.ts';
import { type LockedRows, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import {
  arraysFrom,
  arraysOf,
  assigned,
  bool,
  from,
  insertMany,
  int2,
  int4,
  int8,
  joined,
  jsonb,
  key,
  keys,
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
import type { StoredTier } from '../fees/stored-schedules.ts';
import { noContext, type RailContext } from '../rails/context.ts';
import type { Collection } from '../rails/rail.ts';
import type { StoredShare } from './splits/stored.ts';

/** The columns of a payment. In this file, a new column is added only here. */
const paymentTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  amount: int8,
  currency: text,
  customer: text,
  status: textOf<PaymentStatus>(),
  next_action: later(jsonb<NextAction | null>()),
  failure: later(jsonb<Failure | null>()),
  amount_refunded: later(int8),
  /** The amount in refunds that are under way. */
  amount_refunding: later(int8),
  fee: int8,
  wallet_id: text,
  /** The customer's wallet that pays; only on the wallet rail. */
  payer_wallet_id: nullable(text),
  rail: text,
  /** The rails that it may try, in order; null if there is no other (`next-candidate.ts`). */
  route: nullable(text),
  rail_reference: later(nullable(text)),
  reference: nullable(text),
  /** The checkout session that it pays. */
  checkout_session: nullable(text),
  branch_id: nullable(text),
  description: nullable(text),
  /** Where receipts go by e-mail. */
  receipt_email: nullable(text),
  /** Where a redirect returns the payer. */
  success_url: nullable(text),
  cancel_url: nullable(text),
  /** The payer's one-time code, until the first send (`one-time-code.ts`). */
  sealed_code: nullable(text),
  metadata: jsonb<Record<string, string>>(),
  /** The request that created it, for later events. */
  request: jsonb<StoredRequest>(),
  created_at: timestamptz,
  updated_at: timestamptz,
  expires_at: timestamptz,
  succeeded_at: later(nullable(timestamptz)),
  failed_at: later(nullable(timestamptz)),
  reversed_at: later(nullable(timestamptz)),
  version: later(int4),
  /** When the rail is asked next; null when final. */
  due_at: nullable(timestamptz),
  /** How often the rail has been asked. */
  asked: int4,
  /** The mark that precedes each send (`core/sending.ts`). */
  sent_at: nullable(timestamptz),
  not_found: later(int2),
  rail_handle: later(nullable(text)),
  /** These four are null without manual capture. */
  capture_before: nullable(timestamptz),
  authorized: nullable(int8),
  captured: nullable(int8),
  fee_rate: nullable(jsonb<StoredTier>()),
  /** The shares of the net; null without any (`splits/`). */
  split: nullable(jsonb<readonly StoredShare[]>()),
  /** The amount without fee and tax, if the payer bears them. `amount` is always the money that the payer gives. */
  price: nullable(int8),
  /** On the fee. */
  tax: int8,
  /** Whether refunds return the fee and its tax, and what they have returned. */
  fee_on_refund: textOf<FeeOnRefund>(),
  fee_returned: later(int8),
  tax_returned: later(int8),
};

export type PaymentRow = RowOf<typeof paymentTable>;

/** A payment that a worker has claimed. */
export type PaymentJob = PaymentRow & {
  /** It was certainly not sent before, so this claim sends it. Otherwise its rail is only asked for its state. */
  readonly sending?: boolean;
  /** Missing on the built-in rails. */
  readonly context?: RailContext;
};

/**
 * The payment as its rail needs it.
 * @param code the payer's one-time code, which only the first send needs
 */
export function toCollection(
  row: PaymentJob,
  { returnUrl = null, code = null }: { readonly returnUrl?: string | null; readonly code?: string | null } = {},
): Collection {
  const { id, amount, currency, customer, payer_wallet_id: payerWallet, expires_at: expiresAt } = row;
  return {
    ...(row.context ?? noContext),
    ...{ id, amount, currency, customer, payerWallet, expiresAt },
    createdAt: row.created_at,
    hidesPayer: row.checkout_session !== null,
    sentAt: row.sent_at ?? row.updated_at,
    traceparent: row.request.traceparent ?? null,
    handle: row.rail_handle,
    reference: row.reference,
    description: row.description,
    successUrl: row.success_url ?? returnUrl,
    cancelUrl: row.cancel_url ?? row.success_url ?? returnUrl,
    code,
  };
}

export const paymentColumns = listOf(paymentTable, 'p');

export const findPayment = findEach(
  'payments_find',
  `
    SELECT ${paymentColumns} FROM payments p JOIN worlds w ON w.id = p.world
    WHERE p.world = n.world AND p.id BETWEEN n.id AND n.id ORDER BY p.id`,
);

/** The receipt of a record, for the answer that shows this record alone. Both are null without one. */
export type WithReceipt = { receipt: string | null; sealed_token: Buffer | null };
export const receiptOfRecord = 'rc.id AS receipt, rc.sealed_token';
/** Joins the receipt of `n.id` in `n.world`. One statement reads both. */
export const joinReceipt = `
  LEFT JOIN LATERAL (
    SELECT x.id, x.sealed_token FROM receipts x
    WHERE x.world = n.world AND x.record_id BETWEEN n.id AND n.id AND x.revoked_at IS NULL
    ORDER BY x.record_id LIMIT 1) rc ON true`;

export const findShownPayment = findEach(
  'payments_find_shown',
  `
    SELECT ${paymentColumns}, ${receiptOfRecord} FROM payments p JOIN worlds w ON w.id = p.world ${joinReceipt}
    WHERE p.world = n.world AND p.id BETWEEN n.id AND n.id ORDER BY p.id`,
);

export const paymentsLock = lockEach('payments_lock', paymentColumns, 'payments', 'p');

/** Locks payments in the order of their ids. A payment is locked before a refund, and both before any wallet. */
export function lockPayments(tx: Tx, payments: readonly RecordKey[]): Promise<LockedRows<PaymentRow>> {
  return lockRows(tx, paymentsLock, payments);
}

/** A payment with the other fields that its customer sees. */
export type CustomerPaymentRow = PaymentRow & { merchant_name: string };

/** The payments of customers in all worlds, for queries that add WHERE or JOIN. */
export const selectRequests = `
  SELECT ${paymentColumns}, m.name AS merchant_name
  FROM payments p JOIN worlds w ON w.id = p.world
  JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id`;

export const selectCustomerPayment: Statement = {
  name: 'payments_select_request',
  text: `${selectRequests} WHERE p.customer = $1 AND w.livemode = $2 AND p.id = $3`,
};

export type RequestKey = { readonly customer: string; readonly livemode: boolean; readonly id: string };
const requestKeys = arraysOf({ customer: text, livemode: bool, id: text });

const lockRequestsStatement: Statement = {
  name: 'payments_lock_requests',
  text: `
    ${selectRequests}
    JOIN (SELECT ${requestKeys.unnest}) AS n
      ON n.customer = p.customer AND n.livemode = w.livemode AND n.id = p.id
    ORDER BY p.world, p.id
    FOR UPDATE OF p`,
};

/**
 * Locks payments as `lockPayments` does, but only those of this customer: another customer who names one locks nothing.
 */
export function lockRequests(tx: Tx, requests: readonly RequestKey[]): Promise<CustomerPaymentRow[]> {
  return tx.query(lockRequestsStatement, requestKeys.of(requests));
}

/** The lease of a claim, in seconds: longer than a rail's call may take, so that no other node asks meanwhile. */
export const PAYMENT_LEASE_S = 60;

const insert = insertMany('payments_insert', 'payments', paymentTable, {
  set: {
    status: `'pending'`,
    updated_at: 'created_at',
    due_at: `CASE asked WHEN 0 THEN now() ELSE clock_timestamp() + interval '${PAYMENT_LEASE_S} s' END`,
  },
  last: [
    'payer_wallet_id',
    'asked',
    'due_at',
    'sent_at',
    'route',
    'success_url',
    'cancel_url',
    'sealed_code',
    'receipt_email',
    'checkout_session',
    'capture_before',
    'authorized',
    'captured',
    'fee_rate',
    'split',
    'price',
    'tax',
    'fee_on_refund',
  ],
});

/** A payment with `asked` above 0 is in the local queue and has a lease. The others are due at once, for a claim. */
export function insertPayments(tx: Tx, rows: readonly PaymentRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}

export type PaymentUpdate = {
  readonly payment: PaymentRow;
  /**
   * When the rail is asked next, if the payment is not final. A payment in the local queue gets a lease on top of that.
   */
  readonly dueInMs: number;
  readonly claimedLocally?: boolean;
  /**
   * The row that the decision is based on, if it is not locked. The update is written only if the row has not changed
   * since.
   */
  readonly basedOn?: PaymentRow;
};

const changing = pick(
  paymentTable,
  'status',
  'next_action',
  'failure',
  'rail_reference',
  'amount_refunded',
  'amount_refunding',
  'updated_at',
  'succeeded_at',
  'failed_at',
  'version',
  'asked',
  'sent_at',
  'not_found',
  'rail_handle',
);
const changed = arraysOf({ ...key, ...changing });
const updates = arraysFrom<PaymentUpdate>(
  {
    due_in_ms: from(int8, ({ dueInMs }) => BigInt(Math.ceil(dueInMs))),
    claimed_locally: from(bool, ({ claimedLocally = false }) => claimedLocally),
    seen_version: from(nullable(int4), ({ basedOn }) => basedOn?.version ?? null),
    seen_asked: from(nullable(int4), ({ basedOn }) => basedOn?.asked ?? null),
  },
  { first: changed.next },
);

const updateStatement: Statement = {
  name: 'payments_update',
  text: `
    UPDATE payments p
    SET ${assigned(changing)},
        -- The code goes with the first send, and is kept for another one only if the provider took nothing.
        sealed_code = CASE WHEN n.status = 'pending' AND n.sent_at IS NULL THEN p.sealed_code END,
        due_at = CASE WHEN n.status IN ('requires_capture', 'succeeded', 'failed') THEN NULL
                      -- Somebody has asked for a look at once, after this one's claim; perhaps while this waited for a lock.
                      WHEN p.due_at <= clock_timestamp() THEN p.due_at
                      -- Claimed locally: the lease that it has, untouched, so that no index is written.
                      WHEN n.claimed_locally AND p.due_at > now() + make_interval(secs => n.due_in_ms / 500.0) THEN p.due_at
                      ELSE now() + make_interval(secs => n.due_in_ms / 1000.0 + CASE WHEN n.claimed_locally THEN ${PAYMENT_LEASE_S} ELSE 0 END) END
    FROM (SELECT ${changed.unnest}, ${updates.unnest}
          ORDER BY world, id) AS n
    WHERE p.world = n.world AND p.id = n.id
      AND (n.seen_version IS NULL OR p.version = n.seen_version AND p.asked = n.seen_asked)
    RETURNING p.id`,
};

/**
 * Writes and locks payments, in the order of their ids as `lockPayments` does.
 * @returns the written ones: all that were locked, and those that have not changed since `basedOn`
 */
export function updatePayments(tx: Tx, writes: readonly PaymentUpdate[]): Promise<{ id: string }[]> {
  if (writes.length === 0) return Promise.resolve([]);
  return tx.query(updateStatement, [...changed.of(writes.map(({ payment }) => payment)), ...updates.of(writes)]);
}

/** Writes final payments, whose rail is not asked again. */
export function endPayments(tx: Tx, payments: readonly PaymentRow[]): Promise<{ id: string }[]> {
  return updatePayments(
    tx,
    payments.map((payment) => ({ payment, dueInMs: 0 })),
  );
}

const refunding = pick(
  paymentTable,
  'amount_refunded',
  'amount_refunding',
  'updated_at',
  'version',
  'fee_returned',
  'tax_returned',
);
const refunded = arraysOf({ ...key, ...refunding });

const updateRefundedStatement: Statement = {
  name: 'payments_update_refunded',
  text: `
    UPDATE payments p SET ${assigned(refunding)}
    FROM (SELECT ${refunded.unnest}) AS n
    WHERE p.world = n.world AND p.id = n.id`,
};

export function updateRefunded(tx: Tx, rows: readonly PaymentRow[]): void {
  if (rows.length > 0) tx.query(updateRefundedStatement, refunded.of(rows));
}

export const claimPayments: Statement = {
  name: 'payments_claim',
  text: `
    WITH due AS (
      SELECT world, id, sent_at FROM ${dueOnEachRail('world, id, sent_at', 'payments')}
    ), claimed AS (
      UPDATE payments p
      SET due_at = now() + interval '${PAYMENT_LEASE_S} s', asked = p.asked + 1, sent_at = coalesce(p.sent_at, now())
      FROM due WHERE p.world = due.world AND p.id = due.id
      RETURNING p.*, due.sent_at IS NULL AS sending
    )
    SELECT ${paymentColumns}, p.sending FROM claimed p JOIN worlds w ON w.id = p.world`,
};

/** Keeps workers away from a payment that was certainly not sent, for as long as a claim would. */
export const deferFirstAsk: Statement = {
  name: 'payments_hold_back',
  text: `
    UPDATE payments SET due_at = now() + interval '${PAYMENT_LEASE_S} s'
    WHERE world = $1 AND id = $2 AND sent_at IS NULL AND due_at IS NOT NULL RETURNING id`,
};

/** Ends the lease of payments in the local queue whose rail was not asked since. They are due at once, for any node. */
export const releasePayments: Statement = {
  name: 'payments_let_go',
  text: `
    UPDATE payments p
    SET due_at = now(), asked = p.asked - 1,
        sent_at = CASE WHEN p.status = 'pending' AND p.asked = 1 THEN NULL ELSE p.sent_at END
    FROM (SELECT ${keys.unnest}) AS n
    WHERE p.world = n.world AND p.id = n.id AND p.due_at > now() AND p.asked > 0`,
};

export const nextDuePayment: Statement = {
  name: 'payments_next_due',
  text: nextDueOnRails('payments'),
};

export const pollPaymentNow: Statement = {
  name: 'payments_hurry',
  text: `UPDATE payments SET due_at = now() WHERE world = $1 AND id = $2 AND due_at IS NOT NULL`,
};
