-- A page of what is rare reads few rows, however many there are. Payments in a currency of which a merchant has few, and events
-- of a kind that it has few of, were found by reading all: 1 s and more of a million. The first column of each is one that
-- a lookup by id does not know (0023).
--
-- What a phone's payments in one world were found by goes for it, so payments cost no more than before: those of a phone in
-- every world (payments_of_person) are as few, and in the same order.
DROP INDEX payments_customer;
CREATE INDEX payments_currency ON payments (currency, world, id);

-- The kinds that come by the hundred a second are dense, so the key finds a page of them; an entry for each would be a tenth
-- of what an event's row costs, and 170 bytes of write-ahead log.
CREATE INDEX events_rare ON events (type, world, id)
  WHERE type NOT IN ('payment.requires_action', 'payment.succeeded', 'transfer.succeeded');
