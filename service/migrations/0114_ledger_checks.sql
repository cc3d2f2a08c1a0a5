-- The last `admin ledger check`, so that /metrics can show a broken ledger and a check that no longer runs. The only
-- row begins with the time of this migration and without findings.
CREATE TABLE ledger_checks (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  checked_at timestamptz NOT NULL DEFAULT now(),
  findings   integer NOT NULL DEFAULT 0 CHECK (findings >= 0)
);
INSERT INTO ledger_checks DEFAULT VALUES;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    -- The tables' owner writes it.
    GRANT SELECT ON ledger_checks TO rialto_service;
  END IF;
END $$;
