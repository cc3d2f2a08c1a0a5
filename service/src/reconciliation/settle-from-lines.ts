import { openCases } from '../cases/open-cases.ts';
import type { Database, Statement } from '../db/database.ts';
import { settlePayments } from '../payments/settle.ts';
import { settleLate } from '../payments/settle-late.ts';
import { findPayment, type PaymentRow } from '../payments/store.ts';
import { isOtherMoney, wrongAmountCase } from '../payments/wrong-amount.ts';
import type { ClaimedItem } from '../payouts/item-store.ts';
import { returnItem } from '../payouts/return-item.ts';
import { settleAnswers } from '../payouts/settle-answers.ts';
import { settleRefunds } from '../refunds/settle.ts';
import { findRefund, type RefundRow } from '../refunds/store.ts';
import type { ReconciledRail } from './store.ts';

type Known = { line: string; operation: string | null; amount: bigint; kind: string; record: string; world: number };

/** The provider's ids here have the database's collation, and those of lines have "C": an index fits one of the two. */
const providersId = 'l.operation COLLATE "default"';
const byOurId = (table: string) => `
      SELECT id, world FROM ${table} WHERE id = l.record AND rail = $1 AND rail NOT IN ('sandbox', 'wallet')`;
const byHandle = (table: string) => `
      SELECT id, world FROM ${table} WHERE rail = $1 AND rail_handle = ${providersId}`;

/**
 * The records that unmatched lines ($2) name, by our id, the receipt or the handle, and that move money in the line's
 * direction. `failed` records are included: the provider moved the money. A line that names several is left out.
 */
const selectRecords: Statement = {
  name: 'reconciliation_records_of_lines',
  text: `
    WITH l AS MATERIALIZED (
      SELECT id, record, operation, amount, kind FROM statement_lines
      WHERE id = ANY ((SELECT $2::text[])::text[]) AND state = 'booked' AND match IS NULL AND kind <> 'fee')
    SELECT l.id AS line, l.operation, l.amount, l.kind, r.id AS record, r.world
    FROM l CROSS JOIN LATERAL (
      SELECT min(id) AS id, min(world) AS world FROM (
        SELECT * FROM (${byOurId('payments')} UNION ${byHandle('payments')} UNION
          SELECT id, world FROM payments
          WHERE rail = $1 AND rail_reference = ${providersId} AND rail_reference IS NOT NULL
            AND rail NOT IN ('sandbox', 'wallet')) p WHERE l.amount > 0 OR l.kind = 'reversal'
        UNION SELECT * FROM (${byOurId('refunds')} UNION ${byHandle('refunds')}) f
          WHERE l.amount < 0 AND l.kind <> 'reversal'
        UNION SELECT * FROM (${byOurId('payout_items')} UNION ${byHandle('payout_items')}) i
          WHERE l.amount < 0 OR l.kind = 'reversal') named
      HAVING count(*) = 1) r
    ORDER BY l.id`,
};

const selectItem: Statement = {
  name: 'reconciliation_open_item',
  text: `
    SELECT i.world, i.payout_id, i.id, i.recipient, i.amount, i.fee, i.tax, i.version, i.asked, i.rail, i.sent_at,
           i.not_found, i.rail_handle, i.reference, i.description, i.name, i.provider_reference, NULL AS wallet,
           false AS sending, p.currency, w.livemode, i.status
    FROM payout_items i JOIN payouts p ON p.world = i.world AND p.id = i.payout_id JOIN worlds w ON w.id = i.world
    WHERE i.id = $1 AND i.rail = $2 AND i.rail NOT IN ('sandbox', 'wallet')`,
};

const message = 'The provider lists the money as returned.';
const reversed = { code: 'rail_error', message, rail_code: null } as const;

/**
 * Settles the records that unmatched lines name, as if the rail had answered: a payment whose outcome is unknown has
 * succeeded, a final one was reversed or succeeded late. A record that says the same already is left alone. A payment
 * of another amount stays open, and a case names it.
 * @param lines ids of statement lines
 * @returns the records that were settled
 */
export async function settleFromLines(
  db: Database,
  rail: ReconciledRail,
  lines: readonly string[],
  onError: (error: unknown) => void,
): Promise<string[]> {
  const known = await db.query<Known>(selectRecords, [rail.rail, lines]);
  const settled: string[] = [];
  for (const line of known) {
    try {
      if (await settleOne(db, rail, line, onError)) settled.push(line.record);
    } catch (error) {
      onError(error);
    }
  }
  return settled;
}

function settleOne(db: Database, rail: ReconciledRail, line: Known, onError: (error: unknown) => void) {
  if (line.record.startsWith('pay_')) return settlePayment(db, line, onError);
  if (line.record.startsWith('rfd_')) return settleRefund(db, line, onError);
  return settleItem(db, rail, line, onError);
}

async function settlePayment(db: Database, line: Known, onError: (error: unknown) => void): Promise<boolean> {
  const payment = await db.find<PaymentRow>(findPayment, { world: line.world, id: line.record });
  if (!payment) return false;
  if (line.amount < 0n) {
    if (line.kind !== 'reversal' || line.amount !== -payment.amount) return false;
    return (await settleLate(db, payment, { state: 'reversed', failure: { ...reversed } })) !== 'nothing';
  }
  const received = { amount: line.amount, currency: payment.currency, payer: null };
  const answer = { state: 'succeeded', railReference: line.operation, received } as const;
  if (payment.status === 'failed') return (await settleLate(db, payment, answer)) !== 'nothing';
  if (payment.status === 'succeeded' || payment.sent_at === null) return false;
  if (isOtherMoney(payment, received)) {
    await openCases(db, [wrongAmountCase(payment, received)]);
    return false;
  }
  return (await settlePayments(db, [{ job: payment, answer }], onError)).length > 0;
}

async function settleRefund(db: Database, line: Known, onError: (error: unknown) => void): Promise<boolean> {
  const refund = await db.find<RefundRow>(findRefund, { world: line.world, id: line.record });
  if (refund?.status !== 'pending' || line.amount !== -refund.amount) return false;
  const answer = { state: 'succeeded', railReference: line.operation } as const;
  return (await settleRefunds(db, [{ job: refund, answer }], onError)).length > 0;
}

async function settleItem(
  db: Database,
  rail: ReconciledRail,
  line: Known,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const [item] = await db.query<ClaimedItem & { status: string }>(selectItem, [line.record, rail.rail]);
  if (!item) return false;
  if (line.amount > 0n) {
    if (line.kind !== 'reversal' || line.amount !== item.amount) return false;
    return (await returnItem(db, item, { state: 'returned', failure: { ...reversed } })) !== 'nothing';
  }
  if (item.status !== 'processing' || item.sent_at === null || line.amount !== -item.amount) return false;
  const answer = { state: 'succeeded', railReference: line.operation } as const;
  await settleAnswers(db, [{ job: item, answer }], onError);
  return true;
}
