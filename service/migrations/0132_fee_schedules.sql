-- Fees by tiers, by rail, and from a later time. `schedules` maps a rail, or '' for all rails, to
-- {"tiers": [{"from", "basis_points", "fixed", "minimum", "maximum"}] | null, "next": {"tiers", "starts_at"} | null}.
-- Where it has no tiers for '', the row's basis points and fixed part are the only tier, so existing rows stay as they
-- are. Otherwise these two columns are those of the first tier.
ALTER TABLE fees ADD COLUMN schedules jsonb;
ALTER TABLE fees ADD CONSTRAINT fees_schedules_check CHECK (jsonb_typeof(schedules) = 'object') NOT VALID;
