import type { Invariant } from './invariant.ts';

/** The shares of every payment that is divided. */
const shares = `
  SELECT p.world, p.id, p.status AS payment_status, p.wallet_id, p.currency, p.amount - p.fee AS net, s.*
  FROM payments p CROSS JOIN LATERAL jsonb_to_recordset(p.split)
    AS s (wallet text, fixed bigint, basis_points bigint, status text, reason text, amount bigint)
  WHERE p.split IS NOT NULL`;

/** Shares of payments. */
export const splitInvariants: readonly Invariant[] = [
  {
    name: 'share_is_posted_once',
    meaning:
      "A share with the status posted has one posting of its amount, from its payment's wallet to its own. Others have " +
      'none, and no posting pays a share that no payment has.',
    sql: `
      SELECT coalesce(h.id, s.source) AS payment, coalesce(h.wallet, s.credit_wallet) AS wallet, h.amount, s.sum, s.count
      FROM (SELECT * FROM (${shares}) every WHERE status = 'posted' AND amount > 0) h
      FULL JOIN (
        SELECT source, currency, debit_wallet, credit_wallet, count(*) AS count, sum(amount) AS sum
        FROM postings WHERE kind = 'split' AND source LIKE 'pay\\_%'
        GROUP BY source, currency, debit_wallet, credit_wallet
      ) s ON s.source = h.id AND s.credit_wallet = h.wallet AND s.debit_wallet = h.wallet_id AND s.currency = h.currency
      WHERE (s.count, s.sum) IS DISTINCT FROM (1, h.amount)`,
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
      'The shares of a payment are decided when its money is in its wallet, and not before. A ' +
      'share that was kept says why.',
    sql: `
      SELECT s.id AS payment, s.payment_status, s.wallet, s.status
      FROM (${shares}) s
      LEFT JOIN (
        SELECT record_id, world FROM parked_settlements WHERE suspense_wallet IS NOT NULL AND resolved_at IS NULL
      ) k ON k.record_id = s.id AND k.world = s.world
      WHERE (s.status = 'pending') = (s.payment_status = 'succeeded' AND k.record_id IS NULL)
         OR (s.status = 'kept') <> (s.reason IS NOT NULL)`,
  },
];
