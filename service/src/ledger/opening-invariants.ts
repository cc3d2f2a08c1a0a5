import type { Invariant } from './invariant.ts';

/** Opening balances that operators imported. */
export const openingInvariants: readonly Invariant[] = [
  {
    name: 'opening_is_posted_once',
    meaning:
      'Each row of an approved import has one posting of its amount, from the system wallet for openings to its ' +
      'wallet. Rows of other imports have none, and there is no other posting of an opening balance.',
    sql: `
      SELECT coalesce(o.approval_id, s.source) AS approval, o.line, o.status, o.amount, s.amount AS posted, s.owner_id
      FROM (
        SELECT o.*, a.status FROM opening_balances o
        LEFT JOIN approvals a ON a.id = o.approval_id AND a.kind = 'opening'
      ) o
      FULL JOIN (
        SELECT p.source, p.credit_wallet, p.position, p.amount, p.currency, p.livemode, d.owner_type, d.owner_id
        FROM postings p LEFT JOIN wallets d ON d.id = p.debit_wallet WHERE p.kind = 'opening'
      ) s ON s.source = o.approval_id AND s.credit_wallet = o.wallet_id AND s.position = o.position
      WHERE o.approval_id IS NULL
         OR (o.status = 'approved') IS DISTINCT FROM (o.position IS NOT NULL)
         OR (o.position IS NOT NULL AND (s.amount, s.currency, s.livemode, s.owner_type, s.owner_id)
             IS DISTINCT FROM (o.amount, o.currency, o.livemode, 'system', 'opening'))`,
  },
  {
    name: 'opening_ties_to_its_totals',
    meaning: 'The rows of an import are as many, and sum to as much, as its control totals in each currency.',
    sql: `
      SELECT coalesce(t.id, r.approval_id) AS approval, coalesce(t.currency, r.currency) AS currency, t.count, t.amount,
             r.count AS rows, r.amount AS sum
      FROM (
        SELECT a.id, a.livemode, t.* FROM approvals a CROSS JOIN LATERAL jsonb_to_recordset(a.payload -> 'totals')
          AS t (currency text, count bigint, amount numeric)
        WHERE a.kind = 'opening'
      ) t
      FULL JOIN (
        SELECT approval_id, livemode, currency, count(*) AS count, sum(amount) AS amount
        FROM opening_balances GROUP BY approval_id, livemode, currency
      ) r ON r.approval_id = t.id AND r.currency = t.currency AND r.livemode = t.livemode
      WHERE (t.count, t.amount) IS DISTINCT FROM (r.count, r.amount)`,
  },
];
