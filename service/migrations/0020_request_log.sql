-- The smallest id that is made at this time: ids begin with their milliseconds (core/id.ts).
CREATE FUNCTION id_from(prefix text, at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> 5 * i) & 31)::int + 1, 1), '' ORDER BY i DESC)
  FROM (SELECT floor(extract(epoch FROM at) * 1000)::bigint AS ms) t, generate_series(0, 9) i
$$;

-- What integrations asked and were answered, bodies masked, for 30 days. A partition is a day of ids: a page of a world's log
-- is read from its newest partitions alone, and what is over leaves with its partition.
CREATE TABLE request_log (
  world           int NOT NULL,
  id              text COLLATE "C" NOT NULL,
  at              timestamptz NOT NULL,
  method          text NOT NULL,
  path            text NOT NULL,
  status          smallint NOT NULL,
  duration_ms     int NOT NULL,
  error_code      text,
  -- Of the two one is there.
  key_id          text COLLATE "C",
  person_id       text COLLATE "C",
  idempotency_key text,
  address         text,
  request_body    text,
  response_body   text,
  PRIMARY KEY (world, id)
) PARTITION BY RANGE (id);
CREATE INDEX request_log_failed ON request_log (world, id) WHERE status >= 400;

-- Makes the partitions of the days to come and drops those whose 30 days are over; answers how many. As rotate_deliveries.
CREATE FUNCTION rotate_request_log() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  today CONSTANT timestamptz := date_trunc('day', now());
  kept CONSTANT interval := '31 days';
  partition text;
  day timestamptz;
  dropped int := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_request_log')) THEN RETURN 0; END IF;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'request_log'::regclass AND to_date(right(c.relname, 8), 'YYYYMMDD') <= today
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    dropped := dropped + 1;
  END LOOP;
  -- A node's clock may be a little behind or ahead, and nobody may look for a week.
  FOR i IN -1..8 LOOP
    day := today + i * interval '1 day';
    partition := 'request_log' || to_char(day + kept, '"_until_"YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)', partition,
                   id_from('req', day), id_from('req', day + interval '1 day'));
  END LOOP;
  RETURN dropped;
END $$;
REVOKE EXECUTE ON FUNCTION rotate_request_log() FROM PUBLIC;
SELECT rotate_request_log();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT ON request_log TO rialto_service;
    GRANT EXECUTE ON FUNCTION rotate_request_log() TO rialto_service;
  END IF;
END $$;
