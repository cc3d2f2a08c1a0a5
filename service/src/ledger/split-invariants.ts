import type { Invariant } from './invariant.ts';

/** The shares of every payment that is divided, without those of tests that are being deleted. */
const shares = `
  SELECT p.world, p.id, p.status AS payment_status, p.reversed_at, p.wallet_id, p.currency,
         p.amount - p.fee - p.tax AS net,
         s.*
  FROM payments p CROSS JOIN LATERAL jsonb_to_recordset(p.split)
    AS s (wallet text, fixed bigint, basis_points bigint, status text, reason text, amount bigint, debt_paid bigint,
          taken bigint, owed bigint, borne bigint, under_way bigint)
  WHERE p.split IS NOT NULL AND NOT EXISTS (SELECT FROM test_deletions t WHERE p.world = ANY (t.worlds))`;

/** The parts of shares that refunds take back. */
const returns = `
  SELECT r.world, r.payment_id, r.id, r.status AS refund_status, r.wallet_id, r.currency, s.*
  FROM refunds r CROSS JOIN LATERAL jsonb_to_recordset(r.split)
    AS s (wallet text, amount bigint, taken bigint, owed bigint, borne bigint)
  WHERE r.split IS NOT NULL AND NOT EXISTS (SELECT FROM test_deletions t WHERE r.world = ANY (t.worlds))`;

