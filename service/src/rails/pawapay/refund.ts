import { amountText } from '../amount-text.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { RefundAnswer, Repayment } from '../rail.ts';
import { readInitiation } from './answers.ts';
import type { PawapayRail } from './client.ts';
import { afterSending, checkOutgoing, type OutgoingKind } from './outgoing.ts';

const kind: OutgoingKind = { operation: 'refund', path: '/v2/refunds' };

/**
 * Returns a deposit, or a part of it. pawaPay takes one refund of a deposit at a time: a further one is not taken until
 * the first is final.
 */
export async function refundAtPawapay(rail: PawapayRail, repayment: Repayment): Promise<RefundAnswer> {
  const { id, amount, currency, payment } = repayment;
  const send = async (attempt: number) => {
    const response = await rail.client.move('/v2/refunds', {
      refundId: derivedUuid(id, attempt),
      depositId: payment.handle ?? derivedUuid(payment.id),
      amount: amountText(amount, rail.exponent),
      currency,
      metadata: [{ reference: id }],
    });
    return readInitiation(response, 'refund');
  };
  return afterSending(rail, kind, repayment, await send(1), send);
}

/** Reads the state of a refund. */
export const checkRefundAtPawapay = (rail: PawapayRail, repayment: Repayment): Promise<RefundAnswer> =>
  checkOutgoing(rail, kind, repayment);
