-- An index on `match` makes each match a new version in every index of its table. Most lines lead their match, and most
-- entries are found by their ids: the others name the leader here, and only they are indexed.
ALTER TABLE statement_lines ADD COLUMN led_by text COLLATE "C";
ALTER TABLE rail_entries ADD COLUMN led_by text COLLATE "C";
UPDATE statement_lines SET led_by = match WHERE match <> id;
UPDATE rail_entries SET led_by = match WHERE rule NOT IN ('id', 'fee', 'opening', 'case');
DROP INDEX statement_lines_led;
CREATE INDEX statement_lines_led ON statement_lines (led_by) WHERE led_by IS NOT NULL;
CREATE INDEX rail_entries_led ON rail_entries (led_by) WHERE led_by IS NOT NULL;
