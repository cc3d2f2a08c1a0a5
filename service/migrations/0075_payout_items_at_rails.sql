-- A callback names a record by its id alone.
CREATE INDEX CONCURRENTLY payout_items_at_rails ON payout_items (id) WHERE rail NOT IN ('sandbox', 'wallet');
