-- The seal reads postings in the order of their transactions, and finds those that have none.
CREATE INDEX CONCURRENTLY postings_xid ON postings (xid);
