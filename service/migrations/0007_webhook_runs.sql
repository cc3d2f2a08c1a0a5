-- A resend or replay starts a new run of the schedule on the same delivery: attempts go on counting from run_start.
-- lane: 0 fresh, 1 retry, 2 replay. A claim takes fresh before retries before replays, with a floor for each.
ALTER TABLE deliveries
  ADD COLUMN run_start int NOT NULL DEFAULT 0,
  -- Set by a claim, taken back by its record: what is being sent now is not put in line again.
  ADD COLUMN under_way boolean NOT NULL DEFAULT false,
  ADD COLUMN lane smallint NOT NULL DEFAULT 0 CHECK (lane IN (0, 1, 2));

DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (world, endpoint_id, lane, next_attempt_at) WHERE status = 'pending';
-- For replays: what an endpoint did not get, in the order of its creation.
CREATE INDEX deliveries_missed ON deliveries (world, endpoint_id, id) WHERE status IN ('dead', 'held');

-- failing_since: the first failure after the last 2xx. warned_days: the day of the
-- last notice to its developers (1, 3, 5).
ALTER TABLE webhook_endpoints
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN warned_days smallint NOT NULL DEFAULT 0;

-- Replays are jobs: the row holds how far one is, so that it goes on after a crash.
CREATE TABLE replays (
  world           int NOT NULL,
  id              text COLLATE "C" NOT NULL,
  endpoint_id     text COLLATE "C" NOT NULL,
  since           timestamptz NOT NULL,
  until           timestamptz NOT NULL,
  types           text[],
  delivery_status text NOT NULL CHECK (delivery_status IN ('dead', 'held', 'failed', 'all')),
  -- The last delivery that was looked at; the next portion begins after it.
  cursor          text COLLATE "C" NOT NULL DEFAULT '',
  resent_count    int NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  completed_at    timestamptz,
  version         int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints
);
CREATE INDEX replays_running ON replays (id) WHERE completed_at IS NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON replays TO rialto_service;
  END IF;
END $$;
