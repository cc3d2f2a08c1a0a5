-- Writers go on meanwhile: this scans the table and holds no lock that they wait for.
ALTER TABLE payout_items VALIDATE CONSTRAINT payout_items_states;

-- A replay that fails waits longer each time. Null: it is parked.
ALTER TABLE replays
  ADD COLUMN failures int NOT NULL DEFAULT 0,
  ADD COLUMN next_at timestamptz DEFAULT now();

-- Since when a disabled or deleted endpoint has deliveries that are still to be held: a worker holds them in slices.
ALTER TABLE webhook_endpoints ADD COLUMN holding_at timestamptz;
CREATE INDEX webhook_endpoints_holding ON webhook_endpoints (holding_at) WHERE holding_at IS NOT NULL;
