-- Fees, limits and the end of a freeze for fraud take two operators, as money does.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_kind_check
    CHECK (kind IN ('cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze'));
