-- The role of a person who keeps the books: reads money, exports it, and changes none.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'developer', 'accountant', 'viewer', 'till'));
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'developer', 'accountant', 'viewer', 'till'));

-- A shop of a merchant. Its records keep it after it is archived.
CREATE TABLE branches (
  world       int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id          text COLLATE "C" NOT NULL,
  name        text NOT NULL,
  archived_at timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  version     int NOT NULL,
  PRIMARY KEY (world, id)
);
CREATE UNIQUE INDEX branches_name ON branches (world, lower(name));

-- No foreign key: its trigger costs each payment 5 µs, also without a branch. A branch is archived, never deleted.
ALTER TABLE payments ADD COLUMN branch_id text COLLATE "C";
-- No row has a branch yet, so the keys need no scan.
ALTER TABLE checkout_sessions ADD COLUMN branch_id text COLLATE "C",
  ADD CONSTRAINT checkout_sessions_branch_fkey FOREIGN KEY (world, branch_id) REFERENCES branches (world, id) NOT VALID;
ALTER TABLE payment_links ADD COLUMN branch_id text COLLATE "C",
  ADD CONSTRAINT payment_links_branch_fkey FOREIGN KEY (world, branch_id) REFERENCES branches (world, id) NOT VALID;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON branches TO rialto_service;
  END IF;
END $$;
