import type { createRefund } from '../../../contract/src/refunds.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { openBook } from '../core/ledger.ts';
import { toMinor } from '../core/money.ts';
import { type RefundParts, remaining } from '../core/refund.ts';
import type { Tx } from '../db/transaction.ts';
import { openEvents, requestOf } from '../events/emit.ts';
import { preferTaken, takenReferences } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { openPartners } from '../payments/splits/open-partners.ts';
import { shareDebtors, shareWallets } from '../payments/splits/post.ts';
import { decideReturns, reserveRefund } from '../payments/splits/return.ts';
import { updateSplits } from '../payments/splits/store.ts';
import { lockPayments, type PaymentRow, updateRefunded } from '../payments/store.ts';
import type { Rails } from '../rails/rail.ts';
import { insertRefunds, type RefundRow } from './store.ts';
import { renderRefund } from './view.ts';

const DAY_MS = 24 * 3600 * 1000;

type RefundCommand = Command<InputOf<typeof createRefund>>;

/**
 * Opens refunds: one transaction takes the refund from the payment's refundable amount and reserves the money on the
 * merchant's wallet, so that refunds never exceed their payment. A worker then asks the rail.
 * @returns for each the serialised Refund, or the refusal
 */
export async function createRefunds(tx: Tx, commands: RefundCommand[], rails: Rails): Promise<(string | Refusal)[]> {
  const wanted = commands.map(({ caller, input }) => ({ world: caller.world, id: input.payment }));
  const [references, events, payments] = await Promise.all([
    takenReferences(tx, 'refunds', commands),
    openEvents(tx, wanted),
    lockPayments(tx, wanted),
  ]);
  const book = openBook(
    await lockWallets(
      tx,
      payments.rows.flatMap((payment) => [payment.wallet_id, ...shareWallets(payment)]),
    ),
  );
  const partners = await openPartners(tx, shareDebtors(payments.rows));
  const at = BigInt(Date.now()) * 1000n;

  const rows: RefundRow[] = [];
  const decided = commands.map((command): string | Refusal => {
    const payment = payments.rowOf(command.caller.world, command.input.payment);
    if (!payment) {
      return new Refusal('not_found', `Payment ${command.input.payment} does not exist`, { param: 'payment' });
    }
    const parts = rails.get(payment.rail)?.capabilities().refund?.parts ?? 'part';
    const refusal =
      checkPayment(payment) ??
      references.check(command) ??
      checkAmount(command, payment, parts) ??
      checkRail(command, payment, rails);
    if (refusal) return refusal;
    const row = toRow(command, payment, parts);
    const returns = decideReturns(payment, row.amount, command.input.split);
    if (returns instanceof Refusal) return returns;
    const split = reserveRefund(book, payment, row, { returns, partners, at });
    if (typeof split === 'string') return new Refusal(split);
    row.split = split;
    payment.amount_refunding += row.amount;
    references.take(command, row.id);
    rows.push(row);
    return renderRefund(row);
  });
  const results = await preferTaken(tx, 'refunds', commands, decided);

  writeBook(tx, book);
  insertRefunds(tx, rows);
  const changed = [...new Set(rows.map((row) => payments.rowOf(row.world, row.payment_id)!))];
  updateRefunded(tx, changed);
  updateSplits(tx, changed);
  partners.write();
  events.emit(
    commands.flatMap((command, i) => {
      const object = results[i]!;
      if (object instanceof Refusal) return [];
      const { world, livemode } = command.caller;
      const request = requestOf(command);
      return [{ world, livemode, type: 'refund.created' as const, at: new Date(), object, request }];
    }),
  );
  if (rows.length > 0) tx.afterCommit(() => tx.node.wake('refunds'));
  return results;
}

function checkPayment(payment: PaymentRow): Refusal | null {
  if (payment.reversed_at !== null)
    return new Refusal('payment_not_refundable', 'The provider took the money of this payment back.');
  // Its money waits in suspense, and its shares would be paid in full afterwards.
  if (payment.status === 'succeeded' && payment.split?.some(({ status }) => status === 'pending'))
    return new Refusal('payment_not_refundable', 'The money of this payment is not booked yet. Operators see it.');
  if (payment.status === 'succeeded') return null;
  return new Refusal(
    'payment_not_refundable',
    `The payment's status is ${payment.status}. Only a payment that succeeded can be refunded.`,
  );
}

function checkAmount({ input }: RefundCommand, payment: PaymentRow, parts: RefundParts): Refusal | null {
  const rest = remaining(payment, parts);
  if (rest > 0n && (input.amount === undefined || toMinor(input.amount) <= rest)) return null;
  const message = rest === 0n ? 'No amount is left to refund' : `Only ${rest} is left to refund`;
  return new Refusal('refund_exceeds_remaining', message, { param: 'amount', facts: { remaining: rest } });
}

/** Checks what the provider of the payment can return. A rail that was removed refuses nothing here. */
function checkRail({ input }: RefundCommand, payment: PaymentRow, rails: Rails): Refusal | null {
  const rail = rails.get(payment.rail);
  if (!rail) return null;
  const { refund } = rail.capabilities();
  if (refund === null)
    return new Refusal('payment_not_refundable', `The provider of the rail ${payment.rail} returns no payments.`);
  const age = Date.now() - payment.succeeded_at!.getTime();
  if (refund.days !== null && age > refund.days * DAY_MS)
    return new Refusal('payment_not_refundable', `The rail ${payment.rail} refunds within ${refund.days} days.`);
  const isWhole = input.amount === undefined || toMinor(input.amount) === payment.amount;
  if (refund.parts === 'part' || (isWhole && remaining(payment, 'whole') === payment.amount)) return null;
  const message = `The rail ${payment.rail} refunds only the whole payment, ${payment.amount}.`;
  return new Refusal('refund_must_be_whole', message, { param: 'amount' });
}

function toRow({ caller, input, span }: RefundCommand, payment: PaymentRow, parts: RefundParts): RefundRow {
  const now = new Date();
  return {
    world: caller.world,
    livemode: caller.livemode,
    id: newId('rfd'),
    payment_id: payment.id,
    customer: payment.customer,
    amount: input.amount === undefined ? remaining(payment, parts) : toMinor(input.amount),
    currency: payment.currency,
    status: 'pending',
    reason: input.reason ?? null,
    failure: null,
    wallet_id: payment.wallet_id,
    rail: payment.rail,
    rail_reference: null,
    reference: input.reference ?? null,
    metadata: input.metadata ?? {},
    created_at: now,
    updated_at: now,
    succeeded_at: null,
    failed_at: null,
    version: 1,
    due_at: now,
    asked: 0,
    sent_at: null,
    not_found: 0,
    rail_handle: null,
    traceparent: span?.traceparent ?? null,
    split: null,
    fee_returned: 0n,
    tax_returned: 0n,
  };
}
