-- Deliveries that are over, and their attempts, lie in partitions by the week until which they are kept, and leave with
-- them: a partition is dropped, no row is deleted. What is pending or held lies in a partition of its own, which is all
-- that a claim reads.
DROP INDEX deliveries_due, deliveries_endpoint, deliveries_dead, deliveries_missed;
ALTER TABLE deliveries RENAME TO deliveries_before;
ALTER INDEX deliveries_pkey RENAME TO deliveries_before_pkey;
ALTER TABLE delivery_attempts RENAME TO delivery_attempts_before;
ALTER INDEX delivery_attempts_pkey RENAME TO delivery_attempts_before_pkey;

-- One row for each event and endpoint, written with the event. next_attempt_at is moved on by a claim: the lease.
CREATE TABLE deliveries (
  world           int NOT NULL,
  id              text COLLATE "C" NOT NULL,
  endpoint_id     text COLLATE "C" NOT NULL,
  event_id        text COLLATE "C" NOT NULL,
  event_type      text NOT NULL,
  status          text NOT NULL DEFAULT 'pending' CONSTRAINT deliveries_status CHECK (status IN ('pending', 'succeeded', 'dead', 'held')),
  -- 0 fresh, 1 retry, 2 replay.
  lane            smallint NOT NULL DEFAULT 0 CONSTRAINT deliveries_lane CHECK (lane IN (0, 1, 2)),
  attempts_made   int NOT NULL DEFAULT 0,
  -- Attempts made before the run that is under way: a resend or a replay begins a new one.
  run_start       int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Set by a claim, taken back by its record: what is being sent now is not put in line again.
  under_way       boolean NOT NULL DEFAULT false,
  -- Visible until then.
  kept_until      timestamptz NOT NULL DEFAULT 'infinity',
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  version         int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id, kept_until),
  CONSTRAINT deliveries_pending_is_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT deliveries_over_is_kept CHECK ((status IN ('pending', 'held')) = (kept_until = 'infinity'))
) PARTITION BY RANGE (kept_until);
CREATE INDEX deliveries_endpoint ON deliveries (world, endpoint_id, id);
-- For replays: what an endpoint did not get, in the order of its creation.
CREATE INDEX deliveries_missed ON deliveries (world, endpoint_id, id) WHERE status IN ('dead', 'held');

-- References are looked up where a delivery begins, not again when it moves on.
CREATE TABLE deliveries_open PARTITION OF deliveries (
  FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints,
  FOREIGN KEY (world, event_id) REFERENCES events
) FOR VALUES FROM ('infinity') TO (MAXVALUE) WITH (fillfactor = 80);
-- Claims go endpoint by endpoint, never in one global order: on 100 000 due rows of one endpoint among 1 000 that is
-- 4 ms against 160 ms.
CREATE INDEX deliveries_due ON deliveries_open (world, endpoint_id, lane, next_attempt_at) WHERE status = 'pending';

-- kept_until is the delivery's.
CREATE TABLE delivery_attempts (
  world            int NOT NULL,
  delivery_id      text COLLATE "C" NOT NULL,
  number           int NOT NULL,
  kept_until       timestamptz NOT NULL,
  at               timestamptz NOT NULL,
  request_headers  jsonb NOT NULL,
  response_status  int,
  response_headers jsonb,
  response_body    text,
  error            jsonb,
  duration_ms      int NOT NULL,
  PRIMARY KEY (world, delivery_id, number, kept_until)
) PARTITION BY RANGE (kept_until);
CREATE TABLE delivery_attempts_open PARTITION OF delivery_attempts FOR VALUES FROM ('infinity') TO (MAXVALUE);

-- Makes the partitions that are needed soon and drops those whose time is over; answers how many it dropped. It runs with
-- its owner's rights, for the service may neither make nor drop a table; it takes nothing and knows the database's clock
-- only, so it can drop nothing early. A lock that is not to be had at once is left to the next look: whoever writes a
-- delivery waits behind it.
CREATE FUNCTION rotate_deliveries() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  -- What ends now is kept for 30 days, so the rest is what may pass without a look.
  weeks_ahead CONSTANT int := 8;
  this_week CONSTANT timestamptz := date_trunc('week', now());
  parent text;
  partition text;
  week timestamptz;
  left_behind boolean;
  dropped int := 0;
  dropped_here int;
BEGIN
  -- Another node is at it.
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_deliveries')) THEN RETURN 0; END IF;
  FOREACH parent IN ARRAY ARRAY['deliveries', 'delivery_attempts'] LOOP
    dropped_here := 0;
    FOR partition IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = parent::regclass AND c.relname ~ '_until_\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') <= this_week
    LOOP
      EXECUTE format('DROP TABLE %I', partition);
      dropped_here := dropped_here + 1;
    END LOOP;
    dropped := dropped + dropped_here;
    -- The test clock moves rows to weeks that are gone already: one more partition takes them.
    IF dropped_here > 0 OR to_regclass(parent || '_past') IS NULL THEN
      EXECUTE format('DROP TABLE IF EXISTS %I', parent || '_past');
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parent || '_past', parent, this_week);
    ELSE
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', parent || '_past') INTO left_behind;
      IF left_behind THEN EXECUTE format('TRUNCATE %I', parent || '_past'); END IF;
    END IF;
    FOR i IN 0..weeks_ahead - 1 LOOP
      week := this_week + i * interval '7 days';
      partition := parent || to_char(week + interval '7 days', '"_until_"YYYYMMDD');
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition, parent, week, week + interval '7 days');
    END LOOP;
  END LOOP;
  RETURN dropped;
END $$;
REVOKE EXECUTE ON FUNCTION rotate_deliveries() FROM PUBLIC;
SELECT rotate_deliveries();

-- What succeeded before today is kept for 30 days from now, as though it had ended today.
INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, lane, attempts_made, run_start,
                        next_attempt_at, under_way, kept_until, created_at, updated_at, version)
SELECT world, id, endpoint_id, event_id, event_type, status, lane, attempts_made, run_start, next_attempt_at, under_way,
       CASE status WHEN 'dead' THEN dead_until WHEN 'succeeded' THEN now() + interval '30 days' ELSE 'infinity' END,
       created_at, updated_at, version
FROM deliveries_before;
INSERT INTO delivery_attempts (world, delivery_id, number, kept_until, at, request_headers, response_status,
                               response_headers, response_body, error, duration_ms)
SELECT a.world, a.delivery_id, a.number, d.kept_until, a.at, a.request_headers, a.response_status, a.response_headers,
       a.response_body, a.error, a.duration_ms
FROM delivery_attempts_before a JOIN deliveries d ON d.world = a.world AND d.id = a.delivery_id;
DROP TABLE delivery_attempts_before, deliveries_before;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON deliveries, deliveries_open, delivery_attempts, delivery_attempts_open TO rialto_service;
    GRANT EXECUTE ON FUNCTION rotate_deliveries() TO rialto_service;
  END IF;
END $$;
