-- What operators look at: postings by their entry's id, system wallets, names, how rails do, and how far the audit log is verified.

-- Positions are times and grow: a few pages of this tell where a position lies, and writing a posting costs nothing more.
CREATE INDEX postings_position ON postings USING brin (position) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX wallets_system ON wallets (id) WHERE owner_type = 'system';
CREATE INDEX kyc_documents_user ON kyc_documents (user_id, id);
-- For names that begin so.
CREATE INDEX users_name ON users (lower(name) text_pattern_ops);
CREATE INDEX merchants_name ON merchants (lower(name) text_pattern_ops);

-- What was asked of each rail, by five minutes, kept for two days. Nodes add to it once a second.
CREATE TABLE rail_calls (
  rail            text NOT NULL,
  operation       text NOT NULL CHECK (operation IN ('collect', 'check', 'withdraw', 'refund', 'pay_out')),
  slot            timestamptz NOT NULL,
  attempts        bigint NOT NULL,
  -- It threw: the outcome is not known.
  failures        bigint NOT NULL,
  -- It said no.
  declined        bigint NOT NULL,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  PRIMARY KEY (slot, rail, operation)
);

-- One row: a walk along the audit log's chain that goes on a portion a minute, and what the last whole walk found.
CREATE TABLE audit_walk (
  one           boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq           bigint NOT NULL DEFAULT 0,
  hash          bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  began_at      timestamptz NOT NULL DEFAULT now(),
  -- The last walk that came to the end of a whole chain.
  verified_seq  bigint,
  verified_hash bytea,
  verified_at   timestamptz,
  -- Where the last walk found it broken.
  broken_seq    bigint,
  fault         text,
  broken_at     timestamptz,
  CHECK (num_nulls(verified_seq, verified_hash, verified_at) IN (0, 3)),
  CHECK (num_nulls(broken_seq, fault, broken_at) IN (0, 3))
);
INSERT INTO audit_walk DEFAULT VALUES;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON rail_calls TO rialto_service;
    GRANT SELECT, UPDATE ON audit_walk TO rialto_service;
  END IF;
END $$;
