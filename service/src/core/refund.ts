import { priceOf } from './fee-bearer.ts';

type Refundable = {
  readonly amount: bigint;
  readonly price: bigint | null;
  readonly amount_refunded: bigint;
  readonly amount_refunding: bigint;
};

/**
 * The amount of a payment that can still be refunded. Pending and succeeded refunds together never exceed the payment.
 * A fee that the payer bears is not returned.
 */
export function remaining(payment: Refundable): bigint {
  return priceOf(payment) - payment.amount_refunded - payment.amount_refunding;
}
