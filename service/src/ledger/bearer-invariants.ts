import type { Invariant } from './invariant.ts';

/** Fees that the merchant does not bear. */
export const bearerInvariants: readonly Invariant[] = [
  {
    name: 'payer_bears_the_fee',
    meaning:
      'If the payer bears the fee of a payment, its amount is the price, the fee and its tax, and its refunds ' +
      'together never exceed the price, unless one refund returns the whole amount. Such a payment is neither ' +
      'captured later nor divided.',
    sql: `
      SELECT id AS payment, amount, price, fee, tax, amount_refunded, amount_refunding, captured,
             split IS NOT NULL AS divided
      FROM payments p
      WHERE price IS NOT NULL
        AND (price >= 0 AND amount = price + fee + tax
             AND (amount_refunded + amount_refunding <= price
                  OR amount_refunded + amount_refunding = amount AND EXISTS (
                    SELECT FROM refunds r WHERE r.world = p.world AND r.payment_id = p.id AND r.amount = p.amount
                      AND r.status <> 'failed'))
             AND captured IS NULL AND split IS NULL) IS NOT TRUE`,
  },
  {
    name: 'item_fee_is_within_its_amount',
    meaning:
      'The fee of an item that its merchant bears, and its tax, are together never more than the amount of the item.',
    sql: `
      SELECT i.id AS item, i.payout_id AS payout, i.amount, i.fee, i.tax
      FROM payout_items i JOIN payouts p ON p.world = i.world AND p.id = i.payout_id
      WHERE p.asked IS NULL AND i.fee + i.tax > i.amount`,
  },
  {
    name: 'receiver_bears_the_fee',
    meaning:
      'If the receivers of a payout bear its fees, the amounts, fees and taxes of its items add up to the total ' +
      'asked for, and every receiver gets something.',
    sql: `
      SELECT p.id AS payout, p.asked, sum(i.amount + i.fee + i.tax) AS sum, min(i.amount) AS least
      FROM payouts p LEFT JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id
      WHERE p.asked IS NOT NULL GROUP BY p.world, p.id, p.asked
      HAVING (sum(i.amount + i.fee + i.tax) = p.asked AND min(i.amount) > 0) IS NOT TRUE`,
  },
];
