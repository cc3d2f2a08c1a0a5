-- What is over is dropped by the database's clock. While that was set a moment ago nothing is, and what is needed is made all the
-- same: `keep`. As in 0017 and 0020 otherwise.
DROP FUNCTION rotate_deliveries();
CREATE FUNCTION rotate_deliveries(keep boolean DEFAULT false) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  -- What ends now is kept for 30 days, so the rest is what may pass without a look.
  weeks_ahead CONSTANT int := 8;
  this_week CONSTANT timestamptz := date_trunc('week', now());
  first_week timestamptz := this_week;
  partition text;
  week timestamptz;
  left_behind boolean;
  dropped int := 0;
BEGIN
  -- Another node is at it.
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_deliveries')) THEN RETURN 0; END IF;
  IF keep THEN
    -- Weeks that nobody has looked in lie between the last partition and this week's.
    SELECT least(max(to_date(right(c.relname, 8), 'YYYYMMDD')), this_week) INTO first_week
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'deliveries'::regclass AND c.relname ~ '_until_\d{8}$';
  ELSE
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
  END IF;
  FOR week IN SELECT generate_series(first_week, this_week + (weeks_ahead - 1) * interval '7 days', interval '7 days') LOOP
    partition := to_char(week + interval '7 days', '"deliveries_until_"YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)', partition, week, week + interval '7 days');
  END LOOP;
  RETURN dropped;
END $$;
REVOKE EXECUTE ON FUNCTION rotate_deliveries(boolean) FROM PUBLIC;

DROP FUNCTION rotate_request_log();
CREATE FUNCTION rotate_request_log(keep boolean DEFAULT false) RETURNS int
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
    WHERE NOT keep AND i.inhparent = 'request_log'::regclass AND to_date(right(c.relname, 8), 'YYYYMMDD') <= today
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
REVOKE EXECUTE ON FUNCTION rotate_request_log(boolean) FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT EXECUTE ON FUNCTION rotate_deliveries(boolean), rotate_request_log(boolean) TO rialto_service;
  END IF;
END $$;
