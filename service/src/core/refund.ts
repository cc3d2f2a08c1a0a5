import { priceOf } from './fee-bearer.ts';

type Refundable = {
  readonly amount: bigint;
  readonly price: bigint | null;
  readonly amount_refunded: bigint;
  readonly amount_refunding: bigint;
};

/** Which part of a payment its provider can return. */
export type RefundParts = 'whole' | 'part';

/**
 * The amount of a payment that can still be refunded. Pending and succeeded refunds together never exceed the payment.
 * A fee that the payer bears is not returned, except by a provider that returns only all that the payer gave.
 */
export function remaining(payment: Refundable, parts: RefundParts = 'part'): bigint {
  const most = parts === 'whole' ? payment.amount : priceOf(payment);
  const rest = most - payment.amount_refunded - payment.amount_refunding;
  return rest > 0n ? rest : 0n;
}
