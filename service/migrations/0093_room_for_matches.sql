-- A run matches whole pages in one transaction, so each row needs room for its new version: at 70, half of the updates
-- of lines went to another page and into every index.
ALTER TABLE statement_lines SET (fillfactor = 50);
ALTER TABLE rail_entries SET (fillfactor = 50);
