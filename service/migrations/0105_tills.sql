-- A cashier's role: sales, and nothing else of the integration.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'developer', 'viewer', 'till'));
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'developer', 'viewer', 'till'));

-- A shift at the till of a link: its printed code takes money too.
CREATE TABLE shifts (
  world      int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id         text COLLATE "C" NOT NULL,
  link_id    text COLLATE "C" NOT NULL,
  currency   text NOT NULL,
  started_by text COLLATE "C" NOT NULL,
  started_at timestamptz NOT NULL,
  ended_by   text COLLATE "C",
  ended_at   timestamptz,
  PRIMARY KEY (world, id),
  FOREIGN KEY (world, link_id) REFERENCES payment_links (world, id),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
-- A payment at the printed code belongs to one shift.
CREATE UNIQUE INDEX shifts_open ON shifts (world, link_id) WHERE ended_at IS NULL;
CREATE INDEX shifts_link ON shifts (world, link_id, id);

-- A sale waits for its own session. A cashier may instead tie a payment at the printed code to it.
CREATE TABLE sales (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  shift_id     text COLLATE "C" NOT NULL,
  session_id   text COLLATE "C" NOT NULL,
  -- The session of the tied payment.
  tied_session text COLLATE "C",
  tied_at      timestamptz,
  tied_by      text COLLATE "C",
  created_by   text COLLATE "C" NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (world, id),
  FOREIGN KEY (world, shift_id) REFERENCES shifts (world, id),
  CHECK (num_nulls(tied_session, tied_at, tied_by) IN (0, 3)),
  CHECK (tied_session <> session_id)
);
-- A session is in one sale, and a payment is tied to one sale.
CREATE UNIQUE INDEX sales_session ON sales (world, session_id);
CREATE UNIQUE INDEX sales_tied ON sales (world, tied_session) WHERE tied_session IS NOT NULL;
CREATE INDEX sales_shift ON sales (world, shift_id, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON shifts, sales TO rialto_service;
  END IF;
END $$;
