-- Payouts at a time, once or again and again. The row is the job: due_at is when its notice or its run is due, and is
-- null unless a person has approved it.
CREATE TABLE payout_schedules (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  status       text NOT NULL CHECK (status IN ('pending', 'active', 'paused', 'ended')),
  name         text NOT NULL,
  wallet_id    text COLLATE "C" NOT NULL REFERENCES wallets ON DELETE CASCADE,
  currency     text NOT NULL,
  rail         text,
  items        jsonb NOT NULL,
  count        int NOT NULL CHECK (count > 0),
  amount       bigint NOT NULL CHECK (amount > 0),
  "interval"   text NOT NULL CHECK ("interval" IN ('once', 'weekly', 'monthly')),
  first_date   date NOT NULL,
  local_time   text NOT NULL,
  time_zone    text NOT NULL,
  until        date,
  notice_hours int NOT NULL CHECK (notice_hours >= 0),
  -- The number of the next run, counted from first_date, its time, and whether its notice was sent.
  run          int NOT NULL DEFAULT 0,
  run_at       timestamptz,
  noticed      boolean NOT NULL DEFAULT false,
  due_at       timestamptz,
  last_run     jsonb,
  requested_by text COLLATE "C" NOT NULL,
  approved_by  text COLLATE "C",
  approved_at  timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  CHECK (due_at IS NULL OR (status = 'active' AND run_at IS NOT NULL)),
  CHECK (status <> 'active' OR approved_by IS NOT NULL),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL))
);
CREATE INDEX payout_schedules_due ON payout_schedules (due_at) WHERE due_at IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON payout_schedules TO rialto_service;
  END IF;
END $$;

-- The people whom a merchant pays, by name. A payout copies what it needs, so a change here changes no payout.
CREATE TABLE payout_beneficiaries (
  world      int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id         text COLLATE "C" NOT NULL,
  recipient  text NOT NULL,
  name       text NOT NULL,
  reference  text,
  groups     text[] NOT NULL DEFAULT '{}',
  -- The usual amount, in minor units of the currency.
  amount     bigint CHECK (amount > 0),
  currency   text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  UNIQUE (world, recipient),
  CHECK ((amount IS NULL) = (currency IS NULL))
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON payout_beneficiaries TO rialto_service;
  END IF;
END $$;

-- As before, with the phones of its payers. Its schedules and beneficiaries follow its wallets and worlds.
CREATE OR REPLACE FUNCTION delete_test_merchant(t test_deletions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  of_merchant CONSTANT text := t.merchant_id;
  people CONSTANT text[] := ARRAY (SELECT id FROM users WHERE merchant_id = of_merchant);
  parts CONSTANT text[] := ARRAY (SELECT id FROM integrations WHERE merchant_id = of_merchant);
  every_world CONSTANT int[] := t.worlds || ARRAY (SELECT id FROM worlds WHERE integration_id = ANY (parts));
  own CONSTANT text[] := ARRAY (SELECT w.id FROM wallets w WHERE w.owner_id = of_merchant AND NOT w.livemode);
  others CONSTANT text[] := ARRAY (
    SELECT w.id FROM unnest(own) o (id) JOIN wallets w ON w.owner_id = 'deleted:' || o.id AND NOT w.livemode);
BEGIN
  IF EXISTS (SELECT FROM events WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM transfers WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM idempotency_keys WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM wallets WHERE owner_id = of_merchant AND livemode)
    OR EXISTS (SELECT FROM balances WHERE wallet_id = ANY (own) AND held <> 0)
  THEN
    RAISE EXCEPTION 'the merchant % has records that came while it was deleted', of_merchant;
  END IF;
  DELETE FROM postings WHERE kind = 'deletion' AND (debit_wallet = ANY (own) OR credit_wallet = ANY (own));
  DELETE FROM balances WHERE wallet_id = ANY (own || others);
  DELETE FROM wallets WHERE id = ANY (own || others);
  DELETE FROM replays WHERE world = ANY (t.worlds);
  DELETE FROM webhook_endpoints WHERE world = ANY (t.worlds);
  DELETE FROM world_usage WHERE world = ANY (t.worlds);
  DELETE FROM invitations WHERE integration_id = ANY (parts);
  DELETE FROM memberships WHERE integration_id = ANY (parts);
  DELETE FROM fees WHERE merchant_id = of_merchant;
  DELETE FROM challenges WHERE account_id = ANY (people);
  DELETE FROM recovery_codes WHERE account_id = ANY (people);
  DELETE FROM sessions WHERE account_id = ANY (people);
  DELETE FROM payout_days WHERE account_id = ANY (people);
  DELETE FROM payers WHERE world = ANY (every_world);
  DELETE FROM worlds WHERE id = ANY (every_world);
  DELETE FROM users WHERE id = ANY (people);
  DELETE FROM accounts WHERE id = ANY (people);
  DELETE FROM integrations WHERE id = ANY (parts);
  DELETE FROM test_deletions WHERE merchant_id = of_merchant;
  DELETE FROM merchants WHERE id = of_merchant;
END $function$;
