/** What can still be refunded of a payment: pending and succeeded refunds never exceed its amount together. */
export function remaining(payment: { amount: bigint; amount_refunded: bigint; amount_refunding: bigint }): bigint {
  return payment.amount - payment.amount_refunded - payment.amount_refunding;
}
