-- Escrow: a hold whose end two deciders choose. Each element of `escrow` is {wallet, owner, decision, at, times}; it is
-- null for other holds. While the two decisions differ, the hold is disputed, and nothing is due: it does not expire.
ALTER TABLE wallet_holds
  ADD COLUMN escrow jsonb,
  ADD COLUMN disputed boolean NOT NULL DEFAULT false;

-- An open hold was due without exception.
ALTER TABLE wallet_holds DROP CONSTRAINT wallet_holds_check2;
ALTER TABLE wallet_holds ADD CONSTRAINT wallet_holds_due CHECK (
  (status = 'open' AND NOT disputed) = (due_at IS NOT NULL)) NOT VALID;
ALTER TABLE wallet_holds ADD CONSTRAINT wallet_holds_escrow CHECK (
  CASE WHEN escrow IS NULL THEN NOT disputed ELSE
    to_wallet IS NOT NULL AND jsonb_array_length(escrow) = 2
    AND captured IN (0, amount) AND released IN (0, amount)
    AND disputed = (status = 'open' AND coalesce(escrow -> 0 ->> 'decision' <> escrow -> 1 ->> 'decision', false))
    AND CASE status
      WHEN 'captured' THEN coalesce(
        escrow -> 0 ->> 'decision' = 'release' AND escrow -> 1 ->> 'decision' = 'release', false)
      WHEN 'released' THEN coalesce(
        escrow -> 0 ->> 'decision' = 'return' AND escrow -> 1 ->> 'decision' = 'return', false)
      -- Neither an agreement nor a disagreement expires, and an agreement is never open.
      WHEN 'expired' THEN escrow -> 0 ->> 'decision' IS NULL OR escrow -> 1 ->> 'decision' IS NULL
      ELSE coalesce(escrow -> 0 ->> 'decision' <> escrow -> 1 ->> 'decision', true) END
  END) NOT VALID;

-- The escrows that the owner of a wallet decides, in the order of their ids.
CREATE TABLE hold_deciders (
  owner_id   text COLLATE "C" NOT NULL,
  livemode   boolean NOT NULL,
  hold_id    text COLLATE "C" NOT NULL,
  world      int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, livemode, hold_id),
  FOREIGN KEY (world, hold_id) REFERENCES wallet_holds ON DELETE CASCADE
);
CREATE INDEX hold_deciders_of_hold ON hold_deciders (world, hold_id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT ON hold_deciders TO rialto_service;
  END IF;
END $$;
