-- The account at a scheme of EMVCo QR codes that a rail collects for. It decides where payers send their money, so that
-- of a live rail waits for two operators, as the connection does.
ALTER TABLE rails ADD COLUMN scheme jsonb, ADD COLUMN proposed_scheme jsonb;
