-- What a person has paid out on a day (UTC) without a second person. Above a sum the next payout waits for one.
CREATE TABLE payout_days (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  livemode   boolean NOT NULL,
  currency   text COLLATE "C" NOT NULL,
  day        date NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (account_id, livemode, currency, day)
);
CREATE INDEX payout_days_day ON payout_days (day);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON payout_days TO rialto_service;
  END IF;
END $$;
