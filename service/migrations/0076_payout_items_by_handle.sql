-- A callback may name a record by the provider's id alone.
CREATE INDEX CONCURRENTLY payout_items_by_handle ON payout_items (rail, rail_handle) WHERE rail_handle IS NOT NULL;
