-- Two operators may settle the record of a case by hand.
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN (
  'cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze', 'rail', 'float', 'suspense', 'reconciliation',
  'settlement'))
  NOT VALID;
