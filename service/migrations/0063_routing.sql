-- The rails that a payment may try, in order, separated by spaces. Null: only its own.
-- The payer's one-time code is sealed, and is deleted with the first send.
ALTER TABLE payments ADD COLUMN route text, ADD COLUMN success_url text, ADD COLUMN cancel_url text,
  ADD COLUMN sealed_code text;

-- The rail that pays all phones of the payout. Null: each phone has its own.
-- While names are checked for its second person: when the next items are, and the last checked one.
ALTER TABLE payouts ADD COLUMN rail text, ADD COLUMN names_due_at timestamptz,
  ADD COLUMN names_cursor text COLLATE "C" NOT NULL DEFAULT '';
-- full, partial, none or unknown, as the provider said. No CHECK: it would read a table that may be large.
ALTER TABLE payout_items ADD COLUMN name_match text;

-- The rails that worked for a phone, of whatever merchant.
CREATE TABLE rail_memory (
  phone     text COLLATE "C" NOT NULL,
  livemode  boolean NOT NULL,
  direction text NOT NULL CHECK (direction IN ('collect', 'payout')),
  rail      text COLLATE "C" NOT NULL,
  worked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (phone, livemode, direction, rail)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON rail_memory TO rialto_service;
  END IF;
END $$;
