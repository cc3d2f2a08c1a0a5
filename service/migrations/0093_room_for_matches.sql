-- A run matches whole pages in one transaction, so each row needs room for its new version, which is longer by the
-- match: at 70 half of the updates of lines went to another page and into every index, at 50 a fifth.
ALTER TABLE statement_lines SET (fillfactor = 40);
ALTER TABLE rail_entries SET (fillfactor = 40);
-- Each matched line asks for charges of its own on both sides. Few have one.
CREATE INDEX statement_lines_charges ON statement_lines (key, rail) WHERE kind = 'fee';
CREATE INDEX rail_entries_charges ON rail_entries (source, rail) WHERE kind = 'provider_fee';
