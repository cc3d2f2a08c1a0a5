import type { Invariant } from './invariant.ts';

/** Fees that the merchant does not bear. */
export const bearerInvariants: readonly Invariant[] = [
  {
    name: 'payer_bears_the_fee',
    meaning:
      'If the payer bears the fee of a payment, its amount is the price and the fee, and its refunds together never ' +
      'exceed the price. Such a payment is neither captured later nor divided.',
    sql: `
      SELECT id AS payment, amount, price, fee, amount_refunded, amount_refunding, captured, split IS NOT NULL AS divided
      FROM payments
      WHERE price IS NOT NULL
        AND (price >= 0 AND amount = price + fee AND amount_refunded + amount_refunding <= price
             AND captured IS NULL AND split IS NULL) IS NOT TRUE`,
  },
];
