-- Money owed to customers and merchants, and the money that covers it, at the end of a day. A row is written when the
-- last rail of the currency is closed and reviewed.
CREATE TABLE safeguarding_days (
  livemode   boolean NOT NULL,
  currency   text NOT NULL,
  day        date NOT NULL,
  -- The latest end of the day among the rails: both sums are of this moment.
  cut_at     timestamptz NOT NULL,
  -- Minor units: the wallets of customers and merchants; money in suspense; the money at providers and in the bank.
  owed       bigint NOT NULL,
  suspended  bigint NOT NULL,
  held       bigint NOT NULL,
  -- [{rail, close, held}]
  rails      jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, livemode, currency)
);
CREATE TRIGGER safeguarding_days_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON safeguarding_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT INSERT, SELECT ON safeguarding_days TO rialto_service;
  END IF;
END $$;
