-- Work for a rail is looked for on that rail: what waits for an operator that hangs stands in nobody's way.
DROP INDEX payments_due, refunds_due, payout_items_due;
CREATE INDEX payments_due ON payments (rail, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX refunds_due ON refunds (rail, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payout_items_due ON payout_items (rail, due_at) WHERE due_at IS NOT NULL;
