-- A payment's row is written three times: as it is made, when the rail has asked its customer, and when it is final. The
-- second changes nothing that an index holds, so it adds to none (HOT) where its page has room: `due_at` stays within its
-- lease, and what is open or has failed is found by the columns that say so, and no longer by `status`.
DROP INDEX payments_rare_status;
CREATE INDEX payments_open ON payments (world, id) WHERE due_at IS NOT NULL;
CREATE INDEX payments_failed ON payments (world, id) WHERE failed_at IS NOT NULL;
ALTER TABLE payments SET (fillfactor = 50);

-- Looked up for each row apart, and locked, which writes to the world and the wallet too: two fifths of what the insert
-- cost. Worlds and wallets are never deleted, both are read from this database by the transaction that makes the payment,
-- and `ledger check` holds every payment to them (`payment_is_of_its_world`).
ALTER TABLE payments DROP CONSTRAINT payments_world_fkey, DROP CONSTRAINT payments_wallet_id_fkey;
