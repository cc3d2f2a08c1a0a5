-- The accounts of an accounting to which postings are exported, where they differ from the defaults of the service.
CREATE TABLE ledger_accounts (
  -- A merchant, or 'deployment'.
  owner text COLLATE "C" NOT NULL,
  key   text COLLATE "C" NOT NULL,
  code  text NOT NULL,
  name  text NOT NULL,
  PRIMARY KEY (owner, key)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_accounts TO rialto_service;
  END IF;
END $$;
