-- The payers from before the trigger of 0121, which has the others since.
INSERT INTO payers SELECT DISTINCT world, customer COLLATE "C" FROM payments ORDER BY 1, 2 ON CONFLICT DO NOTHING;
