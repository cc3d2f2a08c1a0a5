-- References are stored in one spelling from now on (contract/src/text.ts): Unicode NFC, no blanks around, one space for each run
-- of blanks, nothing invisible. Those that were stored before keep theirs, and go on taking their reference.
CREATE FUNCTION one_spelling(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN typed ~ '^[!-~]+( [!-~]+)*$' THEN typed ELSE
    btrim(regexp_replace(
      normalize(regexp_replace(typed,
        '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'), NFC),
      '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'))
  END $$;

-- How stored references are spelt that are not in their one spelling, so that the check of a reference needs no other index of the
-- tables that money moves through. Most databases have none.
CREATE TABLE old_spellings (
  spelling  text COLLATE "C" PRIMARY KEY,
  reference text COLLATE "C" NOT NULL
);
CREATE INDEX old_spellings_reference ON old_spellings (reference);

-- Called again by `references check`, for a node of an older version may have written while this ran.
CREATE FUNCTION find_old_spellings() RETURNS bigint LANGUAGE sql AS $$
  WITH stored AS (
    SELECT reference FROM payments UNION ALL SELECT reference FROM refunds UNION ALL SELECT reference FROM transfers
    UNION ALL SELECT reference FROM payouts UNION ALL SELECT reference FROM approvals),
  added AS (
    INSERT INTO old_spellings SELECT DISTINCT reference, one_spelling(reference) FROM stored
    WHERE reference <> one_spelling(reference) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*) FROM added $$;
REVOKE EXECUTE ON FUNCTION find_old_spellings() FROM PUBLIC;
SELECT find_old_spellings();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT ON old_spellings TO rialto_service;
  END IF;
END $$;
