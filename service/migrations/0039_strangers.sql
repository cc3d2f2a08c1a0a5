-- Where an account signed in from, so that strangers elsewhere cannot keep its owner out. `place` is an HMAC of the account and
-- the network: neither can be read from it. Rows are kept for 90 days after the last login.
CREATE TABLE known_networks (
  place   bytea PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX known_networks_seen_at ON known_networks (seen_at);

-- A code that lets a new device in while strangers guess an account's password.
ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check;
ALTER TABLE challenges ADD CONSTRAINT challenges_purpose_check
  CHECK (purpose IN ('login', 'register', 'enable', 'disable', 'reset', 'approve', 'device'));

-- The refresh token that was spent last, when and by which client (an HMAC), and the time that its successors carry: they are
-- signed again for the same client, whose answer was lost. No token is kept.
ALTER TABLE sessions
  ADD COLUMN spent_refresh_id text,
  ADD COLUMN spent_by         bytea,
  ADD COLUMN spent_at         timestamptz,
  ADD COLUMN issued_at        bigint;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON known_networks TO rialto_service;
  END IF;
END $$;
