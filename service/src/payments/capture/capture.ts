import { MOST_CAPTURES } from '../../../../contract/src/holds.ts';
import type { capturePayment } from '../../../../contract/src/payment-captures.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import { type ChargeEnds, canTakeCharge, postCharge } from '../../core/charge.ts';
import { type Charge, chargeOfPart } from '../../core/fee-tax.ts';
import { afterCapture, type CaptureParts, heldOf, splitCapture } from '../../core/hold.ts';
import {
  accountOf,
  type Book,
  type LedgerRefusal,
  limitBreach,
  type Movement,
  payHeld,
  release,
} from '../../core/ledger.ts';
import { toMinor } from '../../core/money.ts';
import type { Tx } from '../../db/transaction.ts';
import { type EventDraft, requestOf } from '../../events/emit.ts';
import { readTier } from '../../fees/stored-schedules.ts';
import { changedHold } from '../../holds/check-open.ts';
import type { Command } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { timeOfPosition } from '../../wallets/view.ts';
import type { PaymentRow } from '../store.ts';
import { paidCharge, renderPayment } from '../view.ts';
import { captureEvent, endEvents, paymentAfter } from './after.ts';
import { type Held, lockHeld } from './lock.ts';

type CaptureCommand = Command<InputOf<typeof capturePayment>>;

/**
 * Takes held money of payments, in the order of arrival, each capture with its own answer. Captures of one payment in
 * one batch follow each other. A capture is posted as a payment, with its part of the fee and of the tax.
 * @returns for each the serialised Payment, or the refusal
 */
export async function capturePayments(tx: Tx, commands: CaptureCommand[]): Promise<(string | Refusal)[]> {
  const held = await lockHeld(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const now = new Date();
  const drafts: EventDraft[] = [];
  const results = commands.map((command): string | Refusal => {
    const payment = held.payments.rowOf(command.caller.world, command.input.id);
    if (!payment) return new Refusal('not_found');
    const hold = held.holdOf(payment);
    if (payment.status !== 'requires_capture' || !hold) return notCapturable(payment);
    if (hold.expires_at <= now)
      return new Refusal('payment_not_capturable', 'The time to capture the payment has ended');
    const next = capture(held.book, { payment, hold }, command.input, held.endsOf(payment), now);
    if (next instanceof Refusal) return next;
    held.replace(next);
    const request = requestOf(command);
    drafts.push(captureEvent('payment.captured', next.payment, { before: payment, request }));
    drafts.push(...endEvents(next.payment, payment, request));
    return renderPayment(next.payment);
  });
  held.events.emit([...drafts, ...held.write()]);
  return results;
}

export function notCapturable({ status, capture_before: until }: PaymentRow): Refusal {
  const message =
    until === null
      ? 'The payment is captured automatically'
      : `The status of the payment is ${status}. Its money is not held`;
  return new Refusal('payment_not_capturable', message);
}

type Wish = Pick<CaptureCommand['input'], 'amount' | 'final'>;

/** Moves the money of one capture. A refusal leaves the book unchanged. */
function capture(book: Book, { payment, hold }: Held, wish: Wish, ends: ChargeEnds, now: Date): Held | Refusal {
  if (hold.captures.length >= MOST_CAPTURES) return new Refusal('too_many_captures');
  const amount = wish.amount === undefined ? undefined : toMinor(wish.amount);
  const parts = splitCapture(hold, { amount, final: wish.final ?? false });
  if (parts === null) {
    const remaining = heldOf(hold);
    const message = `Only ${remaining} is still held`;
    return new Refusal('capture_exceeds_remaining', message, { param: 'amount', facts: { remaining } });
  }
  const before = paidCharge(payment);
  const charge = chargeOfPart(parts.paid, { ...before, captured: hold.captured }, readTier(payment.fee_rate!));
  const at = BigInt(now.getTime()) * 1000n;
  const between = { from: hold.wallet_id, to: payment.wallet_id };
  const gross: Movement = { kind: 'payment', source: payment.id, ...between, amount: parts.paid, at };
  const refusal = pay(book, gross, parts, charge, ends);
  if (refusal) return explain(refusal, book, gross);
  const moved = timeOfPosition(book.postings.findLast(({ kind }) => kind === 'payment')!.position).toISOString();
  const { fee, tax } = charge;
  const taxed = tax === 0n ? {} : { tax: Number(tax) };
  const captures = [
    ...hold.captures,
    { to: payment.wallet_id, amount: Number(parts.paid), at: moved, fee: Number(fee), ...taxed },
  ];
  const next = changedHold({ ...afterCapture(hold, parts), captures }, now);
  const paid = { fee: before.fee + fee, tax: before.tax + tax };
  return { hold: next, payment: paymentAfter(payment, next, paid, now) };
}

/** Posts the part, its fee and tax, and frees the rest of a final capture. */
function pay(
  book: Book,
  gross: Movement,
  { freed }: CaptureParts,
  charge: Charge,
  ends: ChargeEnds,
): LedgerRefusal | null {
  if (!canTakeCharge(book, charge, ends)) return 'limit_exceeded';
  const refusal = payHeld(book, gross);
  if (refusal) return refusal;
  const { source, from, to: wallet, at } = gross;
  postCharge(book, { source, from: wallet, at }, charge, ends);
  if (freed > 0n) release(book, { wallet: from, source, amount: freed, at });
  return null;
}

/** The customer's limits and freezes are their own: the merchant learns only whose wallet refuses. */
function explain(refusal: LedgerRefusal, book: Book, gross: Movement): Refusal {
  const payer = accountOf(book, gross.from);
  if (refusal === 'wallet_frozen')
    return new Refusal(refusal, payer.frozen ? "The customer's wallet is frozen" : 'Your wallet is frozen');
  if (refusal === 'wallet_closed')
    return new Refusal(refusal, payer.closed ? "The customer's wallet is closed" : 'Your wallet is closed');
  if (limitBreach(book, gross)?.end !== 'from') return new Refusal(refusal);
  return new Refusal(refusal, 'The capture would exceed a limit of the customer. The money stays held');
}
