-- Shares of payments: who gets which part of the net, and what became of it. They are read only with their payment.
ALTER TABLE payments ADD COLUMN split jsonb;

-- The share of a payment, and what a refund takes back of it.
ALTER TABLE postings DROP CONSTRAINT postings_kind_check;
ALTER TABLE postings ADD CONSTRAINT postings_kind_check CHECK (kind IN ('transfer', 'payment', 'fee', 'refund',
  'funding', 'adjustment', 'payout', 'deletion', 'provider_fee', 'float', 'suspense', 'reversal', 'return',
  'capture', 'split')) NOT VALID;
