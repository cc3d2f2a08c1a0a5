-- The local days of a file that a provider made on request. They are covered, with or without movements.
ALTER TABLE statement_files ADD COLUMN asked_from date, ADD COLUMN asked_to date;

-- Days without movements have the same bytes.
DROP INDEX statement_files_once;
CREATE UNIQUE INDEX statement_files_once ON statement_files
  (rail, sha256, coalesce(asked_from, '-infinity'), coalesce(asked_to, '-infinity'))
  WHERE status NOT IN ('receiving', 'refused');

-- A day gets a later seal if a currency that is compared later ends it after the first one.
ALTER TABLE safeguarding_seals DROP CONSTRAINT safeguarding_seals_pkey, ADD PRIMARY KEY (day, livemode, number);
