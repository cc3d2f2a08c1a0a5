-- A record at a rail: the mark that precedes each send, the provider's own id, and how often in turn the provider did
-- not know it.
-- A record that is open during the upgrade may have been sent by an older node, so it is marked.
ALTER TABLE payments ADD COLUMN sent_at timestamptz, ADD COLUMN not_found smallint NOT NULL DEFAULT 0,
  ADD COLUMN rail_handle text CHECK (length(rail_handle) <= 1024);
ALTER TABLE refunds ADD COLUMN sent_at timestamptz, ADD COLUMN not_found smallint NOT NULL DEFAULT 0,
  ADD COLUMN rail_handle text CHECK (length(rail_handle) <= 1024);
ALTER TABLE payout_items ADD COLUMN sent_at timestamptz, ADD COLUMN not_found smallint NOT NULL DEFAULT 0,
  ADD COLUMN rail_handle text CHECK (length(rail_handle) <= 1024);
UPDATE payments SET sent_at = updated_at WHERE due_at IS NOT NULL AND asked > 0;
UPDATE refunds SET sent_at = updated_at WHERE due_at IS NOT NULL AND asked > 0;
UPDATE payout_items SET sent_at = updated_at WHERE due_at IS NOT NULL AND asked > 0;

ALTER TABLE postings DROP CONSTRAINT postings_kind_check;
ALTER TABLE postings ADD CONSTRAINT postings_kind_check CHECK (kind IN ('transfer', 'payment', 'fee', 'refund',
  'funding', 'adjustment', 'payout', 'deletion', 'provider_fee', 'float', 'suspense', 'reversal', 'return')) NOT VALID;

ALTER TABLE rail_calls DROP CONSTRAINT rail_calls_operation_check;
ALTER TABLE rail_calls ADD CONSTRAINT rail_calls_operation_check CHECK (operation IN ('collect', 'check', 'withdraw',
  'refund', 'check_refund', 'pay_out', 'check_pay_out', 'look_up', 'balance', 'statement', 'refresh'));
