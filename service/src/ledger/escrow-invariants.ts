import { eventsOf, kept } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';

/** The two deciders of a hold, as one text in the order of their ids. */
const named = (alias: string) => `(
  SELECT string_agg(e ->> 'owner', ' ' ORDER BY e ->> 'owner' COLLATE "C")
  FROM jsonb_array_elements(${alias}.escrow) e)`;

/** Holds with two deciders end as both decided. */
export const escrowInvariants: readonly Invariant[] = [
  {
    name: 'escrow_ends_as_decided',
    meaning:
      'A captured escrow was released by both of its deciders, a released one returned by both, and an expired one ' +
      'was not decided by both. The whole amount moved or went back. An open escrow is disputed if its decisions ' +
      'differ, and then has an open case.',
    sql: `
      SELECT h.id AS hold, h.status, h.amount, h.captured, h.released, h.disputed, h.due_at, one, other, c.id AS case
      FROM (SELECT *, escrow -> 0 ->> 'decision' AS one, escrow -> 1 ->> 'decision' AS other FROM wallet_holds) h
      LEFT JOIN cases c ON c.record = h.id AND c.kind = 'escrow_disagreement' AND c.status = 'open'
      WHERE CASE WHEN h.escrow IS NULL THEN h.disputed OR c.id IS NOT NULL ELSE
        h.disputed <> (h.status = 'open' AND coalesce(one <> other, false))
        OR h.disputed <> (c.id IS NOT NULL) OR (h.status = 'open' AND NOT h.disputed) <> (h.due_at IS NOT NULL)
        OR (h.captured, h.released) IS DISTINCT FROM (
          CASE h.status WHEN 'captured' THEN h.amount ELSE 0 END,
          CASE WHEN h.status IN ('released', 'expired') THEN h.amount ELSE 0 END)
        OR CASE h.status WHEN 'captured' THEN (one, other) IS DISTINCT FROM ('release', 'release')
                         WHEN 'released' THEN (one, other) IS DISTINCT FROM ('return', 'return')
                         WHEN 'expired' THEN one IS NOT NULL AND other IS NOT NULL
                         ELSE one = other END END`,
  },
  {
    name: 'escrow_has_its_deciders',
    meaning:
      'The deciders of an escrow are the owners of two wallets in its mode and currency, and find it in their lists. ' +
      'No other hold has deciders. In test, a wallet may have been deleted with its idle merchant.',
    sql: `
      SELECT coalesce(h.id, d.hold_id) AS hold, h.escrow, d.owners
      FROM (SELECT *, ${named('x')} AS owners FROM wallet_holds x WHERE escrow IS NOT NULL) h
      FULL JOIN (
        SELECT world, hold_id, string_agg(owner_id, ' ' ORDER BY owner_id) AS owners, bool_or(livemode) AS live,
               bool_and(livemode) AS all_live, count(*) AS number
        FROM hold_deciders GROUP BY world, hold_id
      ) d ON d.world = h.world AND d.hold_id = h.id
      LEFT JOIN worlds w ON w.id = h.world
      WHERE (h.owners, 2) IS DISTINCT FROM (d.owners, d.number)
         OR (d.live, d.all_live) IS DISTINCT FROM (w.livemode, w.livemode)
         OR EXISTS (
           SELECT FROM jsonb_array_elements(h.escrow) e LEFT JOIN wallets f ON f.id = e ->> 'wallet'
           WHERE CASE WHEN f.id IS NULL THEN w.livemode
                      ELSE f.owner_type = 'system' OR (f.owner_id, f.livemode, f.currency)
                           IS DISTINCT FROM (e ->> 'owner', w.livemode, h.currency) END)`,
  },
  {
    name: 'decision_has_its_event',
    meaning:
      'Each decision of a decider has one hold.decided event. No other hold has one. ' +
      'Tests that are being deleted are excepted.',
    sql: `
      SELECT h.id AS hold, h.escrow, e."hold.decided"
      FROM wallet_holds h JOIN worlds o ON o.id = h.world
      LEFT JOIN (${eventsOf('hold.decided')}) e ON (e.world, e.id) = (h.world, h.id)
      WHERE ${kept('h.created_at')} AND NOT EXISTS (SELECT FROM test_deletions t WHERE h.world = ANY (t.worlds))
        AND coalesce(e."hold.decided", 0) <> coalesce((
          SELECT sum((d ->> 'times')::int) FROM jsonb_array_elements(h.escrow) d), 0)`,
  },
];
