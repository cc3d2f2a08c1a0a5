-- A callback names a record by its id alone.
CREATE INDEX CONCURRENTLY refunds_at_rails ON refunds (id) WHERE rail NOT IN ('sandbox', 'wallet');
