-- One folding of what is stored and of what somebody types: no case, no accents, no punctuation. `lower` alone knows ASCII only
-- where the database has the locale C, as the embedded one; ICU, where the server has it, knows every script.
DO $$
DECLARE
  icu text := CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') THEN ' COLLATE "und-x-icu"' ELSE '' END;
BEGIN
  EXECUTE format($f$
    CREATE FUNCTION search_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $k$
      SELECT btrim(regexp_replace(translate(lower(regexp_replace(normalize(public.one_spelling(typed), NFKD),
        '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u0610-\u061A\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]',
        '', 'g')%s), 'đłøħŧıς', 'dlohtiσ'), '[ -/:-@\[-`{-~\u00A1-\u00BF\u2010-\u2027\u2030-\u205E]+', ' ', 'g')) $k$
  $f$, icu);
END $$;

-- A word of the typed text is found at the beginning of any stored word.
CREATE FUNCTION search_words(typed text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(string_to_array(nullif(public.search_key(typed), ''), ' ')) $$;

-- All words of one of the texts; null where none has a word.
CREATE FUNCTION search_query(texts text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(words, ' | ')::tsquery FROM unnest(texts) AS one (typed), LATERAL (
    SELECT '(' || string_agg('''' || word || ''':*', ' & ') || ')' AS words
    FROM unnest(string_to_array(nullif(public.search_key(typed), ''), ' ')) AS word) q $$;

-- fastupdate would leave what is new to be read through by each search.
CREATE INDEX merchants_words ON merchants USING gin (search_words(name)) WITH (fastupdate = off);
CREATE INDEX developers_words ON developers USING gin (search_words(name)) WITH (fastupdate = off);
CREATE INDEX operators_words ON operators USING gin (search_words(name)) WITH (fastupdate = off);
CREATE INDEX users_of_merchants_words ON users USING gin (search_words(coalesce(name || ' ', '') || phone))
  WITH (fastupdate = off) WHERE type = 'merchant';
CREATE INDEX accounts_emails ON accounts (identifier COLLATE "C") WHERE type IN ('developer', 'operator');
DROP INDEX merchants_name, users_name;
