-- The seal: a hash chain over closed batches of postings, in the order of commits (decisions/0063-sealed-ledger.md).
-- A column without a default rewrites nothing. Older postings keep NULL and come first in the order of the seal; every
-- later posting has the number of its transaction, as events have.
ALTER TABLE postings ADD COLUMN xid xid8;
ALTER TABLE postings ALTER COLUMN xid SET DEFAULT pg_current_xact_id(),
  ADD CONSTRAINT postings_xid_given CHECK (xid IS NOT NULL) NOT VALID;

-- A batch contains the postings after the batch before it, up to and with (to_xid, to_wallet, to_position): the
-- transaction, the debited wallet and the position of its last posting. Transaction 0 means the postings without one.
CREATE TABLE seals (
  number      bigint PRIMARY KEY CHECK (number > 0),
  to_xid      xid8 NOT NULL,
  to_wallet   text COLLATE "C" NOT NULL,
  to_position bigint NOT NULL,
  -- Postings in this batch, and in all batches up to it.
  count       int NOT NULL CHECK (count > 0),
  total       bigint NOT NULL CHECK (total >= count),
  sealed_at   timestamptz(3) NOT NULL,
  -- SHA-256 over the batch's postings; and the first four bytes of each posting's hash, which show the changed one.
  digest      bytea NOT NULL,
  marks       bytea NOT NULL,
  previous    bytea NOT NULL,
  hash        bytea NOT NULL
);
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The hash of a test posting that was deleted with its merchant (migration 0043). It takes the posting's place in the
-- batch. A batch contains the mode beside each hash, so a live posting cannot be replaced in this way.
CREATE TABLE seal_tombstones (
  xid          xid8 NOT NULL,
  debit_wallet text COLLATE "C" NOT NULL,
  position     bigint NOT NULL,
  hash         bytea NOT NULL,
  PRIMARY KEY (xid, debit_wallet, position)
);
CREATE TRIGGER seal_tombstones_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_tombstones
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A posting that is deleted in its own transaction was never visible, so no batch has it.
CREATE OR REPLACE FUNCTION refuse_posting_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed p WHERE p.livemode OR (p.kind <> 'deletion' AND NOT EXISTS (
      SELECT FROM test_deletions t WHERE p.debit_wallet = ANY (t.wallets) OR p.credit_wallet = ANY (t.wallets))))
  THEN
    RAISE EXCEPTION 'postings is append-only: DELETE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO seal_tombstones (xid, debit_wallet, position, hash)
  SELECT coalesce(xid, '0'), debit_wallet, position,
         sha256(convert_to(concat_ws(E'\t', coalesce(xid::text, ''), position, debit_wallet, credit_wallet, amount,
           currency, livemode, debit_balance, credit_balance, kind, source), 'UTF8'))
  FROM removed WHERE xid IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;

-- The head that was last sent to the witness (SEAL_WITNESS). One node sends at a time.
CREATE TABLE seal_witness (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  number     bigint,
  sent_at    timestamptz,
  error      text,
  claimed_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO seal_witness DEFAULT VALUES;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT ON seals TO rialto_service;
    GRANT SELECT ON seal_tombstones TO rialto_service;
    GRANT SELECT, UPDATE ON seal_witness TO rialto_service;
  END IF;
END $$;
