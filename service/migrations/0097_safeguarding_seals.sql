-- The head of the sealed ledger that the reports of a day carry: all of them the same, and the one that the dashboard
-- shows.
CREATE TABLE safeguarding_seals (
  livemode   boolean NOT NULL,
  day        date NOT NULL,
  number     bigint NOT NULL,
  hash       bytea NOT NULL,
  sealed_at  timestamptz NOT NULL,
  PRIMARY KEY (day, livemode)
);
CREATE TRIGGER safeguarding_seals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON safeguarding_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT INSERT, SELECT ON safeguarding_seals TO rialto_service;
  END IF;
END $$;
