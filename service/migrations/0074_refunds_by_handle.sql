-- A callback may name a record by the provider's id alone.
CREATE INDEX CONCURRENTLY refunds_by_handle ON refunds (rail, rail_handle) WHERE rail_handle IS NOT NULL;
