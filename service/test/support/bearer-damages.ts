const borne = `(SELECT min(id) FROM payments WHERE price IS NOT NULL AND fee > 0 AND status = 'succeeded')`;
const set = (assignment: string) => `UPDATE payments SET ${assignment} WHERE id = ${borne}`;

/** Damage to payments whose payers bear the fee. */
export const bearerDamages = {
  payer_bears_the_fee: {
    'a lower price': set('price = price - 1'),
    'a higher price': set('price = price + 1'),
    'a fee that nobody gave': set('fee = fee + 1'),
    'another amount': set('amount = amount + 1'),
    'a refund of the fee': set('amount_refunded = amount'),
    'a refund of the fee under way': set('amount_refunding = amount'),
    'a capture': set('captured = amount'),
    'a division': set(`split = '[]'`),
  },
};
