-- The reserve of a seller: a part of each share stays held in its wallet for some days, so that refunds find it there.
ALTER TABLE split_partners
  -- {basis_points, days}: in force, and proposed by the marketplace until the owner of the wallet accepts it.
  ADD COLUMN reserve jsonb,
  ADD COLUMN proposed_reserve jsonb,
  -- The part of the wallet's held amount that is the reserve.
  ADD COLUMN reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- The part that refunds have drawn, of days that are not over. The next days that end release less by it.
  ADD COLUMN drawn bigint NOT NULL DEFAULT 0 CHECK (drawn >= 0);

-- What a reserve kept, by the time when it is released. Like the debt, it changes only under the lock of the wallet.
CREATE TABLE reserve_days (
  partner_id text COLLATE "C" NOT NULL REFERENCES split_partners ON DELETE CASCADE,
  due_at     timestamptz NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (partner_id, due_at)
);
CREATE INDEX reserve_days_due ON reserve_days (due_at);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON reserve_days TO rialto_service;
  END IF;
END $$;

-- The reserve in the reports: what shares and failed refunds added, what a day's end released, what refunds drew.
ALTER TABLE split_entries
  ALTER COLUMN payment_id DROP NOT NULL,
  ADD COLUMN reserved bigint NOT NULL DEFAULT 0,
  ADD COLUMN released bigint NOT NULL DEFAULT 0,
  ADD COLUMN drawn bigint NOT NULL DEFAULT 0;
ALTER TABLE split_entries
  ADD CONSTRAINT split_entries_reserve CHECK (reserved >= 0 AND released >= 0 AND drawn >= 0) NOT VALID;

-- A deletion of tests takes shares out of the wallets of others, so their reserves end first.
CREATE FUNCTION release_reserves(of_worlds integer[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  -- As the service locks wallets: a day that ends meanwhile is not counted twice.
  SELECT FROM balances WHERE wallet_id IN (SELECT wallet_id FROM split_partners WHERE world = ANY (of_worlds))
  ORDER BY wallet_id FOR UPDATE;
  UPDATE balances b SET held = b.held - s.reserved, version = b.version + 1
  FROM (SELECT wallet_id, sum(reserved) AS reserved FROM split_partners
        WHERE world = ANY (of_worlds) AND reserved > 0 GROUP BY wallet_id) s
  WHERE b.wallet_id = s.wallet_id;
  DELETE FROM reserve_days USING split_partners s WHERE partner_id = s.id AND s.world = ANY (of_worlds);
  -- If the deletion is given up, the reports of what is left have no reserve.
  UPDATE split_entries SET reserved = 0, released = 0, drawn = 0
  WHERE world = ANY (of_worlds) AND reserved + released + drawn > 0;
  UPDATE split_partners SET reserve = NULL, proposed_reserve = NULL, reserved = 0, drawn = 0
  WHERE world = ANY (of_worlds) AND (reserve IS NOT NULL OR proposed_reserve IS NOT NULL OR reserved > 0);
$function$;

ALTER FUNCTION begin_test_deletion(text, integer) RENAME TO begin_test_deletion_of_rows;
-- Only the new one is called by the service, and it runs as the owner of the tables.
ALTER FUNCTION begin_test_deletion_of_rows(text, integer) SECURITY INVOKER;
CREATE FUNCTION begin_test_deletion(merchant text, idle_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
BEGIN
  IF NOT begin_test_deletion_of_rows(merchant, idle_days) THEN RETURN false; END IF;
  PERFORM release_reserves(t.worlds) FROM test_deletions t WHERE t.merchant_id = merchant;
  RETURN true;
END $function$;
REVOKE EXECUTE ON FUNCTION release_reserves(integer[]), begin_test_deletion_of_rows(text, integer),
  begin_test_deletion(text, integer) FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT EXECUTE ON FUNCTION begin_test_deletion(text, integer) TO rialto_service;
    REVOKE EXECUTE ON FUNCTION begin_test_deletion_of_rows(text, integer) FROM rialto_service;
  END IF;
END $$;
