-- Everything about a rail that needs a person. A record has at most one open case of a kind.
CREATE TABLE cases (
  id          text COLLATE "C" PRIMARY KEY,
  kind        text NOT NULL,
  rail        text,
  -- pay_…, rfd_…, pit_…, the receipt of unasked money, or the callback.
  record      text COLLATE "C",
  world       int REFERENCES worlds ON DELETE CASCADE,
  livemode    boolean NOT NULL,
  amount      bigint CHECK (amount > 0),
  currency    text,
  facts       jsonb NOT NULL DEFAULT '{}',
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  assigned_to text COLLATE "C" REFERENCES accounts,
  resolution  text,
  closed_by   text COLLATE "C",
  closed_at   timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  version     int NOT NULL DEFAULT 1,
  CONSTRAINT cases_close CHECK (
    (status = 'closed') = (closed_at IS NOT NULL) AND (status = 'closed') = (resolution IS NOT NULL))
);
CREATE UNIQUE INDEX cases_open ON cases (kind, coalesce(rail, ''), coalesce(record, '')) WHERE status = 'open';
CREATE INDEX cases_by_time ON cases (status, id);
CREATE INDEX cases_of_record ON cases (record) WHERE record IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON cases TO rialto_service;
  END IF;
END $$;
