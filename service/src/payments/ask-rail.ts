import type { RailAnswer, ReceivedMoney } from '../core/payment.ts';
import { paceOf, pollDelayMs } from '../core/poll.ts';
import { meaningOf } from '../core/sending.ts';
import type { Collection, Rails } from '../rails/rail.ts';
import { type PaymentJob, toCollection } from './store.ts';

export type AskHooks = {
  /** The provider reports another amount, currency or payer than the request. The payment stays open. */
  readonly onMismatch: (payment: PaymentJob, received: ReceivedMoney) => void;
  /** The payment as its rail needs it, with what its row does not hold. */
  readonly describe?: (payment: PaymentJob) => Collection;
};

/**
 * Sends a payment to its rail, or asks for the state of one that was sent. It sends only a payment that certainly was
 * not sent, and only while the rail takes new requests.
 */
export async function askRail(rails: Rails, payment: PaymentJob, hooks: AskHooks): Promise<RailAnswer> {
  const { onMismatch, describe = toCollection } = hooks;
  const rail = rails.get(payment.rail);
  const collection = describe(payment);
  if (payment.sending) {
    const held = rails.heldBack(payment.rail);
    if (held) return held;
    if (!rail?.collect) return { state: 'not_taken', why: 'no such rail' };
    return rail.collect(collection);
  }
  if (!rail?.check) return { state: 'unknown' };
  const answer = await rail.check(collection);
  const meaning = meaningOf(answer, payment, rail.capabilities().collect, new Date());
  if (meaning === 'never arrived') return { state: 'not_taken', why: 'the provider never got it' };
  if (meaning === 'nothing') return { state: 'unknown', askAgainInMs: paceOf(answer) ?? pollDelayMs(payment.asked) };
  // Taken back before its success was known here: the merchant never had the money.
  if (answer.state === 'reversed') return { state: 'failed', failure: answer.failure };
  if (answer.state === 'succeeded' && answer.received && differs(payment, answer.received)) {
    onMismatch(payment, answer.received);
    return { state: 'processing' };
  }
  return answer;
}

function differs(payment: PaymentJob, { amount, currency }: ReceivedMoney): boolean {
  return amount !== payment.amount || currency !== payment.currency;
}
