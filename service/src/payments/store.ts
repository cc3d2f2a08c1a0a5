import type { PaymentStatus } from '../../../contract/src/payments.ts';
import type { Failure, NextAction } from '../core/payment.ts';
import { bools, int4s, int8s, jsonbs, texts, times } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import { dueOnEachRail, nextDueOnRails } from '../db/due-on-rails.ts';
import { findEach } from '../db/find.ts';
import { type Locked, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import type { Tx } from '../db/transaction.ts';
import type { Collection } from '../rails/rail.ts';

export type PaymentRow = {
  world: number;
  livemode: boolean;
  id: string;
  amount: bigint;
  currency: string;
  customer: string;
  status: PaymentStatus;
  next_action: NextAction | null;
  failure: Failure | null;
  amount_refunded: bigint;
  /** In refunds that are under way. */
  amount_refunding: bigint;
  fee: bigint;
  wallet_id: string;
  /** The customer's wallet that the money comes out of: the wallet rail's alone. */
  payer_wallet_id: string | null;
  rail: string;
  rail_reference: string | null;
  reference: string | null;
  description: string | null;
  metadata: Record<string, string>;
  /** The request that created it, for the events that follow. */
  request: { id?: string; key?: string | null };
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  succeeded_at: Date | null;
  failed_at: Date | null;
  version: number;
  /** When the rail is asked next; null when final. */
  due_at: Date | null;
  /** How often the rail has been asked. */
  asked: number;
};

/** The payment as its rail knows it. */
export function toCollection(row: PaymentRow): Collection {
  const { id, amount, currency, customer, payer_wallet_id: payerWallet, expires_at: expiresAt } = row;
  return { id, amount, currency, customer, payerWallet, expiresAt };
}

export const paymentColumns = `
  p.world, w.livemode, p.id, p.amount, p.currency, p.customer, p.status, p.next_action, p.failure, p.amount_refunded,
  p.amount_refunding, p.fee, p.wallet_id, p.payer_wallet_id, p.rail, p.rail_reference, p.reference, p.description, p.metadata, p.request,
  p.created_at, p.updated_at, p.expires_at, p.succeeded_at, p.failed_at, p.version, p.due_at, p.asked`;

export const findPayment = findEach(
  'payments_find',
  `
    SELECT ${paymentColumns} FROM payments p JOIN worlds w ON w.id = p.world
    WHERE p.world = n.world AND p.id BETWEEN n.id AND n.id ORDER BY p.id`,
);

export const paymentsLock = lockEach('payments_lock', paymentColumns, 'payments', 'p');

/** Locks payments in the order of their ids. A payment is locked before a refund, and both before any wallet. */
export function lockPayments(tx: Tx, payments: readonly RecordKey[]): Promise<Locked<PaymentRow>> {
  return lockRows(tx, paymentsLock, payments);
}

/** A payment with what its customer is told besides. */
export type CustomerPaymentRow = PaymentRow & { merchant_name: string };

/** For queries that go on with WHERE or JOIN: the payments of people, in whatever world they are. */
export const selectRequests = `
  SELECT ${paymentColumns}, m.name AS merchant_name
  FROM payments p JOIN worlds w ON w.id = p.world
  JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id`;

export const selectCustomerPayment: Statement = {
  name: 'payments_select_request',
  text: `${selectRequests} WHERE p.customer = $1 AND w.livemode = $2 AND p.id = $3`,
};

const lockRequestsStatement: Statement = {
  name: 'payments_lock_requests',
  text: `
    ${selectRequests}
    JOIN (SELECT unnest($1::text[]) AS customer, unnest($2::boolean[]) AS livemode, unnest($3::text[]) AS id) AS n
      ON n.customer = p.customer AND n.livemode = w.livemode AND n.id = p.id
    ORDER BY p.world, p.id
    FOR UPDATE OF p`,
};

export type RequestKey = { readonly customer: string; readonly livemode: boolean; readonly id: string };

/** Locks payments as `lockPayments` does, each if it is this customer's: a stranger who names it locks nothing. */
export function lockRequests(tx: Tx, requests: readonly RequestKey[]): Promise<CustomerPaymentRow[]> {
  return tx.query(lockRequestsStatement, [
    requests.map((request) => request.customer),
    requests.map((request) => request.livemode),
    requests.map((request) => request.id),
  ]);
}

/** The lease of a claim, in seconds: longer than a rail's call may take, so that nobody else asks meanwhile. */
export const PAYMENT_LEASE_S = 60;

const insertStatement: Statement = {
  name: 'payments_insert',
  text: `
    INSERT INTO payments (world, id, amount, currency, customer, status, fee, wallet_id, rail, reference, description,
                          metadata, request, created_at, updated_at, expires_at, payer_wallet_id, asked, due_at)
    SELECT world, id, amount, currency, customer, 'pending', fee, wallet_id, rail, reference, description,
           metadata, request, created_at, created_at, expires_at, payer_wallet_id, asked,
           CASE asked WHEN 0 THEN now() ELSE clock_timestamp() + interval '${PAYMENT_LEASE_S} s' END
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::bigint[]) AS amount,
                 unnest($4::text[]) AS currency, unnest($5::text[]) AS customer, unnest($6::bigint[]) AS fee,
                 unnest($7::text[]) AS wallet_id, unnest($8::text[]) AS rail, unnest($9::text[]) AS reference,
                 unnest($10::text[]) AS description, unnest($11::jsonb[]) AS metadata, unnest($12::jsonb[]) AS request,
                 unnest($13::timestamptz[]) AS created_at, unnest($14::timestamptz[]) AS expires_at,
                 unnest($15::text[]) AS payer_wallet_id, unnest($16::int[]) AS asked) AS n`,
};

/** What was asked once already is in the local queue, with a lease; the rest is due now, for a claim. */
export function insertPayments(tx: Tx, rows: readonly PaymentRow[]): void {
  if (rows.length === 0) return;
  tx.query(insertStatement, [
    int4s(rows.map((row) => row.world)),
    texts(rows.map((row) => row.id)),
    int8s(rows.map((row) => row.amount)),
    texts(rows.map((row) => row.currency)),
    texts(rows.map((row) => row.customer)),
    int8s(rows.map((row) => row.fee)),
    texts(rows.map((row) => row.wallet_id)),
    texts(rows.map((row) => row.rail)),
    texts(rows.map((row) => row.reference)),
    texts(rows.map((row) => row.description)),
    jsonbs(rows.map((row) => JSON.stringify(row.metadata))),
    jsonbs(rows.map((row) => JSON.stringify(row.request))),
    times(rows.map((row) => row.created_at)),
    times(rows.map((row) => row.expires_at)),
    texts(rows.map((row) => row.payer_wallet_id)),
    int4s(rows.map((row) => row.asked)),
  ]);
}

const updateStatement: Statement = {
  name: 'payments_update',
  text: `
    UPDATE payments p
    SET status = n.status, next_action = n.next_action, failure = n.failure, rail_reference = n.rail_reference,
        amount_refunded = n.amount_refunded, amount_refunding = n.amount_refunding, updated_at = n.updated_at,
        succeeded_at = n.succeeded_at, failed_at = n.failed_at, version = n.version, asked = n.asked,
        due_at = CASE WHEN n.status IN ('succeeded', 'failed') THEN NULL
                      -- Somebody has asked for a look at once, after this one's claim; perhaps while this waited for a lock.
                      WHEN p.due_at <= clock_timestamp() THEN p.due_at
                      -- Claimed locally: the lease that it has, untouched, so that no index is written.
                      WHEN n.claimed_locally AND p.due_at > now() + make_interval(secs => n.due_in_ms / 500.0) THEN p.due_at
                      ELSE now() + make_interval(secs => n.due_in_ms / 1000.0 + CASE WHEN n.claimed_locally THEN ${PAYMENT_LEASE_S} ELSE 0 END) END
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS status,
                 unnest($4::jsonb[]) AS next_action, unnest($5::jsonb[]) AS failure, unnest($6::text[]) AS rail_reference,
                 unnest($7::bigint[]) AS amount_refunded, unnest($8::bigint[]) AS amount_refunding,
                 unnest($9::timestamptz[]) AS updated_at, unnest($10::timestamptz[]) AS succeeded_at,
                 unnest($11::timestamptz[]) AS failed_at, unnest($12::int[]) AS version, unnest($13::int[]) AS asked,
                 unnest($14::bigint[]) AS due_in_ms, unnest($15::boolean[]) AS claimed_locally,
                 unnest($16::int[]) AS seen_version, unnest($17::int[]) AS seen_asked
          ORDER BY world, id) AS n
    WHERE p.world = n.world AND p.id = n.id
      AND (n.seen_version IS NULL OR p.version = n.seen_version AND p.asked = n.seen_asked)
    RETURNING p.id`,
};

export type PaymentUpdate = {
  readonly payment: PaymentRow;
  /** When the rail is asked next, where the payment is not final; claimed locally, it has a lease beyond that. */
  readonly dueInMs: number;
  readonly claimedLocally?: boolean;
  /** The row that it was decided from, where that is not locked: it is written only if nobody has written it since. */
  readonly basedOn?: PaymentRow;
};

/**
 * Writes payments, which locks them, in the order of their ids as `lockPayments` does.
 * @returns those that were written: all that were locked, and what is still as it was seen
 */
export function updatePayments(tx: Tx, updates: readonly PaymentUpdate[]): Promise<{ id: string }[]> {
  if (updates.length === 0) return Promise.resolve([]);
  const rows = updates.map(({ payment }) => payment);
  return tx.query(updateStatement, [
    int4s(rows.map((row) => row.world)),
    texts(rows.map((row) => row.id)),
    texts(rows.map((row) => row.status)),
    jsonbs(rows.map((row) => row.next_action && JSON.stringify(row.next_action))),
    jsonbs(rows.map((row) => row.failure && JSON.stringify(row.failure))),
    texts(rows.map((row) => row.rail_reference)),
    int8s(rows.map((row) => row.amount_refunded)),
    int8s(rows.map((row) => row.amount_refunding)),
    times(rows.map((row) => row.updated_at)),
    times(rows.map((row) => row.succeeded_at)),
    times(rows.map((row) => row.failed_at)),
    int4s(rows.map((row) => row.version)),
    int4s(rows.map((row) => row.asked)),
    int8s(updates.map(({ dueInMs }) => BigInt(Math.ceil(dueInMs)))),
    bools(updates.map(({ claimedLocally = false }) => claimedLocally)),
    int4s(updates.map(({ basedOn }) => basedOn?.version ?? null)),
    int4s(updates.map(({ basedOn }) => basedOn?.asked ?? null)),
  ]);
}

/** Writes payments that are final: no rail is asked again. */
export function endPayments(tx: Tx, payments: readonly PaymentRow[]): Promise<{ id: string }[]> {
  return updatePayments(
    tx,
    payments.map((payment) => ({ payment, dueInMs: 0 })),
  );
}

const updateRefundedStatement: Statement = {
  name: 'payments_update_refunded',
  text: `
    UPDATE payments p SET amount_refunded = n.amount_refunded, amount_refunding = n.amount_refunding,
                          updated_at = n.updated_at, version = n.version
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::bigint[]) AS amount_refunded,
                 unnest($4::bigint[]) AS amount_refunding, unnest($5::timestamptz[]) AS updated_at,
                 unnest($6::int[]) AS version) AS n
    WHERE p.world = n.world AND p.id = n.id`,
};

export function updateRefunded(tx: Tx, rows: readonly PaymentRow[]): void {
  if (rows.length === 0) return;
  tx.query(updateRefundedStatement, [
    rows.map((row) => row.world),
    rows.map((row) => row.id),
    rows.map((row) => row.amount_refunded),
    rows.map((row) => row.amount_refunding),
    rows.map((row) => row.updated_at),
    rows.map((row) => row.version),
  ]);
}

export const claimPayments: Statement = {
  name: 'payments_claim',
  text: `
    WITH due AS (
      SELECT world, id FROM ${dueOnEachRail('world, id', 'payments')}
    ), claimed AS (
      UPDATE payments p SET due_at = now() + interval '${PAYMENT_LEASE_S} s', asked = p.asked + 1
      FROM due WHERE p.world = due.world AND p.id = due.id
      RETURNING p.*
    )
    SELECT ${paymentColumns} FROM claimed p JOIN worlds w ON w.id = p.world`,
};

/** Keeps workers away, for as long as a claim would, from a payment whose rail was never asked. */
export const deferFirstAsk: Statement = {
  name: 'payments_hold_back',
  text: `
    UPDATE payments SET due_at = now() + interval '${PAYMENT_LEASE_S} s'
    WHERE world = $1 AND id = $2 AND asked = 0 AND due_at IS NOT NULL RETURNING id`,
};

/** Ends the lease of payments in the local queue whose rail was not asked since: they are due at once, for whoever is there. */
export const releasePayments: Statement = {
  name: 'payments_let_go',
  text: `
    UPDATE payments p SET due_at = now(), asked = p.asked - 1
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id) AS n
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
