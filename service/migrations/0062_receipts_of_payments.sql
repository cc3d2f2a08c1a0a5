-- Finds the payment that a provider's receipt belongs to. The built-in rails receive no money from outside.
CREATE INDEX CONCURRENTLY payments_receipt ON payments (rail_reference, rail)
  WHERE rail_reference IS NOT NULL AND rail NOT IN ('sandbox', 'wallet');
