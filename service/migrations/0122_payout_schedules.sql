-- Payouts at a time, once or again and again. The row is the job: due_at is when its notice or its run is due, and is
-- null unless a person has approved it.
CREATE TABLE payout_schedules (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  status       text NOT NULL CHECK (status IN ('pending', 'active', 'paused', 'ended')),
  name         text NOT NULL,
  wallet_id    text COLLATE "C" NOT NULL REFERENCES wallets,
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
