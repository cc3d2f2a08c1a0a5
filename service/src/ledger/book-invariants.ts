import type { Invariant } from './invariant.ts';

/** Every posting twice, once for each of its two wallets. */
const sides = `
  SELECT debit_wallet AS wallet, position, -amount AS change, debit_balance AS after FROM postings
  UNION ALL
  SELECT credit_wallet, position, amount, credit_balance FROM postings`;

/** The suspense wallets of all currencies and modes. */
const suspense = `SELECT id FROM wallets WHERE owner_type = 'system' AND owner_id = 'suspense'`;

/** Whether the money of payment `p` came from wallet `f`: the payer's own, or the clearing wallet of the rail. */
export const isOtherEnd = (p: string, f: string) => `
  (CASE WHEN ${p}.payer_wallet_id IS NULL THEN ${f}.owner_type = 'system' AND ${f}.owner_id = 'clearing:' || ${p}.rail
        ELSE ${f}.id = ${p}.payer_wallet_id END)`;

/**
 * The books are right: the ledger is consistent, and each record agrees with its postings. Each invariant reads its
 * tables once, at any size: aggregates and hash joins, no lookups row by row.
 */
export const bookInvariants: readonly Invariant[] = [
  {
    name: 'money_is_conserved',
    meaning: 'The balances of one currency and mode sum to zero.',
    sql: `
      SELECT w.currency, w.livemode, sum(b.posted) AS sum
      FROM balances b JOIN wallets w ON w.id = b.wallet_id
      GROUP BY w.currency, w.livemode HAVING sum(b.posted) <> 0`,
  },
  {
    name: 'wallet_has_its_balance',
    meaning:
      'Every wallet has a balance and every balance has a wallet. Both agree on a freeze. Only system wallets are overdrawn.',
    sql: `
      SELECT w.id AS wallet, b.wallet_id AS balance, w.owner_type, w.frozen_reason, b.frozen, b.overdraft
      FROM wallets w FULL JOIN balances b ON b.wallet_id = w.id
      WHERE (b.frozen, b.overdraft) IS DISTINCT FROM (w.frozen_reason IS NOT NULL, w.owner_type = 'system')
         OR w.id IS NULL OR b.wallet_id IS NULL`,
  },
  {
    name: 'balance_is_its_postings',
    meaning: 'A balance is the sum of its credits minus the sum of its debits.',
    sql: `
      SELECT coalesce(b.wallet_id, p.wallet) AS wallet, b.posted, coalesce(p.sum, 0) AS postings
      FROM balances b FULL JOIN (SELECT wallet, sum(change) AS sum FROM (${sides}) s GROUP BY wallet) p ON p.wallet = b.wallet_id
      WHERE b.posted IS DISTINCT FROM coalesce(p.sum, 0)`,
  },
  {
    name: 'statement_is_a_chain',
    meaning:
      "In a wallet's statement every balance is the one before it plus or minus the amount, no two entries share a position, and the last one is the balance. Wallets that balance deleted tests are excepted.",
    sql: `
      SELECT s.wallet, s.position, s.change, s.before, s.after, b.posted, b.position AS balance_position
      FROM (
        SELECT wallet, position, change, after, coalesce(lag(after) OVER statement, 0) AS before,
               lag(position) OVER statement AS previous, lead(position) OVER statement IS NULL AS is_last
        FROM (${sides}) s WINDOW statement AS (PARTITION BY wallet ORDER BY position)) s
      LEFT JOIN balances b ON s.is_last AND b.wallet_id = s.wallet
      LEFT JOIN wallets d ON d.id = s.wallet AND d.owner_type = 'system' AND d.owner_id LIKE 'deleted:%' AND NOT d.livemode
      WHERE d.id IS NULL AND (s.after <> s.before + s.change OR s.position = s.previous
         OR (s.is_last AND (b.posted IS DISTINCT FROM s.after OR b.position < s.position)))`,
  },
  {
    name: 'held_is_its_holds',
    meaning: 'The reserved amount of a wallet is what remains of its holds, and its reserves at marketplaces.',
    sql: `
      SELECT coalesce(b.wallet_id, h.wallet_id) AS wallet, b.held, coalesce(h.sum, 0) AS holds
      FROM balances b FULL JOIN (
        SELECT wallet_id, sum(amount) AS sum
        FROM (SELECT wallet_id, remaining AS amount FROM holds
              UNION ALL SELECT wallet_id, reserved FROM split_partners WHERE reserved > 0) every
        GROUP BY wallet_id) h USING (wallet_id)
      WHERE b.held IS DISTINCT FROM coalesce(h.sum, 0)`,
  },
  {
    name: 'never_overdrawn',
    meaning: 'The available balance is never below zero, except in system wallets.',
    sql: `
      SELECT w.id AS wallet, w.owner_type, b.posted, b.held
      FROM balances b JOIN wallets w ON w.id = b.wallet_id WHERE w.owner_type <> 'system' AND b.posted < b.held`,
  },
  {
    name: 'wallet_has_its_tier',
    meaning: "A customer's wallet has the tier of its owner; no other wallet has one.",
    sql: `
      SELECT w.id AS wallet, w.owner_type, b.tier, u.kyc_tier
      FROM balances b JOIN wallets w ON w.id = b.wallet_id
      LEFT JOIN users u ON u.id = w.owner_id AND w.owner_type = 'customer'
      WHERE b.tier IS DISTINCT FROM u.kyc_tier OR (w.owner_type = 'customer' AND u.id IS NULL)`,
  },
  {
    name: 'spending_is_its_postings',
    meaning:
      "A customer's spending of the last day and of its month is what they sent then. Only customers have spending.",
    sql: `
      SELECT b.wallet_id AS wallet, b.tier, b.spent_on, b.spent_day, b.spent_month, s.last, s.on_day, s.in_month
      FROM balances b LEFT JOIN (
        SELECT wallet, last, sum(amount) FILTER (WHERE day = last) AS on_day,
               sum(amount) FILTER (WHERE to_char(day, 'YYYY-MM') = to_char(last, 'YYYY-MM')) AS in_month
        FROM (
          SELECT c.wallet_id AS wallet, p.amount, p.day, max(p.day) OVER (PARTITION BY c.wallet_id) AS last
          FROM balances c JOIN (
            SELECT debit_wallet, amount, DATE 'epoch' + (position / 86400000000)::int AS day
            FROM postings WHERE kind IN ('transfer', 'payment')
          ) p ON p.debit_wallet = c.wallet_id
          WHERE c.tier IS NOT NULL
        ) d GROUP BY wallet, last
      ) s ON s.wallet = b.wallet_id
      WHERE (b.spent_on, b.spent_day, b.spent_month)
            IS DISTINCT FROM (s.last, s.on_day, s.in_month)`,
  },
  {
    name: 'posting_stays_in_one_ledger',
    meaning: 'A posting joins two wallets of its own currency and mode.',
    sql: `
      SELECT p.source, p.position, p.currency, p.livemode, p.debit_wallet, p.credit_wallet
      FROM postings p LEFT JOIN wallets d ON d.id = p.debit_wallet LEFT JOIN wallets c ON c.id = p.credit_wallet
      WHERE (d.currency, d.livemode, c.currency, c.livemode) IS DISTINCT FROM (p.currency, p.livemode, p.currency, p.livemode)`,
  },
  {
    name: 'payment_is_posted_once',
    meaning:
      "A payment that succeeded has one posting of its amount to its wallet, from its payer's wallet or its rail's clearing wallet, one of its fee, if there is a fee, and one of the tax on it, if there is a tax. Other payments have none, except those with manual capture (payment_capture_is_posted). The money may pass through the suspense wallet, and has no fee and no tax while it is there.",
    sql: `
      SELECT p.id AS payment, s.source, p.status, p.amount, s.gross, s.gross_count, s.parked, s.released,
             p.fee, s.fees, s.fee_count, p.tax, s.taxes, s.tax_count, s.payer
      FROM payments p FULL JOIN (
        SELECT source, currency,
               count(*) FILTER (WHERE kind = 'payment' AND NOT from_suspense) AS gross_count, sum(amount) FILTER (WHERE kind = 'payment' AND NOT from_suspense) AS gross,
               coalesce(sum(amount) FILTER (WHERE kind = 'payment' AND to_suspense), 0) AS parked,
               coalesce(sum(amount) FILTER (WHERE kind = 'payment' AND from_suspense), 0) AS released,
               count(*) FILTER (WHERE kind = 'fee') AS fee_count, sum(amount) FILTER (WHERE kind = 'fee') AS fees,
               count(*) FILTER (WHERE kind = 'tax') AS tax_count, sum(amount) FILTER (WHERE kind = 'tax') AS taxes,
               min(debit_wallet) FILTER (WHERE kind = 'payment' AND NOT from_suspense) AS payer,
               min(CASE WHEN kind <> 'payment' THEN debit_wallet WHEN NOT to_suspense THEN credit_wallet END) AS first_wallet,
               max(CASE WHEN kind <> 'payment' THEN debit_wallet WHEN NOT to_suspense THEN credit_wallet END) AS last_wallet
        FROM (SELECT *, credit_wallet IN (${suspense}) AS to_suspense, debit_wallet IN (${suspense}) AS from_suspense FROM postings
              WHERE kind = 'payment' OR (kind IN ('fee', 'tax') AND source NOT LIKE 'pit\\_%')) moved
        GROUP BY source, currency
      ) s ON s.source = p.id AND s.currency = p.currency
      LEFT JOIN wallets f ON f.id = s.payer
      WHERE p.id IS NULL
         OR (p.status <> 'succeeded' AND s.source IS NOT NULL AND p.captured IS NULL)
         OR (p.status = 'succeeded' AND p.captured IS NULL
             AND (s.gross_count, s.gross, s.fee_count, coalesce(s.fees, 0), s.tax_count, coalesce(s.taxes, 0),
                  s.first_wallet, s.last_wallet)
             IS DISTINCT FROM (1, p.amount,
               CASE WHEN s.parked = s.released THEN sign(p.fee)::int ELSE 0 END,
               CASE WHEN s.parked = s.released THEN p.fee ELSE 0 END,
               CASE WHEN s.parked = s.released THEN sign(p.tax)::int ELSE 0 END,
               CASE WHEN s.parked = s.released THEN p.tax ELSE 0 END,
               CASE WHEN s.parked = s.released THEN p.wallet_id END,
               CASE WHEN s.parked = s.released THEN p.wallet_id END))
         OR s.released NOT IN (0, s.parked)
         OR (p.status = 'succeeded' AND ${isOtherEnd('p', 'f')} IS NOT TRUE)`,
  },
  {
    name: 'suspense_is_its_parked',
    meaning: 'The money in a suspense wallet is that of the payments that are parked there.',
    sql: `
      SELECT coalesce(s.wallet, k.suspense_wallet) AS wallet, coalesce(s.source, k.record_id) AS source, s.sum, k.amount
      FROM (
        SELECT wallet, source, sum(change) AS sum
        FROM (SELECT debit_wallet AS wallet, source, -amount AS change FROM postings WHERE debit_wallet IN (${suspense})
              UNION ALL SELECT credit_wallet, source, amount FROM postings WHERE credit_wallet IN (${suspense})) moved
        GROUP BY wallet, source HAVING sum(change) <> 0
      ) s
      FULL JOIN (SELECT suspense_wallet, record_id, amount FROM parked_settlements
                 WHERE suspense_wallet IS NOT NULL AND resolved_at IS NULL) k
        ON k.suspense_wallet = s.wallet AND k.record_id = s.source
      WHERE s.sum IS DISTINCT FROM k.amount`,
  },
  {
    name: 'payment_has_its_payer',
    meaning:
      'A payment of the wallet rail comes from the wallet of the customer with its phone, in its mode and currency. Other payments come from no wallet.',
    sql: `
      SELECT p.id AS payment, p.rail, p.status, p.customer, p.payer_wallet_id
      FROM payments p JOIN worlds o ON o.id = p.world
      LEFT JOIN wallets w ON w.id = p.payer_wallet_id AND w.currency = p.currency AND w.livemode = o.livemode
      LEFT JOIN users u ON u.id = w.owner_id AND u.phone = p.customer AND u.type = w.owner_type AND u.livemode = o.livemode
      WHERE (p.payer_wallet_id IS NOT NULL AND (p.rail <> 'wallet' OR u.id IS NULL))
         OR (p.payer_wallet_id IS NULL AND p.rail = 'wallet' AND p.status NOT IN ('pending', 'failed'))`,
  },
  {
    name: 'refund_is_posted_once',
    meaning:
      'A refund that succeeded has one posting of its amount from its wallet, back to where its payment came from. Other refunds have none.',
    sql: `
      SELECT r.id AS refund, s.source, r.status, r.amount, s.sum, s.count, s.receiver
      FROM refunds r FULL JOIN (
        SELECT source, currency, count(*) AS count, sum(amount) AS sum, min(debit_wallet) AS wallet, min(credit_wallet) AS receiver
        FROM postings WHERE kind = 'refund' GROUP BY source, currency
      ) s ON s.source = r.id AND s.currency = r.currency
      LEFT JOIN payments p ON p.world = r.world AND p.id = r.payment_id
      LEFT JOIN wallets f ON f.id = s.receiver
      WHERE r.id IS NULL
         OR (r.status <> 'succeeded' AND s.source IS NOT NULL)
         OR (r.status = 'succeeded' AND (s.count, s.sum, s.wallet) IS DISTINCT FROM (1, r.amount, r.wallet_id))
         OR (r.status = 'succeeded' AND (r.customer = p.customer AND r.rail = p.rail AND ${isOtherEnd('p', 'f')}) IS NOT TRUE)`,
  },
  {
    name: 'payout_item_is_posted_once',
    meaning:
      "An item that succeeded, returned later or not, has one posting of its amount from its payout's wallet, to the wallet that it names as paid or to its rail, one of its fee, if there is a fee, and one of the tax on it, if there is a tax. Other items have none.",
    sql: `
      SELECT i.id AS item, s.source, i.status, i.amount, s.sum, s.count, i.fee, s.fees, s.fee_count,
             i.tax, s.taxes, s.tax_count, s.paid, i.wallet_id
      FROM (
        SELECT i.id, i.amount, i.fee, i.tax, i.wallet_id, i.rail, p.wallet_id AS payer, p.currency,
               CASE p.status WHEN 'canceled' THEN 'canceled' ELSE i.status END AS status
        FROM payout_items i LEFT JOIN payouts p ON p.world = i.world AND p.id = i.payout_id
      ) i
      FULL JOIN (
        SELECT source, currency, min(debit_wallet) AS first_payer, max(debit_wallet) AS last_payer,
               count(*) FILTER (WHERE kind = 'payout') AS count, sum(amount) FILTER (WHERE kind = 'payout') AS sum,
               count(*) FILTER (WHERE kind = 'fee') AS fee_count, sum(amount) FILTER (WHERE kind = 'fee') AS fees,
               count(*) FILTER (WHERE kind = 'tax') AS tax_count, sum(amount) FILTER (WHERE kind = 'tax') AS taxes,
               min(credit_wallet) FILTER (WHERE kind = 'payout') AS paid
        FROM postings WHERE kind = 'payout' OR (kind IN ('fee', 'tax') AND source LIKE 'pit\\_%')
        GROUP BY source, currency
      ) s ON s.source = i.id AND s.currency = i.currency
      LEFT JOIN wallets c ON c.id = s.paid
      WHERE i.id IS NULL
         OR (i.status NOT IN ('succeeded', 'returned') AND s.source IS NOT NULL)
         OR (i.status IN ('succeeded', 'returned') AND (
              (s.count, s.sum, s.fee_count, coalesce(s.fees, 0), s.tax_count, coalesce(s.taxes, 0),
               s.first_payer, s.last_payer)
                IS DISTINCT FROM (1, i.amount, sign(i.fee)::int, i.fee, sign(i.tax)::int, i.tax, i.payer, i.payer)
              OR CASE WHEN i.rail IS NULL THEN s.paid ELSE c.owner_id END IS DISTINCT FROM coalesce('clearing:' || i.rail, i.wallet_id)))`,
  },
  {
    name: 'fee_goes_to_fees',
    meaning: 'Every fee goes to the system wallet for fees, and every tax on a fee to the one for taxes.',
    sql: `
      SELECT s.source, s.position, s.credit_wallet, f.owner_type, f.owner_id
      FROM postings s LEFT JOIN wallets f ON f.id = s.credit_wallet
      WHERE s.kind IN ('fee', 'tax')
        AND (f.owner_type, f.owner_id) IS DISTINCT FROM ('system', CASE s.kind WHEN 'fee' THEN 'fees' ELSE 'tax' END)`,
  },
  {
    name: 'funding_comes_from_funding',
    meaning: 'Money that is put in comes from the system wallet for funding.',
    sql: `
      SELECT s.source, s.position, s.debit_wallet, f.owner_type, f.owner_id
      FROM postings s LEFT JOIN wallets f ON f.id = s.debit_wallet
      WHERE s.kind = 'funding' AND (f.owner_type, f.owner_id) IS DISTINCT FROM ('system', 'funding')`,
  },
  {
    name: 'deletion_balances_in_test',
    meaning:
      'Postings that balance the entries of a deleted test exist only in test mode, between a wallet and the system wallet that is made for it.',
    sql: `
      SELECT p.source, p.position, p.debit_wallet, p.credit_wallet
      FROM postings p JOIN wallets d ON d.id = p.debit_wallet JOIN wallets c ON c.id = p.credit_wallet
      WHERE (p.kind = 'deletion' OR d.owner_id LIKE 'deleted:%' OR c.owner_id LIKE 'deleted:%')
        AND (p.kind = 'deletion' AND NOT p.livemode AND
             (d.owner_id = 'deleted:' || c.id OR c.owner_id = 'deleted:' || d.id)) IS NOT TRUE`,
  },
  {
    name: 'item_reaches_its_recipient',
    meaning:
      'An item paid to a wallet here is in the wallet that it names, or in one of the customer with its phone. A rail pays phones.',
    sql: `
      SELECT i.id AS item, i.recipient, i.wallet_id, u.phone
      FROM payout_items i LEFT JOIN worlds o ON o.id = i.world
      LEFT JOIN wallets w ON w.id = i.wallet_id AND w.livemode = o.livemode
      LEFT JOIN users u ON u.id = w.owner_id AND w.owner_type = 'customer'
      WHERE i.status = 'succeeded'
        AND CASE WHEN i.rail IS NOT NULL THEN i.recipient NOT LIKE '+%'
                 ELSE i.recipient IS DISTINCT FROM CASE WHEN i.recipient LIKE '+%' THEN u.phone ELSE w.id END END`,
  },
  {
    name: 'approval_is_posted_once',
    meaning:
      'An approved cash-in or adjustment has one posting of its amount, between its wallet and the system wallet for it. Others have none, and nothing is adjusted without an approval.',
    sql: `
      SELECT a.id AS approval, s.source, a.status, a.wallet, a.amount, s.amount AS posted, s.count
      FROM (
        SELECT id, status, payload ->> 'wallet' AS wallet, (payload ->> 'amount')::bigint AS amount,
               CASE kind WHEN 'cash_in' THEN 'funding' ELSE 'adjustment' END AS kind,
               CASE kind WHEN 'cash_in' THEN 'funding' ELSE 'adjustments' END AS other_end,
               coalesce(payload ->> 'direction', 'credit') = 'debit' AS is_debit
        FROM approvals WHERE kind IN ('cash_in', 'adjustment')
      ) a FULL JOIN (
        SELECT source, count(*) AS count, min(kind) AS kind, min(amount) AS amount, min(debit_wallet) AS debit_wallet, min(credit_wallet) AS credit_wallet
        FROM postings
        WHERE (kind = 'adjustment' AND source NOT LIKE 'case\\_%') OR (kind = 'funding' AND source LIKE 'apr\\_%')
        GROUP BY source
      ) s ON s.source = a.id
      LEFT JOIN wallets d ON d.id = s.debit_wallet LEFT JOIN wallets c ON c.id = s.credit_wallet
      WHERE a.id IS NULL
         OR (a.status <> 'approved' AND s.source IS NOT NULL)
         OR (a.status = 'approved' AND (s.count, s.kind, s.amount,
                CASE WHEN a.is_debit THEN d.id ELSE c.id END, CASE WHEN a.is_debit THEN c.owner_id ELSE d.owner_id END)
              IS DISTINCT FROM (1, a.kind, a.amount, a.wallet, a.other_end))`,
  },
  {
    name: 'payout_counts_its_items',
    meaning:
      "A payout's totals are the sums of its items, it is completed when all of them are final, and every item has its payout.",
    sql: `
      SELECT coalesce(p.id, i.payout_id) AS payout, p.status, p.count, i.count AS items, p.succeeded_count, i.succeeded_count AS succeeded,
             p.failed_count, i.failed_count AS failed
      FROM payouts p FULL JOIN (
        SELECT world, payout_id, count(*) AS count, sum(amount) AS amount,
               count(*) FILTER (WHERE status = 'succeeded') AS succeeded_count,
               coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) AS succeeded_amount,
               count(*) FILTER (WHERE status = 'failed') AS failed_count,
               coalesce(sum(amount) FILTER (WHERE status = 'failed'), 0) AS failed_amount,
               count(*) FILTER (WHERE status = 'returned') AS returned_count,
               coalesce(sum(amount) FILTER (WHERE status = 'returned'), 0) AS returned_amount,
               coalesce(sum(fee) FILTER (WHERE status IN ('succeeded', 'returned')), 0) AS fee,
               coalesce(sum(tax) FILTER (WHERE status IN ('succeeded', 'returned')), 0) AS tax
        FROM payout_items GROUP BY world, payout_id
      ) i ON i.world = p.world AND i.payout_id = p.id
      WHERE (p.count, p.amount, p.succeeded_count, p.succeeded_amount, p.failed_count, p.failed_amount,
             p.returned_count, p.returned_amount, p.fee, p.tax)
            IS DISTINCT FROM (i.count, i.amount, i.succeeded_count, i.succeeded_amount, i.failed_count, i.failed_amount,
                              i.returned_count, i.returned_amount, i.fee, i.tax)
         OR (p.status = 'completed') <> (i.succeeded_count + i.failed_count + i.returned_count = i.count)
         OR (p.status IN ('pending', 'canceled') AND i.succeeded_count + i.failed_count + i.returned_count > 0)`,
  },
  {
    name: 'payment_counts_its_refunds',
    meaning:
      "A payment's refunded and reserved amounts are the sums of its succeeded and its pending refunds, in its own currency and wallet. Only a payment that succeeded has any.",
    sql: `
      SELECT p.id AS payment, p.status, p.amount_refunded, r.refunded, p.amount_refunding, r.refunding
      FROM payments p LEFT JOIN (
        SELECT world, payment_id, min(currency || wallet_id) AS first, max(currency || wallet_id) AS last,
               sum(amount) FILTER (WHERE status = 'succeeded') AS refunded, sum(amount) FILTER (WHERE status = 'pending') AS refunding
        FROM refunds GROUP BY world, payment_id
      ) r ON r.world = p.world AND r.payment_id = p.id
      WHERE (p.amount_refunded, p.amount_refunding) IS DISTINCT FROM (coalesce(r.refunded, 0), coalesce(r.refunding, 0))
         OR r.first <> p.currency || p.wallet_id OR r.last <> p.currency || p.wallet_id
         OR (p.status <> 'succeeded' AND r.payment_id IS NOT NULL)`,
  },
  {
    name: 'transfer_is_posted_once',
    meaning: 'Every transfer has one posting, between its wallets, of its amount and currency.',
    sql: `
      SELECT t.id AS transfer, s.source, t.amount, s.amount AS posted, s.count
      FROM transfers t FULL JOIN (
        SELECT source, count(*) AS count, min(amount) AS amount, min(currency) AS currency,
               min(debit_wallet) AS debit_wallet, min(credit_wallet) AS credit_wallet
        FROM postings WHERE kind = 'transfer' AND source NOT LIKE 'mov\\_%' GROUP BY source
      ) s ON s.source = t.id
      WHERE (s.count, s.amount, s.currency, s.debit_wallet, s.credit_wallet)
            IS DISTINCT FROM (1, t.amount, t.currency, t.from_wallet, t.to_wallet)`,
  },
  {
    name: 'row_has_its_world',
    meaning: 'The world of every transfer, event and stored answer exists. No foreign key checks this.',
    sql: `
      SELECT r.kind, r.world, r.rows
      FROM (SELECT 'transfers' AS kind, world, count(*) AS rows FROM transfers GROUP BY world
            UNION ALL SELECT 'events', world, count(*) FROM events GROUP BY world
            UNION ALL SELECT 'idempotency_keys', world, count(*) FROM idempotency_keys GROUP BY world) r
      LEFT JOIN worlds w ON w.id = r.world WHERE w.id IS NULL`,
  },
  {
    name: 'transfer_is_of_its_world',
    meaning: 'A transfer debits a wallet of the merchant or person, and of the mode, of its world.',
    sql: `
      SELECT t.id AS transfer, t.world, t.from_wallet, f.owner_id, f.livemode
      FROM transfers t
      LEFT JOIN worlds w ON w.id = t.world
      LEFT JOIN integrations i ON i.id = w.integration_id
      LEFT JOIN users u ON u.id = w.account_id
      LEFT JOIN wallets f ON f.id = t.from_wallet
      WHERE (f.owner_id, f.livemode) IS DISTINCT FROM (coalesce(i.merchant_id, u.merchant_id, u.id), w.livemode)`,
  },
  {
    name: 'payment_is_of_its_world',
    meaning: 'A payment goes to a wallet of the merchant and the mode of its world, in its currency.',
    sql: `
      SELECT p.id AS payment, p.world, p.wallet_id, t.owner_id, t.livemode, t.currency
      FROM payments p
      LEFT JOIN worlds w ON w.id = p.world
      LEFT JOIN integrations i ON i.id = w.integration_id
      LEFT JOIN wallets t ON t.id = p.wallet_id
      WHERE (t.owner_id, t.livemode, t.currency) IS DISTINCT FROM (i.merchant_id, w.livemode, p.currency)`,
  },
  {
    name: 'payout_is_of_its_world',
    meaning: 'A payout debits a wallet of the merchant and the mode of its world, in its currency.',
    sql: `
      SELECT p.id AS payout, p.world, p.wallet_id, f.owner_id, f.livemode, f.currency
      FROM payouts p
      LEFT JOIN worlds w ON w.id = p.world
      LEFT JOIN integrations i ON i.id = w.integration_id
      LEFT JOIN wallets f ON f.id = p.wallet_id
      WHERE (f.owner_id, f.livemode, f.currency) IS DISTINCT FROM (i.merchant_id, w.livemode, p.currency)`,
  },
];
