-- Stored documents with an erased person that no row names any more, until they are deleted.
ALTER TABLE person_erasures ADD COLUMN doomed text[] NOT NULL DEFAULT '{}';

-- Notes of writes are only inserted and deleted.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    REVOKE UPDATE ON world_writes FROM rialto_service;
  END IF;
END $$;
