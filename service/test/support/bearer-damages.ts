import { feeReturnDamages } from './fee-return-damages.ts';

const borne = `(SELECT min(id) FROM payments WHERE price IS NOT NULL AND fee > 0 AND status = 'succeeded')`;
const received = `(SELECT min(id) FROM payouts WHERE asked IS NOT NULL)`;
const set = (assignment: string) => `UPDATE payments SET ${assignment} WHERE id = ${borne}`;

/** Damage to payments whose payers bear the fee, and to fees that return. */
export const bearerDamages = {
  ...feeReturnDamages,
  payer_bears_the_fee: {
    'a lower price': set('price = price - 1'),
    'a higher price': set('price = price + 1'),
    'a fee that nobody gave': set('fee = fee + 1'),
    'another amount': set('amount = amount + 1'),
    'a refund of the fee': set('amount_refunded = amount'),
    'a refund of a part of the fee': set('amount_refunded = price + 1'),
    'a refund of the fee under way': set('amount_refunding = amount'),
    'a capture': set('captured = amount'),
    'a division': set(`split = '[]'`),
  },
  item_fee_is_within_its_amount: {
    'a fee above it': `UPDATE payout_items SET fee = amount + 1 WHERE payout_id <> ${received}`,
  },
  receiver_bears_the_fee: {
    'a lower total': `UPDATE payouts SET asked = asked - 1 WHERE asked IS NOT NULL`,
    'a higher total': `UPDATE payouts SET asked = asked + 1 WHERE asked IS NOT NULL`,
    'an item that sends more': `UPDATE payout_items SET amount = amount + 1 WHERE payout_id = ${received}`,
    'another fee of an item': `UPDATE payout_items SET fee = fee + 1 WHERE payout_id = ${received}`,
    'a lost item': `DELETE FROM payout_items WHERE payout_id = ${received}`,
    'a receiver without money': `UPDATE payout_items SET amount = 0, fee = amount + fee WHERE payout_id = ${received}`,
  },
};
