-- The advance of a test clock that is under way: one for each world. It is deleted with its last slice.
CREATE TABLE clock_advances (
  world      int PRIMARY KEY REFERENCES worlds (id) ON DELETE CASCADE,
  -- The target: by how many seconds each open deadline moves.
  seconds    bigint NOT NULL CHECK (seconds > 0),
  -- Where it is: the step of the list in test-helpers/deadlines.ts, and the last key that the step has done.
  step       text NOT NULL,
  cursor     text COLLATE "C" NOT NULL,
  -- The last id of each table when the advance began, by step. Later rows are not moved.
  bounds     jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  failures   int NOT NULL DEFAULT 0,
  -- When the next slice is due. Null: it is parked after too many failures.
  due_at     timestamptz
);
CREATE INDEX clock_advances_due ON clock_advances (due_at) WHERE due_at IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON clock_advances TO rialto_service;
  END IF;
END $$;
