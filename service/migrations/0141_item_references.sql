-- The reference under which a provider knows an item of a scheduled run. It derives from the schedule and the day, so
-- the provider recognises the item after a restore. Null: the provider knows the item by its id.
ALTER TABLE payout_items
  ADD COLUMN provider_reference text COLLATE "C",
  -- `asked`, as a node that reads provider_reference has written it.
  ADD COLUMN reference_asked int;

-- A node of the version before would send such an item, or ask for it, under its id: the provider would not know the
-- item, and could pay it a second time. It counts its claims in `asked` alone, so its claim fails.
ALTER TABLE payout_items ADD CONSTRAINT payout_items_asked_by_reference CHECK (
  provider_reference IS NULL OR asked = coalesce(reference_asked, 0)) NOT VALID;
