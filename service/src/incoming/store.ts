import type { Queries, Statement } from '../db/database.ts';
import { arraysFrom, from, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { PaymentRow } from '../payments/store.ts';
import { paymentColumns } from '../payments/store.ts';
import type { Incoming } from '../rails/rail.ts';

/** Money that a rail reported and nobody asked for: new → confirmed by the provider's own list → posted. */
export type IncomingRow = {
  rail: string;
  receipt: string;
  amount: bigint;
  currency: string;
  at: Date;
  payer: string | null;
  account_text: string | null;
  status: 'new' | 'confirmed' | 'posted';
};

export const toIncoming = (row: IncomingRow): Incoming => ({
  receipt: row.receipt,
  amount: row.amount,
  currency: row.currency,
  at: row.at,
  payer: row.payer,
  accountText: row.account_text,
});

const columns = 'rail, receipt, amount, currency, at, payer, account_text, status';

/** At most this many of a rail at a time, the longest due first. */
const MOST = 500;

export const selectIncoming: Statement = {
  name: 'incoming_select',
  text: `
    SELECT ${columns} FROM (
      SELECT *, row_number() OVER (PARTITION BY rail ORDER BY due_at) AS place
      FROM rail_incoming WHERE status <> 'posted' AND due_at <= now()) i
    WHERE place <= ${MOST} ORDER BY at`,
};

/** Milliseconds until the next money is due; null if none waits. */
export const nextDueIncoming: Statement = {
  name: 'incoming_next_due',
  text: `
    SELECT extract(epoch FROM min(due_at) - now())::float8 * 1000 AS ms FROM rail_incoming
    WHERE status <> 'posted' AND due_at > now()`,
};

const confirmStatement: Statement = {
  name: 'incoming_confirm',
  text: `
    UPDATE rail_incoming SET status = 'confirmed'
    WHERE rail = $1 AND receipt = ANY ($2::text[]) AND status = 'new' RETURNING receipt`,
};
export const confirmReceipts = (db: Queries, rail: string, receipts: readonly string[]) =>
  db.query<{ receipt: string }>(confirmStatement, [rail, receipts]);

const lockStatement: Statement = {
  name: 'incoming_lock',
  text: `SELECT ${columns} FROM rail_incoming WHERE rail = $1 AND receipt = $2 AND status = 'confirmed' FOR UPDATE`,
};

/** @returns undefined if it is posted already */
export const lockConfirmed = async (tx: Tx, { rail, receipt }: IncomingRow): Promise<IncomingRow | undefined> =>
  (await tx.query<IncomingRow>(lockStatement, [rail, receipt]))[0];

const postedStatement: Statement = {
  name: 'incoming_posted',
  text: `UPDATE rail_incoming SET status = 'posted' WHERE rail = $1 AND receipt = $2`,
};
export const markPosted = (db: Queries, { rail, receipt }: Pick<IncomingRow, 'rail' | 'receipt'>) =>
  db.query(postedStatement, [rail, receipt]);

/** The index of receipts leaves the built-in rails out. */
const selectPaid: Statement = {
  name: 'incoming_paid',
  text: `
    SELECT id FROM payments
    WHERE rail_reference = $2 AND rail = $1 AND rail_reference IS NOT NULL AND rail NOT IN ('sandbox', 'wallet')
      AND status = 'succeeded'
    UNION ALL
    SELECT record FROM cases
    WHERE kind = 'late_success' AND rail = $1 AND facts ->> 'rail_reference' = $2 AND record IS NOT NULL`,
};

/** The payment whose money has this receipt: one that succeeded, or a late success that waits for an operator. */
export const findPaid = async (db: Queries, rail: string, receipt: string): Promise<string | undefined> =>
  (await db.query<{ id: string }>(selectPaid, [rail, receipt]))[0]?.id;

const reported = arraysFrom<IncomingRow>(
  { rail: from(text, ({ rail }) => rail), receipt: from(text, ({ receipt }) => receipt) },
  { hidden: true },
);

const markOwnedStatement: Statement = {
  name: 'incoming_mark_owned',
  text: `
    UPDATE rail_incoming i SET status = 'posted'
    FROM (SELECT ${reported.unnest}) AS n
    CROSS JOIN LATERAL (
      SELECT FROM payments
      WHERE rail_reference = n.receipt AND rail = n.rail AND rail_reference IS NOT NULL
        AND rail NOT IN ('sandbox', 'wallet') AND status = 'succeeded'
      LIMIT 1) p
    WHERE i.rail = n.rail AND i.receipt = n.receipt AND i.status <> 'posted' RETURNING i.receipt`,
};

/**
 * Marks the rows of one rail whose money a succeeded payment has posted. They need no confirmation, because nothing is
 * moved.
 * @returns their receipts
 */
export async function markOwned(db: Queries, rows: readonly IncomingRow[]): Promise<Set<string>> {
  const marked = await db.query<{ receipt: string }>(markOwnedStatement, reported.of(rows));
  return new Set(marked.map(({ receipt }) => receipt));
}

/** Open payments at the rail. The index of due payments has them. */
const selectOpen: Statement = {
  name: 'incoming_open_payments',
  text: `
    SELECT ${paymentColumns} FROM payments p JOIN worlds w ON w.id = p.world
    WHERE p.rail = $1 AND p.due_at IS NOT NULL AND p.amount = $2 AND p.currency = $3 LIMIT 1000`,
};
export const findOpen = (db: Queries, { rail, amount, currency }: IncomingRow) =>
  db.query<PaymentRow>(selectOpen, [rail, amount, currency]);

export type UnmatchedRow = { id: string; rail: string; receipt: string };

/** Open cases about money that a payment turned out to own after it was posted. */
export const selectOwned: Statement = {
  name: 'incoming_owned',
  text: `
    SELECT c.id, c.rail, c.record AS receipt
    FROM cases c
    WHERE c.status = 'open' AND c.kind = 'unmatched_money' AND (
      EXISTS (
        SELECT FROM payments p
        WHERE p.rail_reference = c.record AND p.rail = c.rail AND p.rail_reference IS NOT NULL
          AND p.rail NOT IN ('sandbox', 'wallet') AND p.status = 'succeeded')
      OR EXISTS (
        SELECT FROM cases l
        WHERE l.kind = 'late_success' AND l.rail = c.rail AND l.facts ->> 'rail_reference' = c.record))
    LIMIT 100`,
};