/** Shares of payments, and what refunds and reversals take back of them. */
export const splitInvariants: readonly Invariant[] = [
  {
    name: 'share_is_its_postings',
    meaning:
      "A share that was posted has one posting of its amount less the debt that it paid, from its payment's wallet " +
      'to its own. Its returns went back between the same wallets. There is no other posting of a share.',
    sql: `
      SELECT coalesce(h.id, s.source) AS payment, coalesce(h.wallet, s.wallet) AS wallet, h.posted, s.paid, h.taken,
             s.back
      FROM (
        SELECT id, wallet, wallet_id, currency, taken,
               CASE status WHEN 'posted' THEN amount - debt_paid ELSE 0 END AS posted
        FROM (${shares}) every
      ) h
      FULL JOIN (
        SELECT source, currency, wallet, wallet_id, count(*) FILTER (WHERE credit_wallet = wallet) AS count,
               coalesce(sum(amount) FILTER (WHERE credit_wallet = wallet), 0) AS paid,
               coalesce(sum(amount) FILTER (WHERE debit_wallet = wallet), 0) AS back
        FROM (
          SELECT s.*, p.wallet_id,
                 CASE p.wallet_id WHEN s.debit_wallet THEN s.credit_wallet WHEN s.credit_wallet THEN s.debit_wallet END
                   AS wallet
          FROM postings s LEFT JOIN payments p ON p.id = s.source
          WHERE s.kind = 'split'
            AND NOT EXISTS (SELECT FROM test_deletions t WHERE p.world = ANY (t.worlds))
        ) moved
        GROUP BY source, currency, wallet, wallet_id
      ) s ON s.source = h.id AND s.wallet = h.wallet AND s.wallet_id = h.wallet_id AND s.currency = h.currency
      WHERE h.id IS NULL
         OR (coalesce(s.count, 0), coalesce(s.paid, 0), coalesce(s.back, 0))
            IS DISTINCT FROM (sign(h.posted)::bigint, h.posted, h.taken)`,
  },
  {
    name: 'shares_divide_their_net',
    meaning:
      'The shares of a payment sum to at most its net, and each is what its rule says. Only where the net is used up ' +
      'may one be less.',
    sql: `
      SELECT id AS payment, net, wallet, amount, sum
      FROM (
        SELECT *, sum(amount) OVER (PARTITION BY world, id) AS sum,
               coalesce(fixed, div(net * basis_points, 10000)) AS asked
        FROM (${shares}) every
        WHERE payment_status <> 'failed'
      ) s
      WHERE sum > net OR (fixed IS NULL) = (basis_points IS NULL)
         OR amount > asked OR (amount < asked AND sum < net)`,
  },
  {
    name: 'share_has_the_state_of_its_payment',
    meaning:
      'The shares of a payment are decided when its money is in its wallet, and not before. A share that was kept ' +
      'says why.',
    sql: `
      SELECT s.id AS payment, s.payment_status, s.wallet, s.status
      FROM (${shares}) s
      LEFT JOIN (
        SELECT record_id, world FROM parked_settlements WHERE suspense_wallet IS NOT NULL AND resolved_at IS NULL
      ) k ON k.record_id = s.id AND k.world = s.world
      WHERE (s.status = 'pending') = (s.payment_status = 'succeeded' AND k.record_id IS NULL)
         OR (s.status = 'kept') <> (s.reason IS NOT NULL)`,
  },
  {
    name: 'share_counts_its_returns',
    meaning:
      'The amounts taken back of a share, owed for it by its wallet and borne by its payment are the sums of its ' +
      'succeeded refunds, or more after a reversal. The amount under way is the sum of its pending refunds. ' +
      'Together they never exceed the share.',
    sql: `
      SELECT coalesce(h.id, r.payment_id) AS payment, coalesce(h.wallet, r.wallet) AS wallet, h.amount, h.taken, r.taken
               AS taken_by_refunds, h.owed, r.owed AS owed_by_refunds, h.borne, r.borne AS borne_by_refunds, h.under_way
      FROM (${shares}) h
      FULL JOIN (
        SELECT world, payment_id, wallet, 
               bool_or(amount <> taken + owed + borne AND refund_status = 'succeeded') AS uneven,
               coalesce(sum(taken) FILTER (WHERE refund_status = 'succeeded'), 0) AS taken,
               coalesce(sum(owed) FILTER (WHERE refund_status = 'succeeded'), 0) AS owed,
               coalesce(sum(borne) FILTER (WHERE refund_status = 'succeeded'), 0) AS borne,
               coalesce(sum(amount) FILTER (WHERE refund_status = 'pending'), 0) AS under_way
        FROM (${returns}) every GROUP BY world, payment_id, wallet
      ) r ON r.world = h.world AND r.payment_id = h.id AND r.wallet = h.wallet
      WHERE h.id IS NULL OR r.uneven
         OR h.under_way <> coalesce(r.under_way, 0)
         OR CASE WHEN h.reversed_at IS NULL
              THEN (h.taken, h.owed, h.borne) IS DISTINCT FROM
                   (coalesce(r.taken, 0), coalesce(r.owed, 0), coalesce(r.borne, 0))
              ELSE h.taken < r.taken OR h.owed < r.owed OR h.borne < r.borne END
         OR h.taken + h.owed + h.borne + h.under_way > CASE h.status WHEN 'posted' THEN h.amount ELSE 0 END`,
  },
  {
    name: 'debt_is_what_shares_owe',
    meaning: 'The debt of a wallet to a marketplace is what it owes for its shares, less what its later shares paid.',
    sql: `
      SELECT coalesce(d.world, h.world) AS world, coalesce(d.wallet_id, h.wallet) AS wallet, d.debt, h.owed
      FROM (
        SELECT world, wallet_id, debt FROM split_partners
        WHERE NOT EXISTS (SELECT FROM test_deletions t WHERE world = ANY (t.worlds))
      ) d
      FULL JOIN (
        SELECT world, wallet, sum(owed - debt_paid) AS owed FROM (${shares}) every GROUP BY world, wallet
      ) h ON h.world = d.world AND h.wallet = d.wallet_id
      WHERE coalesce(d.debt, 0) <> coalesce(h.owed, 0)`,
  },
  {
    name: 'share_is_the_sum_of_its_entries',
    meaning:
      'The entries of a share, from which reports are computed, sum to the share: to its amount, to the debt that it ' +
      'paid, and to each part that was taken back.',
    sql: `
      SELECT coalesce(h.id, e.payment_id) AS payment, coalesce(h.wallet, e.wallet_id) AS wallet, h.amount, e.posted,
             e.kept, h.debt_paid, e.paid, h.taken, e.taken AS entries_taken, h.owed, e.owed AS entries_owed, h.borne,
             e.borne AS entries_borne
      FROM (SELECT * FROM (${shares}) every WHERE status <> 'pending' AND amount > 0) h
      FULL JOIN (
        SELECT world, payment_id, wallet_id, sum(posted) AS posted, sum(debt_paid) AS paid, sum(kept) AS kept,
               sum(taken) AS taken, sum(owed) AS owed, sum(borne) AS borne
        FROM split_entries
        WHERE payment_id IS NOT NULL AND NOT EXISTS (SELECT FROM test_deletions t WHERE world = ANY (t.worlds))
        GROUP BY 1, 2, 3
      ) e ON e.world = h.world AND e.payment_id = h.id AND e.wallet_id = h.wallet
      WHERE h.id IS NULL OR e.payment_id IS NULL
         OR (e.posted, e.kept) IS DISTINCT FROM
            (CASE h.status WHEN 'posted' THEN h.amount ELSE 0 END, CASE h.status WHEN 'kept' THEN h.amount ELSE 0 END)
         OR (e.paid, e.taken, e.owed, e.borne) IS DISTINCT FROM (h.debt_paid, h.taken, h.owed, h.borne)`,
  },
  {
    name: 'share_entry_is_its_posting',
    meaning:
      'An entry of a share that moved money has the position and the amount of its posting, so that a report of some ' +
      "days ties with the wallet's statement of these days.",
    sql: `
      SELECT e.id AS entry, coalesce(e.payment_id, s.source) AS payment, coalesce(e.position, s.position) AS position,
             e.moved, s.amount
      FROM (
        SELECT id, world, wallet_id, payment_id, position, posted - debt_paid - taken AS moved FROM split_entries
        WHERE posted - debt_paid - taken <> 0
          AND NOT EXISTS (SELECT FROM test_deletions t WHERE world = ANY (t.worlds))
      ) e
      FULL JOIN (
        SELECT p.world, s.source, s.position,
               CASE p.wallet_id WHEN s.debit_wallet THEN s.credit_wallet ELSE s.debit_wallet END AS wallet,
               CASE p.wallet_id WHEN s.debit_wallet THEN s.amount ELSE -s.amount END AS amount
        FROM postings s JOIN payments p ON p.id = s.source
        WHERE s.kind = 'split' AND NOT EXISTS (SELECT FROM test_deletions t WHERE p.world = ANY (t.worlds))
      ) s ON s.world = e.world AND s.source = e.payment_id AND s.wallet = e.wallet_id AND s.position = e.position
      WHERE e.moved IS DISTINCT FROM s.amount`,
  },
  {
    name: 'reserve_is_its_days',
    meaning:
      'The reserve of a wallet at a marketplace is what its days keep, less what refunds have drawn. It is also the ' +
      'sum of its entries: reserved, less released, less drawn.',
    sql: `
      SELECT s.id AS partner, s.reserved, s.drawn, d.kept, e.sum AS entries
      FROM split_partners s
      LEFT JOIN (SELECT partner_id, sum(amount) AS kept FROM reserve_days GROUP BY partner_id) d ON d.partner_id = s.id
      LEFT JOIN (
        SELECT world, wallet_id, sum(reserved - released - drawn) AS sum FROM split_entries GROUP BY world, wallet_id
      ) e ON e.world = s.world AND e.wallet_id = s.wallet_id
      WHERE NOT EXISTS (SELECT FROM test_deletions t WHERE s.world = ANY (t.worlds))
        AND (s.reserved, s.reserved) IS DISTINCT FROM (coalesce(d.kept, 0) - s.drawn, coalesce(e.sum, 0))`,
  },
];
