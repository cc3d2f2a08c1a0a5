-- Opening balances that operators import from an old system: the rows of a file, as the service read them.
CREATE TABLE opening_balances (
  approval_id text COLLATE "C" NOT NULL REFERENCES approvals,
  -- Of the file, so that a refusal names it.
  line        int NOT NULL CHECK (line > 0),
  livemode    boolean NOT NULL,
  wallet_id   text COLLATE "C" NOT NULL REFERENCES wallets,
  amount      bigint NOT NULL CHECK (amount > 0),
  currency    text NOT NULL,
  reference   text COLLATE "C" NOT NULL,
  -- Of its posting. Null until the import is approved.
  position    bigint,
  PRIMARY KEY (approval_id, line)
);
-- The permanent guard against one balance being imported twice. Requests that came to nothing hold no reference.
CREATE UNIQUE INDEX opening_balances_reference ON opening_balances (livemode, reference) WHERE position IS NOT NULL;
CREATE INDEX opening_balances_wallet ON opening_balances (wallet_id);

-- A row stays as it was requested, and gets the position of its posting once.
CREATE TRIGGER opening_balances_posted_once BEFORE UPDATE ON opening_balances
  FOR EACH ROW WHEN (OLD.position IS NOT NULL
    OR to_jsonb(OLD) - 'position' IS DISTINCT FROM to_jsonb(NEW) - 'position')
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_balances_stay BEFORE DELETE OR TRUNCATE ON opening_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE (position) ON opening_balances TO rialto_service;
  END IF;
END $$;

-- Adds a kind to the kinds that the constraint names, whatever they are.
CREATE FUNCTION pg_temp.add_kind(of_table text, kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  rule CONSTANT text := of_table || '_kind_check';
  kinds CONSTANT text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = of_table::regclass AND conname = rule);
  wider CONSTANT text := replace(kinds, '])', format(', %L::text])', kind));
BEGIN
  ASSERT wider <> kinds, 'the constraint ' || rule || ' has another form';
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', of_table, rule);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', of_table, rule, wider);
END $$;
SELECT pg_temp.add_kind('postings', 'opening'), pg_temp.add_kind('approvals', 'opening');
DROP FUNCTION pg_temp.add_kind(text, text);

-- As before. Balances that operators imported are kept for good, as their other decisions are. An open escrow of
-- another merchant keeps its deciders and its receiver.
ALTER FUNCTION test_merchant_is_idle(text, timestamp with time zone) RENAME TO test_merchant_is_idle_but_for_openings;
CREATE FUNCTION test_merchant_is_idle(merchant text, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN test_merchant_is_idle_but_for_openings(merchant, since) THEN NOT EXISTS (
    SELECT FROM wallets own JOIN opening_balances o ON o.wallet_id = own.id WHERE own.owner_id = merchant)
    AND NOT EXISTS (
      SELECT FROM hold_deciders d JOIN wallet_holds h ON h.world = d.world AND h.id = d.hold_id
      WHERE (d.owner_id = merchant OR h.to_wallet IN (SELECT id FROM wallets WHERE owner_id = merchant))
        AND NOT d.livemode AND h.status = 'open')
  ELSE false END
$function$;
