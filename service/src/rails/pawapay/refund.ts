import { amountText } from '../amount-text.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { RefundAnswer, Repayment } from '../rail.ts';
import { readInitiation, readState } from './answers.ts';
import type { PawapayRail } from './client.ts';
import { outgoingAnswer } from './outgoing-answer.ts';

/**
 * Returns a deposit, or a part of it. pawaPay takes one refund of a deposit at a time: a further one is not taken until
 * the first is final.
 */
export async function refundAtPawapay(rail: PawapayRail, repayment: Repayment): Promise<RefundAnswer> {
  const { id, amount, currency, payment } = repayment;
  const refundId = derivedUuid(id);
  const response = await rail.client.move('/v2/refunds', {
    refundId,
    depositId: payment.handle ?? derivedUuid(payment.id),
    amount: amountText(amount, rail.exponent),
    currency,
    metadata: [{ reference: id }],
  });
  const initiation = readInitiation(response, 'refund');
  switch (initiation.kind) {
    case 'duplicate':
      return checkRefundAtPawapay(rail, repayment);
    case 'failed':
      return { state: 'failed', failure: initiation.failure, handle: refundId };
    case 'not_taken':
      return initiation.answer;
    default:
      return { state: 'pending', handle: refundId };
  }
}

/** Reads the state of a refund. */
export async function checkRefundAtPawapay(rail: PawapayRail, repayment: Repayment): Promise<RefundAnswer> {
  const refundId = derivedUuid(repayment.id);
  const response = await rail.client.get(`/v2/refunds/${refundId}`);
  return outgoingAnswer(readState(response, 'refund', rail.exponent), repayment, refundId, rail.now());
}
