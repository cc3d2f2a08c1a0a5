import type { RailAnswer, ReceivedMoney } from '../core/payment.ts';
import type { Collection, Rails } from '../rails/rail.ts';
import { sendOrAsk } from '../workers/send-or-ask.ts';
import { type PaymentJob, toCollection } from './store.ts';
import { isOtherMoney } from './wrong-amount.ts';

export type AskHooks = {
  /** The provider reports another amount, currency or payer than the request. The payment stays open. */
  readonly onMismatch: (payment: PaymentJob, received: ReceivedMoney) => void;
  /** The payment as its rail needs it, with what its row does not hold. */
  readonly describe?: (payment: PaymentJob) => Collection;
};

/** Sends a payment to its rail, or asks for the state of one that was sent. */
export async function askRail(rails: Rails, payment: PaymentJob, hooks: AskHooks): Promise<RailAnswer> {
  const { onMismatch, describe = toCollection } = hooks;
  const collection = describe(payment);
  const answer = await sendOrAsk<RailAnswer>(
    rails,
    payment,
    (rail) => ({
      send: rail.collect && (() => rail.collect!(collection)),
      check: rail.check && (() => rail.check!(collection)),
      rules: rail.capabilities().collect,
    }),
    (askAgainInMs) => ({ state: 'unknown', ...(askAgainInMs ? { askAgainInMs } : {}) }),
  );
  // Taken back before its success was known here: the merchant never had the money.
  if (answer.state === 'reversed') return { state: 'failed', failure: answer.failure };
  if (answer.state === 'succeeded' && answer.received && isOtherMoney(payment, answer.received)) {
    onMismatch(payment, answer.received);
    return { state: 'processing' };
  }
  return answer;
}
