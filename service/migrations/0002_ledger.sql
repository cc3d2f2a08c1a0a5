-- Wallets (cold) and balances (hot) are two tables, so that reference checks never lock a hot row.

CREATE TABLE wallets (
  id            text COLLATE "C" PRIMARY KEY,
  livemode      boolean NOT NULL,
  owner_type    text NOT NULL CHECK (owner_type IN ('customer', 'merchant', 'system')),
  -- A user's or merchant's id; for the system's own wallets what the wallet is for: clearing:<rail>, fees, funding.
  owner_id      text COLLATE "C" NOT NULL,
  currency      text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  label         text,
  is_default    boolean NOT NULL,
  frozen_reason text CHECK (frozen_reason IN ('fraud', 'kyc')),
  frozen_at     timestamptz,
  metadata      jsonb NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT now(),
  CHECK ((frozen_reason IS NULL) = (frozen_at IS NULL))
);
CREATE UNIQUE INDEX wallets_default ON wallets (owner_id, currency, livemode) WHERE is_default;
CREATE INDEX wallets_owner ON wallets (owner_id, livemode, id);

-- fillfactor 50: every movement updates the row in place (HOT), with room for the next version on the same page.
CREATE TABLE balances (
  wallet_id text COLLATE "C" PRIMARY KEY,
  -- Sum of credits less sum of debits, in minor units.
  posted    bigint NOT NULL DEFAULT 0,
  -- Reserved by holds that are open.
  held      bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Place of the last change in this wallet's statement: microseconds since 1970, strictly growing.
  position  bigint NOT NULL,
  version   bigint NOT NULL DEFAULT 1,
  frozen    boolean NOT NULL DEFAULT false,
  closed    boolean NOT NULL DEFAULT false,
  -- Only the system's own wallets (clearing, funding) go below zero: they are the other side of money that is elsewhere.
  overdraft boolean NOT NULL DEFAULT false,
  CONSTRAINT balances_never_overdrawn CHECK (overdraft OR posted - held >= 0),
  CONSTRAINT balances_closed_is_empty CHECK (NOT closed OR (posted = 0 AND held = 0))
) WITH (fillfactor = 50);

-- One debit, one credit, one amount: double entry by construction. Both sides keep the balance after it.
CREATE TABLE postings (
  position       bigint NOT NULL,
  debit_wallet   text COLLATE "C" NOT NULL,
  credit_wallet  text COLLATE "C" NOT NULL,
  amount         bigint NOT NULL CHECK (amount > 0),
  currency       text NOT NULL,
  livemode       boolean NOT NULL,
  debit_balance  bigint NOT NULL,
  credit_balance bigint NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('transfer', 'payment', 'fee', 'refund', 'funding', 'adjustment', 'payout')),
  -- The record that moved the money: trf_…, pay_…, rfd_…
  source         text COLLATE "C" NOT NULL,
  PRIMARY KEY (debit_wallet, position),
  UNIQUE (credit_wallet, position),
  CHECK (debit_wallet <> credit_wallet)
);

-- Money reserved on a wallet for something that is under way. remaining goes down as it is released or captured.
CREATE TABLE holds (
  wallet_id  text COLLATE "C" NOT NULL,
  source     text COLLATE "C" NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  remaining  bigint NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (wallet_id, source)
);

-- A posting between wallets of two currencies or two modes is refused. A statement trigger over the new rows costs one
-- join for a whole batch; two foreign keys would cost two look-ups for each row.
CREATE FUNCTION postings_stay_in_one_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stray record;
BEGIN
  SELECT p.source INTO stray
  FROM added p
  LEFT JOIN wallets d ON d.id = p.debit_wallet
  LEFT JOIN wallets c ON c.id = p.credit_wallet
  WHERE (d.currency, d.livemode, c.currency, c.livemode) IS DISTINCT FROM (p.currency, p.livemode, p.currency, p.livemode)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting of % joins wallets that are not of its currency and mode', stray.source
      USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_stay_in_one_ledger';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_stay_in_one_ledger AFTER INSERT ON postings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION postings_stay_in_one_ledger();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE transfers (
  world       int NOT NULL REFERENCES worlds,
  id          text COLLATE "C" NOT NULL,
  from_wallet text COLLATE "C" NOT NULL,
  to_wallet   text COLLATE "C" NOT NULL,
  amount      bigint NOT NULL CHECK (amount > 0),
  currency    text NOT NULL,
  reference   text COLLATE "C",
  description text,
  metadata    jsonb NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (world, id)
);
CREATE UNIQUE INDEX transfers_reference ON transfers (world, reference) WHERE reference IS NOT NULL;
