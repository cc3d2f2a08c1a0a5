-- Movements between several wallets. Their postings have the kind `transfer` and the movement's id as their source.
-- `legs` has the debits and then the credits, in the order of the request: side, wallet, currency, amount, and the
-- maximum of a sweep or the mark of a remainder.
CREATE TABLE movements (
  world          int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id             text COLLATE "C" NOT NULL,
  -- The merchant or customer whose wallets are debited.
  owner_id       text COLLATE "C" NOT NULL,
  legs           jsonb NOT NULL CHECK (jsonb_typeof(legs) = 'array'),
  -- The transfer whose money it returned. The transfer may be of another world: its maker's.
  reverses       text COLLATE "C",
  reverses_world int,
  reference      text COLLATE "C",
  description    text,
  metadata       jsonb NOT NULL DEFAULT '{}',
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (world, id),
  CHECK ((reverses IS NULL) = (reverses_world IS NULL))
);
CREATE UNIQUE INDEX movements_reference ON movements (world, reference) WHERE reference IS NOT NULL;
CREATE INDEX movements_reverses ON movements (world, reverses) WHERE reverses IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON movements TO rialto_service;
  END IF;
END $$;

-- The part that reversals returned. Only they write it, so a new transfer costs what it did.
ALTER TABLE transfers ADD COLUMN reversed_amount bigint NOT NULL DEFAULT 0;
ALTER TABLE transfers ADD CONSTRAINT transfers_reversed_check
  CHECK (reversed_amount >= 0 AND reversed_amount <= amount) NOT VALID;

-- A deleted test loses its movements posting by posting: the legs shrink with each, so that the record always equals
-- the postings that are left. A transfer is never older than its reversals, so it gets their money back first.
CREATE FUNCTION delete_test_movement(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  m movements;
BEGIN
  UPDATE movements SET legs = (
    SELECT jsonb_agg(CASE WHEN leg ->> 'wallet' IN (p.debit_wallet, p.credit_wallet)
      THEN jsonb_set(leg, '{amount}', to_jsonb((leg ->> 'amount')::bigint - p.amount)) ELSE leg END ORDER BY place)
    FROM jsonb_array_elements(legs) WITH ORDINALITY AS every (leg, place))
  WHERE world = ANY (of_worlds) AND id = p.source RETURNING * INTO m;
  UPDATE transfers SET reversed_amount = reversed_amount - p.amount WHERE world = m.reverses_world AND id = m.reverses;
  DELETE FROM movements WHERE world = m.world AND id = m.id
    AND NOT EXISTS (SELECT FROM jsonb_array_elements(m.legs) AS leg WHERE (leg ->> 'amount')::bigint > 0);
END $function$;

-- All other records as before.
ALTER FUNCTION delete_test_record(integer[], postings) RENAME TO delete_other_test_record;
CREATE FUNCTION delete_test_record(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF p.kind = 'transfer' AND p.source LIKE 'mov\_%' THEN
    PERFORM delete_test_movement(of_worlds, p);
  ELSE
    PERFORM delete_other_test_record(of_worlds, p);
  END IF;
END $function$;
REVOKE EXECUTE ON FUNCTION delete_test_movement(integer[], postings), delete_test_record(integer[], postings)
  FROM PUBLIC;
