-- What each world cost the service, in slots of ten seconds that are kept for two hours. Nodes add to it once a second.
CREATE TABLE tenant_load (
  slot          timestamptz NOT NULL,
  -- No foreign key: rows leave by themselves, and a world that is deleted meanwhile must not fail the others' figures.
  world         int NOT NULL,
  requests      bigint NOT NULL,
  -- Of these, refused by a rate limit or a throttle.
  refused       bigint NOT NULL,
  rows          bigint NOT NULL,
  batch_us      bigint NOT NULL,
  connection_us bigint NOT NULL,
  PRIMARY KEY (slot, world)
);

-- Integrations that an operator slowed down, in one mode.
CREATE TABLE tenant_throttles (
  world               int PRIMARY KEY REFERENCES worlds (id) ON DELETE CASCADE,
  requests_per_second int NOT NULL CHECK (requests_per_second BETWEEN 0 AND 10000),
  reason              text NOT NULL,
  throttled_by        text NOT NULL,
  throttled_at        timestamptz NOT NULL DEFAULT now()
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_load TO rialto_service;
    GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_throttles TO rialto_service;
  END IF;
END $$;
