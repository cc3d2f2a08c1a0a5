import type { Invariant } from './invariant.ts';

/** Fees and taxes that return with refunds. */
export const feeReturnInvariants: readonly Invariant[] = [
  {
    name: 'fee_return_is_posted_once',
    meaning:
      'A refund that returned a part of a fee or of a tax has one posting of each, from the wallet for fees or for ' +
      'taxes to its own wallet. There is no other posting of these kinds.',
    sql: `
      SELECT coalesce(r.id, s.source) AS refund, r.fee_returned, s.fees, r.tax_returned, s.taxes, s.first_wallet
      FROM (
        SELECT id, wallet_id, currency, fee_returned, tax_returned FROM refunds
        WHERE fee_returned <> 0 OR tax_returned <> 0
      ) r
      FULL JOIN (
        SELECT p.source, p.currency,
               count(*) FILTER (WHERE kind = 'fee_return') AS fee_count,
               coalesce(sum(amount) FILTER (WHERE kind = 'fee_return'), 0) AS fees,
               count(*) FILTER (WHERE kind = 'tax_return') AS tax_count,
               coalesce(sum(amount) FILTER (WHERE kind = 'tax_return'), 0) AS taxes,
               min(credit_wallet) AS first_wallet, max(credit_wallet) AS last_wallet,
               bool_and((f.owner_type, f.owner_id) IS NOT DISTINCT FROM
                 ('system', CASE p.kind WHEN 'fee_return' THEN 'fees' ELSE 'tax' END)) AS is_from_system
        FROM postings p LEFT JOIN wallets f ON f.id = p.debit_wallet
        WHERE p.kind IN ('fee_return', 'tax_return') GROUP BY p.source, p.currency
      ) s ON s.source = r.id AND s.currency = r.currency
      WHERE r.id IS NULL
         OR (s.fee_count, s.fees, s.tax_count, s.taxes, s.first_wallet, s.last_wallet, s.is_from_system)
            IS DISTINCT FROM (sign(r.fee_returned)::int, r.fee_returned, sign(r.tax_returned)::int, r.tax_returned,
              r.wallet_id, r.wallet_id, true)`,
  },
  {
    name: 'fee_returns_in_proportion',
    meaning:
      'Where the rule of a payment is `returned`, the fee and the tax that came back are their proportion of ' +
      'everything refunded, rounded down, and the sums of its succeeded refunds. Otherwise nothing came back. ' +
      'A fee that the payer bears comes back only with the whole amount.',
    sql: `
      SELECT p.id AS payment, p.fee_on_refund, p.amount_refunded, p.fee, p.fee_returned, p.tax, p.tax_returned,
             p.fees_due, p.taxes_due, r.fees, r.taxes
      FROM (
        SELECT *,
               CASE WHEN is_returned THEN div(fee::numeric * amount_refunded, nullif(amount, 0)) ELSE 0 END AS fees_due,
               CASE WHEN is_returned THEN div(tax::numeric * amount_refunded, nullif(amount, 0)) ELSE 0 END AS taxes_due
        FROM (
          SELECT *, fee_on_refund = 'returned' AND (price IS NULL OR amount_refunded = amount) AS is_returned
          FROM payments
        ) every
        WHERE is_returned OR amount_refunded <> 0 OR fee_returned <> 0 OR tax_returned <> 0
      ) p
      LEFT JOIN (
        SELECT world, payment_id, sum(fee_returned) AS fees, sum(tax_returned) AS taxes,
               bool_or(status <> 'succeeded') AS is_early
        FROM refunds WHERE fee_returned <> 0 OR tax_returned <> 0 GROUP BY world, payment_id
      ) r ON r.world = p.world AND r.payment_id = p.id
      WHERE r.is_early
         OR (p.fee_returned, p.tax_returned, coalesce(r.fees, 0), coalesce(r.taxes, 0))
            IS DISTINCT FROM (p.fees_due, p.taxes_due, p.fees_due, p.taxes_due)`,
  },
];
