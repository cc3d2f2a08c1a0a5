-- The last mark of each process, written in transactions that it answers for. If a process finds its mark older than it
-- was acknowledged, or no mark, the database has lost acknowledged transactions, as after a failover to a standby that
-- was behind.
CREATE TABLE database_marks (
  id        text COLLATE "C" PRIMARY KEY,
  seq       bigint NOT NULL,
  marked_at timestamptz NOT NULL
);
CREATE INDEX database_marks_time ON database_marks (marked_at);

-- Losses that were found. While one is not accepted by an operator, no node works.
CREATE TABLE database_losses (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mark        text COLLATE "C" NOT NULL,
  -- The mark that was acknowledged, and when; and the mark that was found, or null.
  expected    bigint NOT NULL,
  expected_at timestamptz NOT NULL,
  found       bigint,
  detected_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text,
  CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CHECK (found < expected)
);
CREATE INDEX database_losses_open ON database_losses (id) WHERE accepted_at IS NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON database_marks TO rialto_service;
    -- An operator accepts a loss, as the tables' owner.
    GRANT SELECT, INSERT ON database_losses TO rialto_service;
  END IF;
END $$;
