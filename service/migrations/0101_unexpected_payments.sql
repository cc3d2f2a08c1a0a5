-- Money that reached a checkout session without paying it: after its payment had failed, or in another amount.
CREATE TABLE checkout_unexpected (
  world           int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  session_id      text COLLATE "C" NOT NULL,
  payment_id      text COLLATE "C" NOT NULL,
  reason          text NOT NULL CHECK (reason IN ('late', 'other_amount')),
  amount          bigint NOT NULL CHECK (amount > 0),
  expected_amount bigint NOT NULL,
  currency        text NOT NULL,
  session_status  text NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (world, id),
  UNIQUE (world, payment_id)
);
CREATE INDEX checkout_unexpected_session ON checkout_unexpected (world, session_id, id);

-- Sessions with an unfinished payment, for the search for ends that were missed.
CREATE INDEX checkout_sessions_paying ON checkout_sessions (world, id) WHERE paying;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON checkout_unexpected TO rialto_service;
  END IF;
END $$;
