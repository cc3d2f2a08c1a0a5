-- The phones of a world's payers, so that a search for some digits reads each payer once instead of every payment.
-- Rows are only inserted and deleted.
CREATE TABLE payers (
  world int NOT NULL,
  phone text COLLATE "C" NOT NULL,
  PRIMARY KEY (world, phone)
);

-- By the database, so that payments of nodes of an earlier version are found too. Two transactions with the same new
-- phones wait for one another, so each inserts them in one order.
CREATE FUNCTION remember_payers() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO payers SELECT DISTINCT world, customer COLLATE "C" FROM made ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_remember_payers AFTER INSERT ON payments REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION remember_payers();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, DELETE ON payers TO rialto_service;
  END IF;
END $$;
