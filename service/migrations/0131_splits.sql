-- Shares of payments: who gets which part of the net, and what became of it. They are read only with their payment.
ALTER TABLE payments ADD COLUMN split jsonb;
-- What a refund takes back of each share.
ALTER TABLE refunds ADD COLUMN split jsonb;

-- The share of a payment, and what a refund takes back of it.
ALTER TABLE postings DROP CONSTRAINT postings_kind_check;
ALTER TABLE postings ADD CONSTRAINT postings_kind_check CHECK (kind IN ('transfer', 'payment', 'fee', 'refund',
  'funding', 'adjustment', 'payout', 'deletion', 'provider_fee', 'float', 'suspense', 'reversal', 'return',
  'capture', 'split')) NOT VALID;

-- Wallets of others that may receive shares of the payments of a world, and what they owe it. A debt changes only under
-- the lock of its wallet.
CREATE TABLE split_partners (
  id         text COLLATE "C" PRIMARY KEY,
  world      int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  wallet_id  text COLLATE "C" NOT NULL REFERENCES wallets ON DELETE CASCADE,
  owner_type text NOT NULL,
  owner_id   text COLLATE "C" NOT NULL,
  status     text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'accepted', 'refused', 'revoked')),
  debt       bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  version    int NOT NULL DEFAULT 1,
  UNIQUE (world, wallet_id)
);
CREATE INDEX split_partners_world ON split_partners (world, id);
CREATE INDEX split_partners_owner ON split_partners (owner_id, id);
CREATE INDEX split_partners_wallet ON split_partners (wallet_id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON split_partners TO rialto_service;
  END IF;
END $$;

-- Deletions of tests. The shares of a payment shrink posting by posting, so that they always equal what is left.
CREATE FUNCTION lessen_share(split jsonb, of_wallet text, field text, less bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT jsonb_agg(CASE WHEN share ->> 'wallet' = of_wallet
    THEN jsonb_set(share, ARRAY[field], to_jsonb((share ->> field)::bigint - less)) ELSE share END ORDER BY place)
  FROM jsonb_array_elements(split) WITH ORDINALITY AS every (share, place)
$function$;

-- A share that was posted loses its amount, and what was taken back of it loses what was taken.
CREATE FUNCTION delete_test_share(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE payments
  SET split = CASE WHEN wallet_id = p.debit_wallet THEN lessen_share(split, p.credit_wallet, 'amount', p.amount)
                   ELSE lessen_share(split, p.debit_wallet, 'taken', p.amount) END
  WHERE world = ANY (of_worlds) AND id = p.source AND split IS NOT NULL
$function$;

ALTER FUNCTION delete_test_record(integer[], postings) RENAME TO delete_undivided_test_record;
CREATE FUNCTION delete_test_record(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF p.kind = 'split' THEN
    PERFORM delete_test_share(of_worlds, p);
  ELSE
    PERFORM delete_undivided_test_record(of_worlds, p);
  END IF;
END $function$;

-- A deleted refund gives back what it had reserved in the wallets of shares. Only deletions of tests delete refunds.
CREATE FUNCTION release_returned_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM release_deleted_hold(r.wallet, OLD.id, r.taken, r.taken)
  FROM jsonb_to_recordset(OLD.split) AS r (wallet text, taken bigint) WHERE r.taken > 0 ORDER BY r.wallet;
  RETURN NULL;
END $function$;
CREATE TRIGGER refunds_release_shares AFTER DELETE ON refunds
  FOR EACH ROW WHEN (OLD.split IS NOT NULL AND OLD.status = 'pending') EXECUTE FUNCTION release_returned_shares();

-- As before, but never more than is left of the hold: a part of a refund may be reserved in other wallets.
CREATE OR REPLACE FUNCTION release_deleted_hold(wallet text, cause text, whole bigint, open bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  rest CONSTANT bigint := least(open,
    coalesce((SELECT h.remaining FROM holds h WHERE h.wallet_id = wallet AND h.source = cause), 0));
BEGIN
  UPDATE balances SET held = held - rest, version = version + 1 WHERE wallet_id = wallet AND rest > 0;
  DELETE FROM holds WHERE wallet_id = wallet AND source = cause AND amount <= whole;
  IF NOT FOUND THEN
    UPDATE holds SET amount = amount - whole, remaining = remaining - rest WHERE wallet_id = wallet AND source = cause;
  END IF;
END $function$;

-- As before. A share that others paid into its wallets is in their records.
ALTER FUNCTION test_merchant_is_idle(text, timestamp with time zone) RENAME TO test_merchant_is_idle_but_for_shares;
CREATE FUNCTION test_merchant_is_idle(merchant text, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN test_merchant_is_idle_but_for_shares(merchant, since) THEN NOT EXISTS (
    SELECT FROM wallets own JOIN postings p ON p.credit_wallet = own.id
    WHERE own.owner_id = merchant AND p.kind = 'split'
      AND p.debit_wallet NOT IN (SELECT id FROM wallets WHERE owner_id = merchant)
      -- What its own refunds took back is in its own records.
      AND NOT EXISTS (SELECT FROM integrations i JOIN worlds w ON w.integration_id = i.id
        JOIN payments y ON y.world = w.id AND y.id = p.source WHERE i.merchant_id = merchant)
  ) ELSE false END
$function$;
REVOKE EXECUTE ON FUNCTION lessen_share(jsonb, text, text, bigint), delete_test_share(integer[], postings),
  delete_test_record(integer[], postings), release_returned_shares() FROM PUBLIC;
