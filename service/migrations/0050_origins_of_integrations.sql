-- Web applications of other origins that may call the API with people's tokens.
ALTER TABLE integrations ADD COLUMN origins text[] NOT NULL DEFAULT '{}' CHECK (cardinality(origins) <= 20);
CREATE INDEX integrations_with_origins ON integrations (id) WHERE origins <> '{}';
