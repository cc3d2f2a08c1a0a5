-- What is due for a rail is claimed world by world, each its part: one merchant's 10 000 phones stand in nobody's way.
CREATE INDEX CONCURRENTLY payout_items_due_by_world ON payout_items (rail, world, due_at) WHERE due_at IS NOT NULL;
