-- How files become lines: claims, files with several accounts, and changes of pending lines.

ALTER TABLE statement_files
  -- Counts the claims: a reader that lost its claim writes nothing more.
  ADD COLUMN claim int NOT NULL DEFAULT 0,
  -- Gaps between this file and others, which do not refuse it.
  ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]',
  -- The lines of another rail's account in a file of several accounts are a file of their own.
  ADD COLUMN part_of text COLLATE "C" REFERENCES statement_files (id) ON DELETE CASCADE;

-- One file of a rail is read at a time, so its lines differ only from imported ones.
CREATE UNIQUE INDEX statement_files_reading ON statement_files (rail) WHERE status = 'reading';
CREATE INDEX statement_files_parts ON statement_files (part_of) WHERE part_of IS NOT NULL;

-- Pending lines that a file shows as booked or refused. They change when the file is imported.
CREATE TABLE statement_updates (
  file      text COLLATE "C" NOT NULL REFERENCES statement_files (id) ON DELETE CASCADE,
  target    text COLLATE "C" NOT NULL,
  line      int NOT NULL,
  amount    bigint NOT NULL,
  fee       bigint NOT NULL,
  booked_on date NOT NULL,
  at        timestamptz,
  state     text NOT NULL CHECK (state IN ('booked', 'refused')),
  PRIMARY KEY (file, target)
);

-- The previous and the next statement of an account.
CREATE INDEX statements_of_account ON statements (rail, account, from_on);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON statement_updates TO rialto_service;
  END IF;
END $$;
