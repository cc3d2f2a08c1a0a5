-- A provider may take money back after it had succeeded: a payment is reversed, an item of a payout is returned.
ALTER TABLE payments ADD COLUMN reversed_at timestamptz,
  ADD CONSTRAINT payments_reversal CHECK (reversed_at IS NULL OR status = 'succeeded') NOT VALID;

ALTER TABLE payout_items DROP CONSTRAINT payout_items_status_check;
ALTER TABLE payout_items ADD CONSTRAINT payout_items_status_check
  CHECK (status IN ('pending', 'processing', 'succeeded', 'failed', 'returned')) NOT VALID;
ALTER TABLE payout_items DROP CONSTRAINT payout_items_states;
ALTER TABLE payout_items ADD CONSTRAINT payout_items_states
  CHECK ((status IN ('failed', 'returned')) = (failure IS NOT NULL) AND
         (due_at IS NULL OR status = 'processing')) NOT VALID;

ALTER TABLE payouts ADD COLUMN returned_count int NOT NULL DEFAULT 0 CHECK (returned_count >= 0),
  ADD COLUMN returned_amount bigint NOT NULL DEFAULT 0 CHECK (returned_amount >= 0);
ALTER TABLE payouts DROP CONSTRAINT payouts_totals;
ALTER TABLE payouts ADD CONSTRAINT payouts_totals CHECK (
  succeeded_count + failed_count + returned_count <= count AND
  succeeded_amount + failed_amount + returned_amount <= amount AND
  (status = 'completed') = (succeeded_count + failed_count + returned_count = count) AND
  (status = 'completed') = (completed_at IS NOT NULL) AND
  (status NOT IN ('pending', 'canceled') OR succeeded_count + failed_count + returned_count = 0) AND
  (due_at IS NULL OR status IN ('pending', 'processing'))) NOT VALID;
