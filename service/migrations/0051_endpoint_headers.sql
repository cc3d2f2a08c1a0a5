-- An endpoint's own headers: JSON, sealed as its secret is, and their names to be shown.
ALTER TABLE webhook_endpoints
  ADD COLUMN headers      bytea,
  ADD COLUMN header_names text[] NOT NULL DEFAULT '{}',
  ADD CHECK ((headers IS NULL) = (header_names = '{}'));
