import { eventsOf, kept } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';

/** The legs of every movement, with their sign. */
const legs = `
  SELECT m.id, leg ->> 'wallet' AS wallet, leg ->> 'currency' AS currency,
         (leg ->> 'amount')::bigint * CASE leg ->> 'side' WHEN 'debit' THEN -1 ELSE 1 END AS change
  FROM movements m CROSS JOIN LATERAL jsonb_array_elements(m.legs) AS leg`;

/** Movements between several wallets, and reversals of transfers. */
export const movementInvariants: readonly Invariant[] = [
  {
    name: 'movement_is_its_postings',
    meaning: 'The postings of a movement move the amount of each leg, out of its wallet or into it, and nothing else.',
    sql: `
      SELECT coalesce(l.id, s.source) AS movement, coalesce(l.wallet, s.wallet) AS wallet, l.change, s.change AS posted
      FROM (SELECT id, wallet, currency, sum(change) AS change FROM (${legs}) every GROUP BY id, wallet, currency) l
      FULL JOIN (
        SELECT source, wallet, currency, sum(change) AS change
        FROM (SELECT source, debit_wallet AS wallet, currency, -amount AS change FROM postings
              WHERE kind = 'transfer' AND source LIKE 'mov\\_%'
              UNION ALL
              SELECT source, credit_wallet, currency, amount FROM postings
              WHERE kind = 'transfer' AND source LIKE 'mov\\_%') sides
        GROUP BY source, wallet, currency
      ) s ON s.source = l.id AND s.wallet = l.wallet AND s.currency = l.currency
      WHERE l.id IS NULL OR l.change <> coalesce(s.change, 0)`,
  },
  {
    name: 'movement_is_of_its_world',
    meaning: 'A movement debits only wallets of the merchant or person, and of the mode, of its world.',
    sql: `
      SELECT m.id AS movement, m.world, m.owner_id, f.id AS wallet, f.owner_id AS wallet_owner, f.livemode
      FROM movements m
      LEFT JOIN worlds w ON w.id = m.world
      LEFT JOIN integrations i ON i.id = w.integration_id
      LEFT JOIN users u ON u.id = w.account_id
      LEFT JOIN LATERAL jsonb_array_elements(m.legs) AS leg ON leg ->> 'side' = 'debit'
      LEFT JOIN wallets f ON f.id = leg ->> 'wallet'
      WHERE (m.owner_id, f.owner_id, f.livemode) IS DISTINCT FROM
            (coalesce(i.merchant_id, u.merchant_id, u.id), coalesce(i.merchant_id, u.merchant_id, u.id), w.livemode)`,
  },
  {
    name: 'transfer_counts_its_reversals',
    meaning:
      'The reversals of a transfer go back from its receiver. Their sum is its reversed amount, at most its amount.',
    sql: `
      SELECT coalesce(t.id, r.id) AS transfer, t.amount, t.reversed_amount, r.sum
      FROM (SELECT * FROM transfers WHERE reversed_amount <> 0) t
      FULL JOIN (
        SELECT reverses_world AS world, reverses AS id, sum((legs -> 0 ->> 'amount')::bigint) AS sum,
               min(legs -> 0 ->> 'wallet') AS first_from, max(legs -> 0 ->> 'wallet') AS last_from,
               min(legs -> 1 ->> 'wallet') AS first_to, max(legs -> 1 ->> 'wallet') AS last_to
        FROM movements WHERE reverses IS NOT NULL GROUP BY reverses_world, reverses
      ) r ON r.world = t.world AND r.id = t.id
      WHERE (t.reversed_amount, t.to_wallet, t.to_wallet, t.from_wallet, t.from_wallet)
            IS DISTINCT FROM (r.sum, r.first_from, r.last_from, r.first_to, r.last_to)
         OR t.reversed_amount > t.amount`,
  },
  {
    name: 'movement_has_its_event',
    meaning: 'Every movement has one movement.succeeded event.',
    sql: `
      SELECT m.id AS movement, e."movement.succeeded"
      FROM movements m JOIN worlds o ON o.id = m.world
      LEFT JOIN (${eventsOf('movement.succeeded')}) e ON (e.world, e.id) = (m.world, m.id)
      WHERE ${kept('m.created_at')} AND e."movement.succeeded" IS DISTINCT FROM 1`,
  },
  {
    name: 'reversal_has_its_event',
    meaning: 'Every reversal has one transfer.reversed event, in the world of its transfer.',
    sql: `
      SELECT m.world, m.id AS transfer, m.reversals, e."transfer.reversed"
      FROM (
        SELECT m.reverses_world AS world, m.reverses AS id, count(*) AS reversals
        FROM movements m JOIN worlds o ON o.id = m.reverses_world
        WHERE m.reverses IS NOT NULL AND ${kept('m.created_at')} GROUP BY m.reverses_world, m.reverses
      ) m
      LEFT JOIN (${eventsOf('transfer.reversed')}) e ON (e.world, e.id) = (m.world, m.id)
      WHERE coalesce(e."transfer.reversed", 0) < m.reversals`,
  },
];
