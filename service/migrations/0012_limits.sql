-- Tiers and limits: what a customer may send and hold, by how well they are known.

-- 0: a phone only; 1: verified; 2: verified further. The tier goes with the status.
ALTER TABLE users ADD COLUMN kyc_tier smallint NOT NULL DEFAULT 0 CHECK (kyc_tier BETWEEN 0 AND 2);
UPDATE users SET kyc_tier = 1 WHERE kyc = 'verified';
ALTER TABLE users ADD CONSTRAINT users_tier_is_verified CHECK ((kyc = 'verified') = (kyc_tier > 0));

-- In minor units; null is no limit, 0 is nothing at all. A tier without a row has no limits. Up to 2^53 - 1, so that a
-- limit is exact in JSON.
CREATE TABLE limits (
  livemode boolean NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  tier     smallint NOT NULL CHECK (tier BETWEEN 0 AND 2),
  -- The most of one movement, of a day and of a calendar month (UTC) that a customer sends.
  single   bigint CHECK (single BETWEEN 0 AND 9007199254740991),
  day      bigint CHECK (day BETWEEN 0 AND 9007199254740991),
  month    bigint CHECK (month BETWEEN 0 AND 9007199254740991),
  -- The most that a customer's wallet holds.
  balance  bigint CHECK (balance BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (livemode, currency, tier)
);

-- On the hot row, which a movement locks and writes in any case: counting costs no row and no statement.
ALTER TABLE balances
  -- The owner's kyc_tier; null where there are no limits: merchants and the system.
  ADD COLUMN tier smallint CHECK (tier BETWEEN 0 AND 2),
  -- The day (UTC) of the last spending, and the sums of that day and of its month. Null where nothing was spent, so that
  -- a merchant's row is no wider than before.
  ADD COLUMN spent_on date,
  ADD COLUMN spent_day bigint,
  ADD COLUMN spent_month bigint;
UPDATE balances b SET tier = u.kyc_tier
FROM wallets w JOIN users u ON u.id = w.owner_id WHERE w.id = b.wallet_id AND w.owner_type = 'customer';
ALTER TABLE balances ADD CONSTRAINT balances_spending CHECK (
  CASE WHEN spent_on IS NULL THEN spent_day IS NULL AND spent_month IS NULL
       ELSE tier IS NOT NULL AND coalesce(spent_day > 0 AND spent_month >= spent_day, false) END);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON limits TO rialto_service;
  END IF;
END $$;
