-- The wallet rail: a customer pays out of a wallet that they have here.
ALTER TABLE payments
  ADD COLUMN payer_wallet_id text COLLATE "C" REFERENCES wallets,
  ADD CONSTRAINT payments_payer_is_of_the_wallet_rail CHECK (payer_wallet_id IS NULL OR rail = 'wallet'),
  ADD CONSTRAINT payments_wallet_rail_has_its_payer CHECK (rail <> 'wallet' OR status <> 'succeeded' OR payer_wallet_id IS NOT NULL);
-- A person's payments lie in many worlds.
CREATE INDEX payments_of_person ON payments (customer, id);

-- Whom the money goes back to: the payment's customer.
ALTER TABLE refunds ADD COLUMN customer text;
UPDATE refunds r SET customer = p.customer FROM payments p WHERE p.world = r.world AND p.id = r.payment_id;
ALTER TABLE refunds ALTER COLUMN customer SET NOT NULL;
CREATE INDEX refunds_of_person ON refunds (customer, id);
