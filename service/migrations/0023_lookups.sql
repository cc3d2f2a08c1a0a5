-- While a table is empty, every index costs the same, and a plan that was made then lasts until autovacuum has looked: records
-- were found by the second of these indexes, all of it, for it has the same columns as the primary key and one between them.
-- The first column of each is one that a lookup by id does not know.
DROP INDEX payments_customer;
CREATE INDEX payments_customer ON payments (customer, world, id);

DROP INDEX refunds_payment;
CREATE INDEX refunds_payment ON refunds (payment_id, world, id);

DROP INDEX deliveries_endpoint, deliveries_missed;
CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, world, id);
CREATE INDEX deliveries_missed ON deliveries (endpoint_id, world, id) WHERE status IN ('dead', 'held');
