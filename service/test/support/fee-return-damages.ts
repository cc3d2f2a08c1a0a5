const refunded = '(SELECT min(id) FROM refunds WHERE fee_returned > 0)';
const paid = '(SELECT min(payment_id) FROM refunds WHERE fee_returned > 0)';
const posting = (change: string) => `UPDATE postings SET ${change} WHERE kind = 'fee_return' AND source = ${refunded}`;
const systemWallet = (owner: string) => `(SELECT id FROM wallets WHERE owner_id = '${owner}' AND currency = 'XOF')`;

/** Damage to fees and taxes that return with refunds. */
export const feeReturnDamages = {
  fee_return_is_posted_once: {
    'a fee that was not posted': `DELETE FROM postings WHERE kind = 'fee_return' AND source = ${refunded}`,
    'a tax that was not posted': `DELETE FROM postings WHERE kind = 'tax_return' AND source = ${refunded}`,
    'a fee posted twice': `
      INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
                            credit_balance, kind, source)
      SELECT position + 1000000000, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
             credit_balance, kind, source FROM postings WHERE kind = 'fee_return' AND source = ${refunded}`,
    'another amount': posting('amount = amount + 1'),
    'a fee that came back as a tax': posting("kind = 'tax_return'"),
    'to another wallet': posting("credit_wallet = 'wal_x'"),
    'out of the wallet for taxes': posting(`debit_wallet = ${systemWallet('tax')}`),
    'of no refund': posting("source = 'rfd_x'"),
    'a refund that does not say it': `UPDATE refunds SET fee_returned = 0, tax_returned = 0 WHERE id = ${refunded}`,
  },
  fee_returns_in_proportion: {
    'more than its part': `UPDATE payments SET fee_returned = fee_returned + 1 WHERE id = ${paid}`,
    'less tax than its part': `UPDATE payments SET tax_returned = tax_returned - 1 WHERE id = ${paid}`,
    'a refund that counts less': `UPDATE refunds SET fee_returned = fee_returned - 1 WHERE id = ${refunded}`,
    'a refund that has not succeeded': `UPDATE refunds SET tax_returned = 1 WHERE status = 'pending'`,
    'a rule that changed afterwards': `UPDATE payments SET fee_on_refund = 'kept' WHERE id = ${paid}`,
    'a fee that the payer bears': `
      UPDATE payments SET fee_on_refund = 'returned', fee_returned = fee WHERE price IS NOT NULL AND fee > 0`,
    'another fee': `UPDATE payments SET fee = fee * 2 WHERE id = ${paid}`,
  },
};

/** More damage to what other invariants say. */
export const moreFeeReturnDamages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  open_hold_has_its_cause: {
    'a refund that reserved the fee that returns': `
      UPDATE holds SET amount = amount + 1, remaining = remaining + 1
      WHERE source IN (SELECT id FROM refunds WHERE status = 'pending' AND split IS NULL)`,
    'a rule that changed while a refund is pending': `
      UPDATE payments SET fee_on_refund = 'kept'
      WHERE fee_on_refund = 'returned'
        AND id IN (SELECT payment_id FROM refunds WHERE status = 'pending' AND split IS NULL)`,
  },
};
