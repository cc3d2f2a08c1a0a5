import type { Invariant } from './invariant.ts';

/** That what is begun comes to an end: its money is reserved, or asked of somebody, until then. */
export const workInvariants: readonly Invariant[] = [
  {
    name: 'open_has_its_worker',
    meaning:
      'A payment or a refund that is open, and an item that is with its rail, is due at some time; an item that is pending lies before its payout, which is due, unless that waits for a second person. What is parked is not due: an operator has it.',
    sql: `
      SELECT open.id AS open, open.status
      FROM (
        SELECT id, status FROM payments WHERE status NOT IN ('succeeded', 'failed') AND due_at IS NULL
        UNION ALL SELECT id, status FROM refunds WHERE status = 'pending' AND due_at IS NULL
        UNION ALL SELECT id, status FROM payout_items WHERE status = 'processing' AND due_at IS NULL) open
      WHERE open.id NOT IN (SELECT record_id FROM parked_settlements WHERE resolved_at IS NULL)
      UNION ALL
      SELECT i.id, i.status
      FROM payouts p JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id AND i.status = 'pending'
      WHERE p.status IN ('pending', 'processing') AND p.approval IS DISTINCT FROM 'pending'
        AND (i.id <= p.cursor OR p.due_at IS NULL AND p.id NOT IN (SELECT record_id FROM parked_settlements WHERE resolved_at IS NULL))`,
  },
];
