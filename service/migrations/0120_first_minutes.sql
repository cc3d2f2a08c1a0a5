-- The built-in receiver of a test integration. Its deliveries never leave the service.
ALTER TABLE webhook_endpoints ADD COLUMN inbox boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX webhook_endpoints_inbox ON webhook_endpoints (world) WHERE inbox;

-- The key that a sign-up makes. Nobody has seen its text until the first page shows it.
ALTER TABLE api_keys ADD COLUMN starter boolean NOT NULL DEFAULT false;

-- Attempts at each endpoint by hour, which the record of the attempts counts. Kept for 31 days.
CREATE TABLE endpoint_hours (
  world int NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  hour timestamptz NOT NULL,
  succeeded int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL,
  last_succeeded boolean NOT NULL,
  PRIMARY KEY (world, endpoint_id, hour),
  FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints (world, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX endpoint_hours_hour ON endpoint_hours (hour);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON endpoint_hours TO rialto_service;
  END IF;
END $$;
