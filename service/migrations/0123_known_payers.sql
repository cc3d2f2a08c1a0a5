-- In slices
-- The payers from before the trigger of 0121, which has the others since. A payment of a phone waits for the slice that
-- inserts it. Each slice reads the payments as they are then, so a person who was erased meanwhile stays erased.
DO $$
DECLARE
  last_world int := 0;
  last_id text COLLATE "C" := '';
BEGIN
  LOOP
    WITH slice AS (
      SELECT world, id, customer FROM payments WHERE (world, id) > (last_world, last_id) ORDER BY world, id LIMIT 5000
    ), known AS (
      INSERT INTO payers SELECT DISTINCT world, customer COLLATE "C" FROM slice ORDER BY 1, 2 ON CONFLICT DO NOTHING
    )
    SELECT world, id INTO last_world, last_id FROM slice ORDER BY world DESC, id DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
