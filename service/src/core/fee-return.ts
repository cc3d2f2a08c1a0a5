import type { Charge } from './fee-tax.ts';

/** A payment whose fee may return with its refunds. `amount` is the money that its payer gave. */
export type Returnable = Charge & {
  readonly amount: bigint;
  /** The amount without fee and tax, if the payer bears them. */
  readonly price: bigint | null;
  readonly amount_refunded: bigint;
  readonly fee_on_refund: 'kept' | 'returned';
  /** The parts that its refunds have returned so far. */
  readonly fee_returned: bigint;
  readonly tax_returned: bigint;
};

/**
 * The fee and the tax that a refund returns when it succeeds. It brings both to their proportion of everything refunded
 * so far, each rounded down, so that a payment which is wholly refunded has its whole fee back, in however many parts.
 * A fee that the payer bears returns only with all that the payer gave, because the merchant pays it only then.
 */
export function chargeToReturn(payment: Returnable, refund: bigint): Charge {
  const due = partOf(payment, payment.amount_refunded + refund);
  return { fee: due.fee - payment.fee_returned, tax: due.tax - payment.tax_returned };
}

/**
 * The least that a refund will return, whatever other refunds succeed before it: rounded down, a part alone is never
 * more than what it adds to others. The refund reserves that much less.
 */
export function leastReturn(payment: Returnable, refund: bigint): bigint {
  const { fee, tax } = partOf(payment, refund);
  return fee + tax;
}

function partOf({ fee, tax, amount, price, fee_on_refund: rule }: Returnable, part: bigint): Charge {
  if (rule === 'kept' || (price !== null && part < amount)) return { fee: 0n, tax: 0n };
  return { fee: (fee * part) / amount, tax: (tax * part) / amount };
}
