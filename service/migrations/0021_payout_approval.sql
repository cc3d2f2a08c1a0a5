-- A payout that a person makes above a total waits for a second person.
ALTER TABLE payouts
  -- Null: it needs nobody else.
  ADD COLUMN approval         text CHECK (approval IN ('pending', 'approved', 'rejected')),
  ADD COLUMN requested_by     text COLLATE "C" REFERENCES accounts,
  ADD COLUMN decided_by       text COLLATE "C" REFERENCES accounts,
  ADD COLUMN decided_at       timestamptz,
  ADD COLUMN rejection_reason text,
  ADD CONSTRAINT payouts_take_two CHECK (decided_by <> requested_by),
  ADD CONSTRAINT payouts_approval_names_who CHECK (
    (approval IS NULL) = (requested_by IS NULL)
    AND coalesce(approval IN ('approved', 'rejected'), false) = (decided_by IS NOT NULL)
    AND (decided_by IS NULL) = (decided_at IS NULL)
    AND coalesce(approval = 'rejected', false) = (rejection_reason IS NOT NULL)),
  -- Nothing is paid, and no worker has it, before a second person has agreed.
  ADD CONSTRAINT payouts_wait_for_approval CHECK (
    CASE approval
      WHEN 'pending' THEN status IN ('pending', 'canceled') AND due_at IS NULL
      WHEN 'rejected' THEN status = 'canceled'
      ELSE true
    END);

CREATE TRIGGER payouts_decided_once BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN (OLD.requested_by IS DISTINCT FROM NEW.requested_by
    OR (OLD.approval IN ('approved', 'rejected') AND (OLD.approval, OLD.decided_by, OLD.decided_at, OLD.rejection_reason)
      IS DISTINCT FROM (NEW.approval, NEW.decided_by, NEW.decided_at, NEW.rejection_reason)))
  EXECUTE FUNCTION refuse_change();
