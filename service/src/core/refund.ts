/**
 * The amount of a payment that can still be refunded. Pending and succeeded refunds together never exceed the payment.
 */
export function remaining(payment: { amount: bigint; amount_refunded: bigint; amount_refunding: bigint }): bigint {
  return payment.amount - payment.amount_refunded - payment.amount_refunding;
}
