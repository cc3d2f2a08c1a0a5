-- Settlements that could not be carried out: operators list them, and try them again once the cause is gone.
CREATE TABLE parked_settlements (
  id              text COLLATE "C" PRIMARY KEY,
  world           int NOT NULL REFERENCES worlds (id) ON DELETE CASCADE,
  kind            text NOT NULL CHECK (kind IN ('payment', 'refund', 'payout', 'payout_item')),
  record_id       text COLLATE "C" NOT NULL,
  amount          bigint NOT NULL CHECK (amount > 0),
  currency        text NOT NULL,
  -- The wallet that the money was for, or comes from.
  wallet_id       text COLLATE "C" NOT NULL,
  -- The payment has succeeded and its money is here. Null: nothing is booked, and no worker looks at the record.
  suspense_wallet text COLLATE "C",
  -- The ledger's refusal, or an error.
  reason          text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  resolved_at     timestamptz,
  version         int NOT NULL DEFAULT 1,
  CHECK (suspense_wallet IS NULL OR kind = 'payment')
);
CREATE UNIQUE INDEX parked_settlements_open ON parked_settlements (world, record_id) WHERE resolved_at IS NULL;
CREATE INDEX parked_settlements_waiting ON parked_settlements (id) WHERE resolved_at IS NULL;

-- An item whose settlement is parked is with its rail and not due. Rows of before satisfy this: they satisfied more.
ALTER TABLE payout_items DROP CONSTRAINT payout_items_states;
ALTER TABLE payout_items ADD CONSTRAINT payout_items_states
  CHECK ((status = 'failed') = (failure IS NOT NULL) AND (due_at IS NULL OR status = 'processing')) NOT VALID;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON parked_settlements TO rialto_service;
  END IF;
END $$;
