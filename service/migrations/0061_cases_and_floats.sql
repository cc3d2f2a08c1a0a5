-- Comments of operators on a case. The audit log has their acts.
CREATE TABLE case_comments (
  case_id text COLLATE "C" NOT NULL REFERENCES cases ON DELETE CASCADE,
  at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  author  text COLLATE "C" NOT NULL REFERENCES accounts,
  text    text NOT NULL,
  PRIMARY KEY (case_id, at)
);

-- The last measurement of each rail's float: the balance at the provider, and the books at the same moment.
CREATE TABLE rail_floats (
  rail        text COLLATE "C" PRIMARY KEY,
  livemode    boolean NOT NULL,
  currency    text NOT NULL,
  available   bigint,
  booked      bigint NOT NULL DEFAULT 0,
  minimum     bigint,
  measured_at timestamptz,
  error       text,
  -- One node measures a rail at a time.
  claimed_at  timestamptz NOT NULL DEFAULT now()
);

-- Money that is not posted yet, whether the provider's list has confirmed it or not.
DROP INDEX rail_incoming_new;
CREATE INDEX rail_incoming_open ON rail_incoming (due_at) WHERE status <> 'posted';

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN (
  'cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze', 'rail', 'float', 'suspense')) NOT VALID;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON case_comments, rail_floats TO rialto_service;
  END IF;
END $$;
