-- Items of a payout to somebody whom an earlier item of it pays, in another spelling or by another wallet. Counted when it is made.
ALTER TABLE payouts ADD COLUMN repeated_recipients int NOT NULL DEFAULT 0;

-- A lexeme has at most 2 046 bytes, and one square of katakana is seven letters.
CREATE OR REPLACE FUNCTION search_words(typed text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_agg(DISTINCT left(word, 100)))
  FROM unnest(string_to_array(nullif(public.search_key(typed), ''), ' ')) AS word $$;

CREATE OR REPLACE FUNCTION search_query(texts text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(words, ' | ')::tsquery FROM unnest(texts) AS one (typed), LATERAL (
    SELECT '(' || string_agg('''' || left(word, 100) || ''':*', ' & ') || ')' AS words
    FROM unnest(string_to_array(nullif(public.search_key(typed), ''), ' ')) AS word) q $$;
