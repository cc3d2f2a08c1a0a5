const columns = 'debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source';
const one = `(SELECT min(approval_id) FROM opening_balances WHERE position IS NOT NULL)`;

/** Damage to opening balances. */
export const openingDamages = {
  opening_is_posted_once: {
    'a row without its posting': `DELETE FROM postings WHERE kind = 'opening' AND source = ${one}`,
    'a posting of no row': `UPDATE postings SET source = 'apr_x' WHERE kind = 'opening'`,
    twice: `INSERT INTO postings (position, ${columns})
      SELECT position + 1000000000, ${columns} FROM postings WHERE kind = 'opening'`,
    'another amount': `UPDATE postings SET amount = amount + 1 WHERE kind = 'opening'`,
    'to another wallet': `UPDATE postings SET credit_wallet = 'wal_x' WHERE kind = 'opening'`,
    'out of another wallet': `UPDATE postings SET debit_wallet = 'wal_x' WHERE kind = 'opening'`,
    'without a second person': `UPDATE approvals SET status = 'pending' WHERE id = ${one}`,
    'approved and not posted': `UPDATE opening_balances SET position = NULL`,
    'of another kind of approval': `UPDATE approvals SET kind = 'adjustment' WHERE id = ${one}`,
  },
  opening_ties_to_its_totals: {
    'another total': `UPDATE approvals SET payload = jsonb_set(payload, '{totals,0,amount}', '1') WHERE id = ${one}`,
    'another count': `UPDATE approvals SET payload = jsonb_set(payload, '{totals,0,count}', '1') WHERE id = ${one}`,
    'a lost row': `DELETE FROM opening_balances WHERE line = 2`,
    'no totals': `UPDATE approvals SET payload = jsonb_set(payload, '{totals}', '[]') WHERE id = ${one}`,
  },
};
