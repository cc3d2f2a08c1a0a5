import type { Invariant } from './invariant.ts';

/** Work that has begun can finish: until then its money is reserved, or a rail was asked for it. */
export const workInvariants: readonly Invariant[] = [
  {
    name: 'open_has_its_worker',
    meaning:
      "An open payment, refund or hold, and an item at its rail, has a due time; a disputed escrow has none. A pending item is ahead of its payout's cursor, and the payout has a due time unless it waits for a second person. Parked work has no due time: an operator handles it.",
    sql: `
      SELECT open.id AS open, open.status
      FROM (
        SELECT id, status FROM payments
        WHERE status NOT IN ('requires_capture', 'succeeded', 'failed') AND due_at IS NULL
        UNION ALL SELECT id, status FROM refunds WHERE status = 'pending' AND due_at IS NULL
        UNION ALL SELECT id, status FROM wallet_holds WHERE status = 'open' AND due_at IS NULL AND NOT disputed
        UNION ALL SELECT id, status FROM payout_items WHERE status = 'processing' AND due_at IS NULL) open
      WHERE open.id NOT IN (SELECT record_id FROM parked_settlements WHERE resolved_at IS NULL)
      UNION ALL
      SELECT i.id, i.status
      FROM payouts p JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id AND i.status = 'pending'
      WHERE p.status IN ('pending', 'processing') AND p.approval IS DISTINCT FROM 'pending'
        AND (i.id <= p.cursor OR p.due_at IS NULL AND p.id NOT IN (SELECT record_id FROM parked_settlements WHERE resolved_at IS NULL))`,
  },
];
