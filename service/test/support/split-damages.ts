const divided = `(SELECT min(id) FROM payments WHERE status = 'succeeded' AND split IS NOT NULL)`;
const open = `(SELECT min(id) FROM payments WHERE status NOT IN ('succeeded', 'failed') AND split IS NOT NULL)`;
const setFirst = (payment: string, field: string, value: string) =>
  `UPDATE payments SET split = jsonb_set(split, '{0,${field}}', '${value}') WHERE id = ${payment}`;

/** Damage to shares of payments and to what refunds take back of them. */
export const splitDamages = {
  share_is_posted_once: {
    'no posting': `DELETE FROM postings WHERE kind = 'split' AND source = ${divided}`,
    'another amount': `UPDATE postings SET amount = amount + 1 WHERE kind = 'split' AND source = ${divided}`,
    'to another wallet': `UPDATE postings SET credit_wallet = 'wal_x' WHERE kind = 'split' AND source = ${divided}`,
    'out of another wallet': `UPDATE postings SET debit_wallet = 'wal_x' WHERE kind = 'split' AND source = ${divided}`,
    twice: `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
        credit_balance, kind, source)
      SELECT position + 1000000000, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
        credit_balance, kind, source FROM postings WHERE kind = 'split' AND source = ${divided}`,
    'of a payment without shares': `UPDATE payments SET split = NULL WHERE id = ${divided}`,
    'of a share that was kept': setFirst(divided, 'status', '"kept"'),
  },
  shares_divide_their_net: {
    'more than the net': `UPDATE payments SET fee = amount WHERE id = ${divided}`,
    'more than its rule': setFirst(divided, 'amount', '1000'),
    'less than its rule while some is left': setFirst(divided, 'amount', '1'),
    'less than its rule before it is paid': setFirst(open, 'amount', '1'),
    'two rules': `UPDATE payments SET split = jsonb_set(jsonb_set(split, '{0,fixed}', '5'), '{0,basis_points}', '5')
      WHERE id = ${divided}`,
  },
  share_has_the_state_of_its_payment: {
    'not decided': setFirst(divided, 'status', '"pending"'),
    'decided too early': setFirst(open, 'status', '"posted"'),
    'kept without a reason': setFirst(divided, 'status', '"kept"'),
    'a reason without being kept': setFirst(divided, 'reason', '"wallet_frozen"'),
  },
};
