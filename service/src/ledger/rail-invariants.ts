import type { Invariant } from './invariant.ts';

/** Postings with the owners of their two wallets. */
const ends = `
  SELECT s.source, s.position, s.kind, s.amount, s.debit_wallet, s.credit_wallet,
         d.owner_type AS debit_type, d.owner_id AS debit_owner, c.owner_type AS credit_type, c.owner_id AS credit_owner
  FROM postings s LEFT JOIN wallets d ON d.id = s.debit_wallet LEFT JOIN wallets c ON c.id = s.credit_wallet`;

/** The ids of the wallets of one role, one for each rail, currency and mode. */
const walletsOf = (role: string) =>
  `SELECT id FROM wallets WHERE owner_type = 'system' AND starts_with(owner_id, '${role}:')`;

const ownWallets = ['suspense', 'provider_fees', 'receivable'].map(walletsOf).join(' UNION ALL ');

/** The slug in the owner of a system wallet. */
const slug = (owner: string) => `split_part(${owner}, ':', 2)`;

/** The money at rails of providers: floats, charges, suspense, and what providers took back. */
export const railInvariants: readonly Invariant[] = [
  {
    name: 'rail_money_has_its_ends',
    meaning:
      'A posting about rails joins the wallets of its kind. Suspense, charges and receivables have no other postings.',
    sql: `
      SELECT source, position, kind, debit_owner, credit_owner
      FROM (${ends}) s
      WHERE (kind IN ('float', 'provider_fee', 'suspense', 'reversal', 'return')
             OR debit_wallet IN (${ownWallets})
             OR credit_wallet IN (${ownWallets}))
        AND (CASE kind
          WHEN 'float' THEN debit_owner LIKE 'clearing:%' AND credit_owner = 'funding'
            OR debit_owner = 'funding' AND credit_owner LIKE 'clearing:%'
          WHEN 'provider_fee' THEN ${slug('debit_owner')} = ${slug('credit_owner')}
            AND (debit_owner LIKE 'provider_fees:%' AND credit_owner LIKE 'clearing:%'
                 OR debit_owner LIKE 'clearing:%' AND credit_owner LIKE 'provider_fees:%')
          WHEN 'suspense' THEN
            debit_owner LIKE 'clearing:%' AND credit_owner = 'suspense:' || ${slug('debit_owner')}
            OR debit_owner LIKE 'suspense:%'
               AND (credit_type <> 'system' OR credit_owner = 'clearing:' || ${slug('debit_owner')})
          WHEN 'reversal' THEN (debit_type = 'merchant' OR debit_owner LIKE 'receivable:%')
            AND (credit_owner LIKE 'clearing:%' OR credit_owner LIKE 'receivable:%')
          WHEN 'return' THEN debit_owner LIKE 'clearing:%' AND credit_type <> 'system'
        END) IS NOT TRUE`,
  },
  {
    name: 'suspense_is_its_cases',
    meaning: "The money of each source in a rail's suspense wallet is the amount of an open case about that source.",
    sql: `
      SELECT s.wallet, s.source, s.sum, c.id AS "case", c.amount
      FROM (
        SELECT wallet, source, sum(change) AS sum
        FROM (SELECT debit_wallet AS wallet, source, -amount AS change FROM postings
              WHERE debit_wallet IN (${walletsOf('suspense')})
              UNION ALL SELECT credit_wallet, source, amount FROM postings
              WHERE credit_wallet IN (${walletsOf('suspense')})) moved
        GROUP BY wallet, source HAVING sum(change) <> 0
      ) s
      LEFT JOIN cases c ON c.status = 'open' AND s.source IN (c.id, c.record) AND c.amount = s.sum
      WHERE c.id IS NULL`,
  },
  {
    name: 'suspense_is_assigned_by_approval',
    meaning: "A rail's suspense wallet pays a wallet only what an approval of its case assigns to that wallet.",
    sql: `
      SELECT s.source, s.position, s.amount, s.credit_wallet
      FROM (${ends}) s
      LEFT JOIN (
        SELECT a.payload ->> 'wallet' AS wallet, c.id, c.record, c.amount
        FROM approvals a JOIN cases c ON c.id = a.payload ->> 'case'
        WHERE a.kind = 'suspense' AND a.status = 'approved'
      ) a ON s.source IN (a.id, a.record) AND a.wallet = s.credit_wallet AND a.amount = s.amount
      WHERE s.kind = 'suspense' AND s.credit_type <> 'system' AND a.id IS NULL`,
  },
  {
    name: 'float_is_posted_once',
    meaning:
      'An approved change of a float has one posting of its amount in its direction, and no float changes otherwise.',
    sql: `
      SELECT a.id AS approval, s.source, a.status, a.amount, s.amount AS posted, s.count, s.debit_owner, s.credit_owner
      FROM (
        SELECT id, status, (payload ->> 'amount')::bigint AS amount, 'clearing:' || (payload ->> 'rail') AS clearing,
               payload ->> 'direction' = 'sweep' AS is_sweep
        FROM approvals WHERE kind = 'float'
      ) a FULL JOIN (
        SELECT source, count(*) AS count, min(amount) AS amount,
               min(debit_owner) AS debit_owner, min(credit_owner) AS credit_owner
        FROM (${ends}) e WHERE kind = 'float' GROUP BY source
      ) s ON s.source = a.id
      WHERE a.id IS NULL
         OR (a.status <> 'approved' AND s.source IS NOT NULL)
         OR (a.status = 'approved' AND (s.count, s.amount, s.debit_owner, s.credit_owner) IS DISTINCT FROM
             (1, a.amount, CASE WHEN a.is_sweep THEN 'funding' ELSE a.clearing END,
              CASE WHEN a.is_sweep THEN a.clearing ELSE 'funding' END))`,
  },
  {
    name: 'resolution_is_posted_once',
    meaning: 'An approved resolution of an exception has one posting of its amount. No other case is written off.',
    sql: `
      SELECT a.id AS approval, s.source, a.amount, s.sum, s.count, s.clearing, s.other
      FROM (
        SELECT id, payload ->> 'case' AS "case", (payload ->> 'amount')::bigint AS amount,
               'clearing:' || (payload ->> 'rail') AS clearing,
               CASE payload ->> 'decision' WHEN 'write_off' THEN 'adjustments'
                 WHEN 'suspense' THEN 'suspense:' || (payload ->> 'rail')
                   ELSE 'provider_fees:' || (payload ->> 'rail') END AS other
        FROM approvals WHERE kind = 'reconciliation' AND status = 'approved'
      ) a FULL JOIN (
        SELECT source, count(*) AS count, sum(CASE WHEN debit_owner LIKE 'clearing:%' THEN amount
          ELSE -amount END) AS sum,
               min(kind) AS kind, min(CASE WHEN debit_owner LIKE 'clearing:%' THEN debit_owner
                 ELSE credit_owner END) AS clearing,
               min(CASE WHEN debit_owner LIKE 'clearing:%' THEN credit_owner ELSE debit_owner END) AS other
        FROM (${ends}) e
        WHERE source LIKE 'case\\_%'
          AND (kind IN ('adjustment', 'provider_fee') OR kind = 'suspense' AND debit_owner LIKE 'clearing:%')
        GROUP BY source
      ) s ON s.source = a."case"
      WHERE (a.id IS NULL AND s.kind <> 'suspense')
         OR (a.id IS NOT NULL AND (s.count, s.sum, s.clearing, s.other) IS DISTINCT FROM (1, a.amount, a.clearing,
           a.other))`,
  },
  {
    name: 'reversal_has_its_payment',
    meaning: 'A reversal belongs to a payment that succeeded at that rail, and takes back no more than its amount.',
    sql: `
      SELECT s.source, s.owner, s.sum, p.id AS payment, p.status, p.rail, p.amount
      FROM (
        SELECT source, credit_owner AS owner, sum(amount) AS sum
        FROM (${ends}) e WHERE kind = 'reversal' AND credit_owner LIKE 'clearing:%' GROUP BY source, credit_owner
      ) s LEFT JOIN payments p ON p.id = s.source
      WHERE (p.status = 'succeeded' AND s.owner = 'clearing:' || p.rail AND s.sum <= p.amount) IS NOT TRUE`,
  },
  {
    name: 'return_is_posted_once',
    meaning: "An item that its provider took back has one posting of its amount, from its rail to its payout's wallet.",
    sql: `
      SELECT i.id AS item, s.source, i.amount, s.sum, s.count, s.owner, s.wallet
      FROM (
        SELECT i.id, i.amount, i.rail, p.wallet_id
        FROM payout_items i JOIN payouts p ON p.world = i.world AND p.id = i.payout_id WHERE i.status = 'returned'
      ) i FULL JOIN (
        SELECT source, count(*) AS count, sum(amount) AS sum, min(debit_owner) AS owner, min(credit_wallet) AS wallet
        FROM (${ends}) e WHERE kind = 'return' GROUP BY source
      ) s ON s.source = i.id
      WHERE i.id IS NULL
         OR (s.count, s.sum, s.owner, s.wallet) IS DISTINCT FROM (1, i.amount, 'clearing:' || i.rail, i.wallet_id)`,
  },
];
