import { eventsOf, kept } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';

/** The reserves of pending refunds: in the wallets of shares, and the rest in the wallet of the payment. */
const refundHolds = `
  SELECT r.id, s.wallet AS wallet_id, s.taken AS amount
  FROM refunds r CROSS JOIN LATERAL jsonb_to_recordset(r.split) AS s (wallet text, taken bigint)
  WHERE r.status = 'pending' AND r.split IS NOT NULL
  UNION ALL
  SELECT r.id, r.wallet_id, r.amount - coalesce((
    SELECT sum(s.taken) FROM jsonb_to_recordset(r.split) AS s (taken bigint)), 0)::bigint
  FROM refunds r WHERE r.status = 'pending'`;

/** Reserved money has its cause; holds as records have their captures, their wallet and their events. */
export const holdInvariants: readonly Invariant[] = [
  {
    name: 'open_hold_has_its_cause',
    meaning:
      'A pending refund has open holds of what it takes out of the wallets of shares, and one of the rest on its own ' +
      'wallet. A payout that is not finished has an open hold whose remainder is the total of its open items and ' +
      'their fees. The record of a hold has one of what is still held. There is no other open hold.',
    sql: `
      SELECT c.id AS cause, c.amount, c.open, h.source AS hold, h.amount AS held, h.remaining
      FROM (
        SELECT id, wallet_id, amount, amount AS open FROM (${refundHolds}) r WHERE amount > 0
        UNION ALL
        SELECT p.id, min(p.wallet_id), sum(i.amount + i.fee),
               sum(i.amount + i.fee) FILTER (WHERE i.status IN ('pending', 'processing'))
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
        FROM wallet_holds
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
    meaning: 'A hold is on a wallet of the merchant and the mode of its world, in its currency.',
    sql: `
      SELECT h.id AS hold, h.world, h.wallet_id, f.owner_id, f.livemode, f.currency
      FROM wallet_holds h
      LEFT JOIN worlds w ON w.id = h.world
      LEFT JOIN integrations i ON i.id = w.integration_id
      LEFT JOIN wallets f ON f.id = h.wallet_id
      WHERE (f.owner_id, f.livemode, f.currency) IS DISTINCT FROM (i.merchant_id, w.livemode, h.currency)`,
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
        AND (e."hold.created", e."hold.captured", e."hold.released", e."hold.expired") IS DISTINCT FROM
            (1, jsonb_array_length(h.captures), (h.status = 'released')::int, (h.status = 'expired')::int)`,
  },
];
