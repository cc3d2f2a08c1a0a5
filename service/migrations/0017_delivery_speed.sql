-- A claim's lease stands in a column that no index holds, in place of under_way and a next_attempt_at that each claim moved
-- on. With room on the page the claim's update is then heap-only (HOT): no index gets an entry. Half of each page is left for
-- it, since a claim takes neighbours; autovacuum and pruning give it back once they are recorded.
ALTER TABLE deliveries ADD COLUMN leased_until timestamptz;
UPDATE deliveries_open SET leased_until = CASE status WHEN 'pending' THEN next_attempt_at ELSE now() + interval '30 s' END
WHERE under_way;
ALTER TABLE deliveries DROP COLUMN under_way;
ALTER TABLE deliveries_open SET (fillfactor = 45);

-- The log of a delivery's attempts lies in its own row: one row and one index entry fewer for each delivery, and nothing that
-- has to follow it from partition to partition. What is still open keeps its log out of line, so that claims read small rows.
ALTER TABLE deliveries ADD COLUMN attempts json[] NOT NULL DEFAULT '{}';
ALTER TABLE deliveries_open SET (toast_tuple_target = 512);
UPDATE deliveries d SET attempts = a.attempts
FROM (
  SELECT world, delivery_id, kept_until,
         array_agg(json_build_object(
           'number', number, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'request_headers', request_headers, 'response_status', response_status, 'response_headers', response_headers,
           'response_body', response_body, 'error', error, 'duration_ms', duration_ms) ORDER BY number) AS attempts
  FROM delivery_attempts GROUP BY world, delivery_id, kept_until
) a
WHERE a.world = d.world AND a.delivery_id = d.id AND a.kept_until = d.kept_until;
DROP TABLE delivery_attempts;

-- As in 0008, for the one table that is left.
CREATE OR REPLACE FUNCTION rotate_deliveries() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  -- What ends now is kept for 30 days, so the rest is what may pass without a look.
  weeks_ahead CONSTANT int := 8;
  this_week CONSTANT timestamptz := date_trunc('week', now());
  partition text;
  week timestamptz;
  left_behind boolean;
  dropped int := 0;
BEGIN
  -- Another node is at it.
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_deliveries')) THEN RETURN 0; END IF;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'deliveries'::regclass AND c.relname ~ '_until_\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') <= this_week
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    dropped := dropped + 1;
  END LOOP;
  -- The test clock moves rows to weeks that are gone already: one more partition takes them.
  IF dropped > 0 OR to_regclass('deliveries_past') IS NULL THEN
    DROP TABLE IF EXISTS deliveries_past;
    EXECUTE format('CREATE TABLE deliveries_past PARTITION OF deliveries FOR VALUES FROM (MINVALUE) TO (%L)', this_week);
  ELSE
    SELECT EXISTS (SELECT FROM deliveries_past) INTO left_behind;
    IF left_behind THEN TRUNCATE deliveries_past; END IF;
  END IF;
  FOR i IN 0..weeks_ahead - 1 LOOP
    week := this_week + i * interval '7 days';
    partition := to_char(week + interval '7 days', '"deliveries_until_"YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)', partition, week, week + interval '7 days');
  END LOOP;
  RETURN dropped;
END $$;
