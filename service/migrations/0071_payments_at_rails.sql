-- A callback names a record by its id alone.
CREATE INDEX CONCURRENTLY payments_at_rails ON payments (id) WHERE rail NOT IN ('sandbox', 'wallet');
