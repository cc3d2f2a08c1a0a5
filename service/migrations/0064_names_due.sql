-- Payouts whose recipients' names are still to be checked.
CREATE INDEX CONCURRENTLY payouts_names_due ON payouts (names_due_at) WHERE names_due_at IS NOT NULL
