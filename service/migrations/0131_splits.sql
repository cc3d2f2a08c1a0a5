-- Shares of payments: who gets which part of the net, and what became of it. They are read only with their payment.
ALTER TABLE payments ADD COLUMN split jsonb;

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
