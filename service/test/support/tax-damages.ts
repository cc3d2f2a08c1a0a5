/** The statements that break what the invariants say of taxes on fees. `ledger-damages.ts` has the others. */
const taxed = `
  (SELECT id FROM payments WHERE status = 'succeeded' AND rail = 'sandbox' AND tax > 0 AND captured IS NULL
   ORDER BY id LIMIT 1)`;
const inParts = "(SELECT id FROM payments WHERE status = 'requires_capture' AND captured > 0)";
const paidHere = "(SELECT min(id) FROM payout_items WHERE status = 'succeeded' AND rail IS NULL)";
const suspended = '(SELECT min(record_id) FROM parked_settlements WHERE resolved_at IS NULL)';
const fees = "(SELECT id FROM wallets WHERE owner_id = 'fees' AND currency = 'XOF' AND NOT livemode)";

const copyOf = (source: string, as = 'source') => `
  INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
                        credit_balance, kind, source)
  SELECT position + 1000000000, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance,
         kind, ${as} FROM postings WHERE kind = 'tax' AND source = ${source} LIMIT 1`;
const of = (source: string) => `kind = 'tax' AND source = ${source}`;

export const taxDamages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_is_posted_once: {
    'a tax not taken': `DELETE FROM postings WHERE ${of(taxed)}`,
    'a tax posted twice': copyOf(taxed),
    'another tax': `UPDATE postings SET amount = amount + 1 WHERE ${of(taxed)}`,
    'a tax without a cause': `UPDATE payments SET tax = 0 WHERE id = ${taxed}`,
    'a tax that another wallet paid': `UPDATE postings SET debit_wallet = 'wal_x' WHERE ${of(taxed)}`,
    'a tax that is posted as a fee': `UPDATE postings SET kind = 'fee' WHERE ${of(taxed)}`,
    'a tax of money that is in suspense': copyOf(taxed, suspended),
    'a tax of no payment': copyOf(taxed, "'pay_x'"),
  },
  payment_capture_is_posted: {
    'a tax not taken': `DELETE FROM postings WHERE ${of(inParts)}`,
    'another tax': `UPDATE postings SET amount = amount + 1 WHERE ${of(inParts)}`,
    'a tax that the payment does not say': `UPDATE payments SET tax = tax + 1 WHERE id = ${inParts}`,
    'a tax of another wallet': `UPDATE postings SET debit_wallet = 'wal_x' WHERE ${of(inParts)}`,
  },
  payout_item_is_posted_once: {
    'a tax not taken': `DELETE FROM postings WHERE ${of(paidHere)}`,
    'a tax posted twice': copyOf(paidHere),
    'a tax without a cause': `UPDATE payout_items SET tax = 0 WHERE id = ${paidHere}`,
    'a tax of no item': copyOf(paidHere, "'pit_x'"),
  },
  fee_goes_to_fees: {
    'a tax in the wallet for fees': `UPDATE postings SET credit_wallet = ${fees} WHERE ${of(taxed)}`,
    'a fee in the wallet for taxes': `UPDATE postings SET credit_wallet =
      (SELECT id FROM wallets WHERE owner_id = 'tax' AND currency = 'XOF') WHERE kind = 'fee' AND source = ${taxed}`,
  },
  payout_counts_its_items: { 'a tax not counted': `UPDATE payouts SET tax = 0 WHERE tax > 0` },
  open_hold_has_its_cause: {
    'a tax that is not reserved': `UPDATE payout_items SET tax = tax + 1 WHERE status = 'pending'`,
  },
  shares_divide_their_net: {
    'a tax that leaves less than the shares': `UPDATE payments SET tax = amount - fee WHERE split IS NOT NULL`,
  },
};
