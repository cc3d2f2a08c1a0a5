import { isOtherEnd } from './book-invariants.ts';
import { eventsOf, kept } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';

/**
 * The reserves of pending refunds: in the wallets of shares, and the rest, less the fee that returns for certain, in
 * the wallet of the payment.
 */
const refundHolds = `
  SELECT r.id, s.wallet AS wallet_id, s.taken AS amount
  FROM refunds r CROSS JOIN LATERAL jsonb_to_recordset(r.split) AS s (wallet text, taken bigint)
  WHERE r.status = 'pending' AND r.split IS NOT NULL
  UNION ALL
  SELECT r.id, r.wallet_id, (r.amount - coalesce((
           SELECT sum(s.taken) FROM jsonb_to_recordset(r.split) AS s (taken bigint)), 0)
           - CASE WHEN p.fee_on_refund = 'returned' AND (p.price IS NULL OR r.amount = p.amount)
               THEN div(p.fee::numeric * r.amount, p.amount) + div(p.tax::numeric * r.amount, p.amount)
             ELSE 0 END)::bigint
  FROM refunds r LEFT JOIN payments p ON p.world = r.world AND p.id = r.payment_id WHERE r.status = 'pending'`;

/** Reserved money has its cause; holds as records have their captures, their wallet and their events. */
export const holdInvariants: readonly Invariant[] = [
  {
    name: 'open_hold_has_its_cause',
    meaning:
      'A pending refund has open holds of what it takes out of the wallets of shares, and one of the rest, less the ' +
      'fee that returns with it, on its own wallet. A payout that is not finished has an open hold whose remainder ' +
      'is the total of its open items and their fees and taxes. The record of a hold has one of what is still held. ' +
      'There is no other open hold.',
    sql: `
      SELECT c.id AS cause, c.amount, c.open, h.source AS hold, h.amount AS held, h.remaining
      FROM (
        SELECT id, wallet_id, amount, amount AS open FROM (${refundHolds}) r WHERE amount > 0
        UNION ALL
        SELECT p.id, min(p.wallet_id), sum(i.amount + i.fee + i.tax),
               sum(i.amount + i.fee + i.tax) FILTER (WHERE i.status IN ('pending', 'processing'))
        FROM payouts p JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id
        WHERE p.status IN ('pending', 'processing') GROUP BY p.world, p.id
        UNION ALL
        SELECT id, wallet_id, amount, amount - captured - released FROM wallet_holds WHERE status = 'open'
      ) c
      FULL JOIN (SELECT source, wallet_id, amount, remaining FROM holds WHERE remaining > 0) h
        ON h.source = c.id AND h.wallet_id = c.wallet_id
      WHERE (h.amount, h.remaining) IS DISTINCT FROM (c.amount, c.open)`,
  },
  {
    name: 'capture_is_posted_once',
    meaning:
      'Each capture of a hold has one posting, from its wallet to the wallet that it names, in their order. ' +
      'Together they are what the hold counts as captured, and never more than the hold. There is no other capture.',
    sql: `
      SELECT coalesce(h.id, s.source) AS hold, h.amount, h.captured, h.released, h.captures, s.moved, s.sum
      FROM (
        SELECT id, wallet_id, currency, status, amount, captured, released, nullif(captured, 0) AS sum,
               (SELECT string_agg(format('%s %s', c ->> 'to', c ->> 'amount'), ',' ORDER BY place)
                FROM jsonb_array_elements(captures) WITH ORDINALITY AS c (c, place)) AS captures
        FROM wallet_holds WHERE id < 'pay'
      ) h
      FULL JOIN (
        SELECT source, currency, min(debit_wallet) AS first_payer, max(debit_wallet) AS last_payer, sum(amount) AS sum,
               string_agg(format('%s %s', credit_wallet, amount), ',' ORDER BY position) AS moved
        FROM postings WHERE kind = 'capture' GROUP BY source, currency
      ) s ON s.source = h.id AND s.currency = h.currency
      WHERE h.id IS NULL
         OR (h.sum, h.captures) IS DISTINCT FROM (s.sum, s.moved)
         OR s.first_payer <> h.wallet_id OR s.last_payer <> h.wallet_id
         OR h.captured + h.released > h.amount OR (h.status = 'open') <> (h.captured + h.released < h.amount)`,
  },
  {
    name: 'hold_is_of_its_world',
    meaning:
      'A hold is on a wallet of the merchant and the mode of its world, in its currency. ' +
      'The holds of payments have payment_is_held.',
    sql: `
      SELECT h.id AS hold, h.world, h.wallet_id, f.owner_id, f.livemode, f.currency
      FROM wallet_holds h
      LEFT JOIN worlds w ON w.id = h.world
      LEFT JOIN integrations i ON i.id = w.integration_id
      LEFT JOIN wallets f ON f.id = h.wallet_id
      WHERE (f.owner_id, f.livemode, f.currency) IS DISTINCT FROM (i.merchant_id, w.livemode, h.currency)
        AND h.id < 'pay'`,
  },
  {
    name: 'hold_has_its_events',
    meaning:
      'A hold has one hold.created event, one hold.captured for each capture, and one hold.released or hold.expired ' +
      'if it ended so. Tests that are being deleted are excepted.',
    sql: `
      SELECT h.id AS hold, h.status, h.captures,
             e."hold.created", e."hold.captured", e."hold.released", e."hold.expired"
      FROM wallet_holds h JOIN worlds o ON o.id = h.world
      LEFT JOIN (${eventsOf('hold.created', 'hold.captured', 'hold.released', 'hold.expired')}) e
        ON (e.world, e.id) = (h.world, h.id)
      WHERE ${kept('h.created_at')} AND NOT EXISTS (SELECT FROM test_deletions t WHERE h.world = ANY (t.worlds))
        AND h.id < 'pay' AND (e."hold.created", e."hold.captured", e."hold.released", e."hold.expired") IS DISTINCT FROM
            (1, jsonb_array_length(h.captures), (h.status = 'released')::int, (h.status = 'expired')::int)`,
  },
  {
    name: 'payment_is_held',
    meaning:
      "A payment with manual capture has a hold with its id once it is approved, on its payer's wallet or the " +
      'clearing wallet of its rail, for its wallet. Both have the same amounts, and the hold is open as long as the ' +
      'status is requires_capture. No other payment has a hold. Tests that are being deleted are excepted.',
    sql: `
      SELECT coalesce(p.id, h.id) AS payment, p.status, p.authorized, p.captured, p.amount,
             h.status AS hold, h.amount AS held, h.captured AS taken, h.wallet_id
      FROM (SELECT * FROM payments WHERE captured IS NOT NULL) p
      FULL JOIN (SELECT * FROM wallet_holds WHERE id >= 'pay') h ON h.world = p.world AND h.id = p.id
      LEFT JOIN wallets f ON f.id = h.wallet_id
      WHERE NOT EXISTS (SELECT FROM test_deletions t WHERE coalesce(p.world, h.world) = ANY (t.worlds))
        AND (p.id IS NULL
         OR (p.status = 'requires_capture') IS DISTINCT FROM coalesce(h.status = 'open', false)
         OR (p.status = 'succeeded' AND h.id IS NULL)
         OR (h.id IS NOT NULL AND ((h.amount, h.captured, h.to_wallet, h.currency)
              IS DISTINCT FROM (p.authorized, p.captured, p.wallet_id, p.currency)
              OR ${isOtherEnd('p', 'f')} IS NOT TRUE)))`,
  },
  {
    name: 'payment_capture_is_posted',
    meaning:
      "Each capture of a payment has one posting from the hold's wallet to the payment's wallet, in their order, and " +
      "one of its part of the fee and of the tax, if there is one. Together they are the payment's captured amount, " +
      'its fee and its tax. ' +
      'Tests that are being deleted are excepted.',
    sql: `
      SELECT p.id AS payment, p.status, p.captured, p.fee, p.tax, h.captures, s.moved, s.sum, s.fees, s.taxes
      FROM payments p
      LEFT JOIN (
        SELECT world, id, wallet_id,
               (SELECT string_agg(format('%s %s %s %s', c ->> 'to', c ->> 'amount', nullif(c ->> 'fee', '0'),
                                         c ->> 'tax'), ',' ORDER BY place)
                FROM jsonb_array_elements(captures) WITH ORDINALITY AS c (c, place)) AS captures
        FROM wallet_holds
      ) h ON h.world = p.world AND h.id = p.id
      LEFT JOIN (
        SELECT source, currency, sum(amount) FILTER (WHERE kind = 'payment') AS sum,
               coalesce(sum(amount) FILTER (WHERE kind = 'fee'), 0) AS fees,
               coalesce(sum(amount) FILTER (WHERE kind = 'tax'), 0) AS taxes,
               min(debit_wallet) FILTER (WHERE kind = 'payment') AS first_payer,
               max(debit_wallet) FILTER (WHERE kind = 'payment') AS last_payer,
               min(debit_wallet) FILTER (WHERE kind <> 'payment') AS first_charged,
               max(debit_wallet) FILTER (WHERE kind <> 'payment') AS last_charged,
               string_agg(CASE kind WHEN 'payment' THEN format('%s %s %s %s', credit_wallet, amount, fee, tax) END, ','
                          ORDER BY position) AS moved
        FROM (SELECT *, CASE WHEN lead(kind) OVER own = 'fee' THEN lead(amount) OVER own END AS fee,
                     CASE WHEN lead(kind) OVER own = 'fee' AND lead(kind, 2) OVER own = 'tax'
                          THEN lead(amount, 2) OVER own
                          WHEN lead(kind) OVER own = 'tax' THEN lead(amount) OVER own END AS tax
              FROM postings WHERE kind IN ('payment', 'fee', 'tax') AND source LIKE 'pay\\_%'
              WINDOW own AS (PARTITION BY source ORDER BY position)) moved
        GROUP BY source, currency
      ) s ON s.source = p.id AND s.currency = p.currency
      WHERE p.captured IS NOT NULL
        AND NOT EXISTS (SELECT FROM test_deletions t WHERE p.world = ANY (t.worlds))
        AND ((p.captured, h.captures) IS DISTINCT FROM (coalesce(s.sum, 0), s.moved)
          OR p.captured > 0 AND (p.fee, p.tax) <> (s.fees, s.taxes)
          OR s.first_payer <> h.wallet_id OR s.last_payer <> h.wallet_id
          OR s.first_charged <> p.wallet_id OR s.last_charged <> p.wallet_id)`,
  },
  {
    name: 'payment_capture_has_its_event',
    meaning:
      'A payment whose money is or was held has one payment.requires_capture event, and one payment.captured for ' +
      'each capture. Tests that are being deleted are excepted.',
    sql: `
      SELECT p.id AS payment, p.status, h.captures, e."payment.requires_capture", e."payment.captured"
      FROM payments p JOIN worlds o ON o.id = p.world JOIN wallet_holds h ON h.world = p.world AND h.id = p.id
      LEFT JOIN (${eventsOf('payment.requires_capture', 'payment.captured')}) e ON (e.world, e.id) = (p.world, p.id)
      WHERE ${kept('h.created_at')} AND NOT EXISTS (SELECT FROM test_deletions t WHERE p.world = ANY (t.worlds))
        AND (e."payment.requires_capture", e."payment.captured")
            IS DISTINCT FROM (1, jsonb_array_length(h.captures))`,
  },
];
