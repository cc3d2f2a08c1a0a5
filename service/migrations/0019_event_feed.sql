-- Streams of events resume where they broke off, so events need an order in which none appears behind one that was sent.
-- Ids do not have it: they are made before COMMIT. The transaction's number has: what is below every transaction that is
-- still open (pg_snapshot_xmin) is all there. Events from before today share one number and lie in the order of their ids.
ALTER TABLE events ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX events_feed ON events (world, xid, id);
