-- A callback may name a record by the provider's id alone.
CREATE INDEX CONCURRENTLY payments_by_handle ON payments (rail, rail_handle) WHERE rail_handle IS NOT NULL;
