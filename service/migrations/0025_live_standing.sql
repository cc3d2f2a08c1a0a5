-- Since when a developer may act in live mode; null: in test mode only. Before a merchant is approved anybody who knows its
-- phone can invite, so membership alone says nothing there.
ALTER TABLE memberships ADD COLUMN live_since timestamptz;

-- Who works in live mode today goes on.
UPDATE memberships s SET live_since = now()
FROM integrations i JOIN merchants m ON m.id = i.merchant_id
WHERE i.id = s.integration_id AND m.live_approved_at IS NOT NULL;
