-- The party that bears the fees of a schedule's payouts. Transfers have no fee.
ALTER TABLE payout_schedules ADD COLUMN fee_bearer text NOT NULL DEFAULT 'merchant'
  CHECK (fee_bearer = 'merchant' OR fee_bearer = 'receiver' AND kind = 'payout');
