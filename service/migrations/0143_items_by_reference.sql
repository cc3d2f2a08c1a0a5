-- A callback, a statement or a person names an item by its reference. No two items have one.
CREATE UNIQUE INDEX CONCURRENTLY payout_items_by_reference ON payout_items (provider_reference)
  WHERE provider_reference IS NOT NULL;
