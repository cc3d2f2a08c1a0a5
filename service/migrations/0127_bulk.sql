-- Requests with many transfers or payments. `done` items have their results; a repeat of the request continues there.
CREATE TABLE bulks (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('transfers', 'payments')),
  mode         text NOT NULL CHECK (mode IN ('all_or_nothing', 'each')),
  count        int NOT NULL CHECK (count > 0),
  done         int NOT NULL CHECK (done BETWEEN 1 AND count),
  succeeded    int NOT NULL CHECK (succeeded BETWEEN 0 AND done),
  -- The total of the items that succeeded, by currency, in minor units.
  amounts      jsonb NOT NULL,
  metadata     jsonb NOT NULL,
  request      jsonb NOT NULL,
  created_at   timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (world, id),
  CHECK ((done = count) = (completed_at IS NOT NULL)),
  CHECK (mode = 'each' OR (done = count AND succeeded = count))
);

-- The results of one transaction, in the order of the items, as JSON without its brackets. The key admits one
-- transaction for the items from `first`, so that each item is carried out once.
CREATE TABLE bulk_results (
  world   int NOT NULL,
  bulk_id text COLLATE "C" NOT NULL,
  first   int NOT NULL CHECK (first >= 0),
  count   int NOT NULL CHECK (count > 0),
  results text NOT NULL,
  PRIMARY KEY (world, bulk_id, first),
  FOREIGN KEY (world, bulk_id) REFERENCES bulks ON DELETE CASCADE
);
-- Compressing them would take as long as the writes of a tenth of the items.
ALTER TABLE bulk_results ALTER COLUMN results SET STORAGE EXTERNAL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON bulks, bulk_results TO rialto_service;
  END IF;
END $$;
