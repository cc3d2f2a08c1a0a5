const divided = `(SELECT min(id) FROM payments WHERE status = 'succeeded' AND split IS NOT NULL)`;
const open = `(SELECT min(id) FROM payments WHERE status NOT IN ('succeeded', 'failed') AND split IS NOT NULL)`;
const returned = `(SELECT min(payment_id) FROM refunds WHERE split IS NOT NULL AND status = 'succeeded')`;
const setFirst = (payment: string, field: string, value: string) =>
  `UPDATE payments SET split = jsonb_set(split, '{0,${field}}', '${value}') WHERE id = ${payment}`;

/** Damage to shares of payments and to what refunds take back of them. */
export const splitDamages = {
  share_is_its_postings: {
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
    'a debt that it did not pay': setFirst(divided, 'debt_paid', '1'),
    'taken back without a posting': setFirst(divided, 'taken', '1'),
    'a lost posting of what was taken back': `DELETE FROM postings s USING payments p
      WHERE p.id = s.source AND s.kind = 'split' AND s.credit_wallet = p.wallet_id`,
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
  share_counts_its_returns: {
    'less than its refunds': `UPDATE payments SET split = jsonb_set(split, '{0,owed}', '0') WHERE id = ${returned}`,
    'more than its refunds': setFirst(divided, 'borne', '1'),
    'more under way than its refunds': setFirst(divided, 'under_way', '1'),
    'a refund that is lost': `DELETE FROM refunds WHERE split IS NOT NULL`,
    'a refund of other parts': `UPDATE refunds SET split = jsonb_set(split, '{0,amount}', '1')
      WHERE split IS NOT NULL AND status = 'succeeded'`,
    'more than the share': `UPDATE payments SET split = jsonb_set(split, '{0,amount}', '1') WHERE id = ${returned}`,
    'of a payment without shares': `UPDATE payments SET split = NULL WHERE id = ${returned}`,
  },
  debt_is_what_shares_owe: {
    'a debt from nowhere': `UPDATE split_partners SET debt = debt + 1`,
    'a forgotten debt': `UPDATE split_partners SET debt = 0 WHERE debt > 0`,
    'a lost partner': `DELETE FROM split_partners WHERE debt > 0`,
  },
  share_is_the_sum_of_its_entries: {
    'a lost entry': 'DELETE FROM split_entries WHERE posted > 0',
    'a lost return': 'DELETE FROM split_entries WHERE taken > 0',
    'a debt from nowhere': 'UPDATE split_entries SET owed = owed + 1',
    'of another payment': `UPDATE split_entries SET payment_id = 'pay_x'`,
    'kept instead of posted': 'UPDATE split_entries SET kept = posted, posted = 0, debt_paid = 0 WHERE posted > 0',
  },
  share_entry_is_its_posting: {
    'another day': 'UPDATE split_entries SET position = position - 86400000000',
    'another amount': 'UPDATE split_entries SET posted = posted + 1 WHERE posted > debt_paid',
    twice: `
      INSERT INTO split_entries
        (world, wallet_id, payment_id, position, posted, debt_paid, kept, taken, owed, borne)
      SELECT world, wallet_id, payment_id, position + 1, posted, debt_paid, kept, taken, owed, borne
      FROM split_entries`,
  },
  reserve_is_its_days: {
    'more than its days': 'UPDATE split_partners SET drawn = drawn - 1 WHERE drawn > 0',
    'a lost day': 'DELETE FROM reserve_days',
    'days of nothing': `INSERT INTO reserve_days (partner_id, due_at, amount)
      SELECT id, now(), 1 FROM split_partners WHERE reserved = 0`,
    'a lost entry': 'DELETE FROM split_entries WHERE reserved > 0 AND posted = 0 OR drawn > 0',
    'reserved twice': 'UPDATE split_entries SET reserved = reserved + 1 WHERE reserved > 0',
  },
};
