-- What a merchant pays for payouts is set beside what it pays for payments.
ALTER TABLE fees ADD COLUMN charged_on text NOT NULL DEFAULT 'payment' CHECK (charged_on IN ('payment', 'payout'));
ALTER TABLE fees DROP CONSTRAINT fees_pkey, ADD PRIMARY KEY (merchant_id, livemode, currency, charged_on);

-- The row is the job: due_at is when a worker takes the next items. Its totals and its items change in one transaction, under
-- the lock of this row.
CREATE TABLE payouts (
  world            int NOT NULL REFERENCES worlds,
  id               text COLLATE "C" NOT NULL,
  status           text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'canceled')),
  wallet_id        text COLLATE "C" NOT NULL REFERENCES wallets,
  currency         text NOT NULL,
  count            int NOT NULL CHECK (count > 0),
  amount           bigint NOT NULL CHECK (amount > 0),
  succeeded_count  int NOT NULL DEFAULT 0 CHECK (succeeded_count >= 0),
  succeeded_amount bigint NOT NULL DEFAULT 0 CHECK (succeeded_amount >= 0),
  failed_count     int NOT NULL DEFAULT 0 CHECK (failed_count >= 0),
  failed_amount    bigint NOT NULL DEFAULT 0 CHECK (failed_amount >= 0),
  -- Taken so far, for the items that succeeded.
  fee              bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  reference        text COLLATE "C",
  metadata         jsonb NOT NULL DEFAULT '{}',
  request          jsonb NOT NULL DEFAULT '{}',
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  completed_at     timestamptz,
  version          int NOT NULL DEFAULT 1,
  -- The last item that was settled or handed to a rail; the next portion begins after it.
  cursor           text COLLATE "C" NOT NULL DEFAULT '',
  due_at           timestamptz,
  PRIMARY KEY (world, id),
  CONSTRAINT payouts_totals CHECK (
    succeeded_count + failed_count <= count AND succeeded_amount + failed_amount <= amount AND
    (status = 'completed') = (succeeded_count + failed_count = count) AND
    (status = 'completed') = (completed_at IS NOT NULL) AND
    (status NOT IN ('pending', 'canceled') OR succeeded_count + failed_count = 0) AND
    (due_at IS NULL OR status IN ('pending', 'processing')))
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX payouts_reference ON payouts (world, reference) WHERE reference IS NOT NULL;
-- Completed payouts are dense, so the primary key finds a page of them; the others may be rare.
CREATE INDEX payouts_rare_status ON payouts (world, status, id) WHERE status <> 'completed';
CREATE INDEX payouts_due ON payouts (due_at) WHERE due_at IS NOT NULL;

-- No foreign key to the payout: it would be looked up for each of 10 000 rows that one transaction writes with it; `ledger
-- check` holds the two together. An item whose payout is canceled is canceled too, without being touched. due_at is set
-- while a rail is asked; fillfactor leaves room for the one change that most items see (HOT).
CREATE TABLE payout_items (
  world          int NOT NULL,
  payout_id      text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  recipient      text NOT NULL,
  amount         bigint NOT NULL CHECK (amount > 0),
  fee            bigint NOT NULL CHECK (fee BETWEEN 0 AND amount),
  status         text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'succeeded', 'failed')),
  failure        jsonb,
  -- The wallet here that was paid, or the rail that is asked.
  wallet_id      text COLLATE "C",
  rail           text,
  rail_reference text,
  reference      text,
  description    text,
  name           text,
  updated_at     timestamptz NOT NULL,
  version        int NOT NULL DEFAULT 1,
  due_at         timestamptz,
  asked          int NOT NULL DEFAULT 0,
  PRIMARY KEY (world, payout_id, id),
  CONSTRAINT payout_items_states CHECK (
    (status = 'failed') = (failure IS NOT NULL) AND (status = 'processing') = (due_at IS NOT NULL))
) WITH (fillfactor = 50);
CREATE INDEX payout_items_due ON payout_items (due_at) WHERE due_at IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON payouts, payout_items TO rialto_service;
  END IF;
END $$;
