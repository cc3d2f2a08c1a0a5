import type { MoneyOutAnswer } from '../rail.ts';
import type { PawapayState } from './answers.ts';
import { pawapayPace } from './pace.ts';

type Outgoing = { readonly amount: bigint; readonly currency: string; readonly sentAt: Date };

/**
 * The answer about money that we send: a payout or a refund.
 * @param handle pawaPay's id of it
 */
export function outgoingAnswer(
  state: PawapayState,
  { amount, currency, sentAt }: Outgoing,
  handle: string,
  nowMs: number,
): MoneyOutAnswer {
  switch (state.kind) {
    case 'not_found':
      return { state: 'not_found' };
    case 'completed': {
      // Another amount is no success. The record stays open for an operator.
      if (state.amount !== amount || state.currency !== currency) return { state: 'pending', handle };
      return { state: 'succeeded', railReference: state.railReference ?? handle, handle };
    }
    case 'failed':
      return { state: 'failed', failure: state.failure, handle };
    case 'open':
      return { state: 'pending', handle, ...(state.isReconciled ? {} : pawapayPace(nowMs - sentAt.getTime())) };
    default:
      return { state: 'pending', handle };
  }
}
