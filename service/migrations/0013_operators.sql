-- What takes two operators: one asks, another decides. The decision and what it does are one transaction.
CREATE TABLE approvals (
  id           text COLLATE "C" PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('cash_in', 'adjustment', 'operator')),
  -- The wallet's; none for an operator.
  livemode     boolean CHECK ((livemode IS NULL) = (kind = 'operator')),
  payload      jsonb NOT NULL,
  -- The bank's or the desk's own number of a cash-in.
  reference    text COLLATE "C",
  reason       text NOT NULL,
  requested_by text COLLATE "C" NOT NULL REFERENCES operators,
  status       text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'expired')),
  decided_by   text COLLATE "C" REFERENCES operators,
  decided_at   timestamptz,
  rejection_reason text,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  version      int NOT NULL DEFAULT 1,
  expires_at   timestamptz NOT NULL,
  CONSTRAINT approvals_take_two CHECK (decided_by <> requested_by),
  CONSTRAINT approvals_name_who_decided CHECK (
    (status IN ('approved', 'rejected')) = (decided_by IS NOT NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL))
);
CREATE INDEX approvals_pending ON approvals (id) WHERE status = 'pending';
-- The permanent guard against one slip being paid in twice. What came to nothing gives its reference back.
CREATE UNIQUE INDEX approvals_reference ON approvals (livemode, kind, reference)
  WHERE reference IS NOT NULL AND status IN ('pending', 'approved');

-- A decision stands, whoever comes.
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
  FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approvals_stay BEFORE DELETE OR TRUNCATE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Operators look through one type of account, in the order of ids.
CREATE INDEX accounts_type ON accounts (type, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    -- What was asked for, and by whom, cannot be changed afterwards.
    GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_at, rejection_reason, updated_at, version)
      ON approvals TO rialto_service;
  END IF;
END $$;
