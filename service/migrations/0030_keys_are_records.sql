-- A key tells of its changes as every record does: whoever rolls or revokes it, and a node of before too. Its use is none.
ALTER TABLE api_keys
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN version int NOT NULL DEFAULT 1;
UPDATE api_keys SET updated_at = coalesce(revoked_at, created_at), version = CASE WHEN revoked_at IS NULL THEN 1 ELSE 2 END;

CREATE FUNCTION api_key_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.updated_at := now();
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_change BEFORE UPDATE OF expires_at, revoked_at ON api_keys FOR EACH ROW
  WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at OR OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION api_key_changes();
