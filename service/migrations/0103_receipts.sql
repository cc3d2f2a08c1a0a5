-- A public page for a payment, a refund or a payout item, behind a secret address that can be revoked.
CREATE TABLE receipts (
  id           text COLLATE "C" PRIMARY KEY,
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('payment', 'refund', 'payout_item')),
  record_id    text COLLATE "C" NOT NULL,
  -- The payout of an item, whose key contains it.
  payout_id    text COLLATE "C",
  -- SHA-256 of the token of the address, by which the page is found. The token itself is encrypted: the API shows the
  -- address again.
  token_hash   bytea NOT NULL UNIQUE,
  sealed_token bytea NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  revoked_at   timestamptz,
  version      int NOT NULL DEFAULT 1,
  CHECK ((payout_id IS NOT NULL) = (kind = 'payout_item'))
);
-- A record has one receipt at a time.
CREATE UNIQUE INDEX receipts_of_record ON receipts (world, record_id) WHERE revoked_at IS NULL;
CREATE INDEX receipts_of_world ON receipts (world, id);
-- The list of a record's receipts has the revoked ones too.
CREATE INDEX receipts_by_record ON receipts (record_id, world);

-- The merchant's choices for receipts. Without a time zone, that of the country of the merchant's phone applies.
ALTER TABLE merchants
  ADD COLUMN receipts text NOT NULL DEFAULT 'none' CHECK (receipts IN ('none', 'sms', 'email', 'both')),
  ADD COLUMN time_zone text;

CREATE TABLE merchant_logos (
  merchant_id text COLLATE "C" PRIMARY KEY REFERENCES merchants ON DELETE CASCADE,
  -- The beginning of the SHA-256 of the bytes; it names the file in its public address.
  hash        text COLLATE "C" NOT NULL,
  type        text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp')),
  width       int NOT NULL,
  height      int NOT NULL,
  bytes       bytea NOT NULL CHECK (octet_length(bytes) <= 6144),
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX merchant_logos_hash ON merchant_logos (hash);

-- Where a payment's receipts go by e-mail.
ALTER TABLE payments ADD COLUMN receipt_email text;

-- How far the events of a world have become messages: the transaction and id of the last event, and the last item of a
-- payout under way. A world without a row sends no receipts.
CREATE TABLE receipt_cursors (
  world    int PRIMARY KEY REFERENCES worlds ON DELETE CASCADE,
  xid      xid8 NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  item_id  text COLLATE "C" NOT NULL DEFAULT ''
);

-- Receivers who want no more receipts: of one merchant, or of anybody (merchant_id is null: they answered STOP).
CREATE TABLE receipt_stops (
  recipient   text COLLATE "C" NOT NULL,
  livemode    boolean NOT NULL,
  merchant_id text COLLATE "C" REFERENCES merchants ON DELETE CASCADE,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX receipt_stops_of_merchant ON receipt_stops (recipient, livemode, merchant_id)
  WHERE merchant_id IS NOT NULL;
CREATE UNIQUE INDEX receipt_stops_of_anybody ON receipt_stops (recipient, livemode) WHERE merchant_id IS NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE
      ON receipts, merchant_logos, receipt_cursors, receipt_stops TO rialto_service;
  END IF;
END $$;
