-- Two operators book the difference of an exception of reconciliation.
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN
  ('cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze', 'rail', 'float', 'suspense', 'reconciliation'))
  NOT VALID;
