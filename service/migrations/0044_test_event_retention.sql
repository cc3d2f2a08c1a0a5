-- In test, events older than the deployment's retention are deleted. The records that they told of stay, so `ledger check` has to
-- know from when on a world has its events. Live worlds keep all of theirs.
ALTER TABLE worlds ADD COLUMN events_from timestamptz, ADD CONSTRAINT worlds_live_keeps_events CHECK (events_from IS NULL OR NOT livemode);
