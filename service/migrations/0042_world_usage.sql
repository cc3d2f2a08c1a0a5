-- Quotas of test worlds: each node counts in memory and adds its counts here once a second. No foreign key: the counts of a
-- deleted world go with their day.
CREATE TABLE world_usage (
  world  int NOT NULL,
  -- A day of UTC.
  day    date NOT NULL,
  rows   bigint NOT NULL DEFAULT 0,
  -- What the world added to the store, in bytes.
  bytes  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (world, day)
);
CREATE INDEX world_usage_day ON world_usage (day);

-- Phones that may register in test where TEST_REGISTRATIONS=invited. An operator's command writes them.
CREATE TABLE registration_invitations (
  phone      text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX registration_invitations_expires_at ON registration_invitations (expires_at);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON world_usage, registration_invitations TO rialto_service;
  END IF;
END $$;
