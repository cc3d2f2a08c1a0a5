-- Schedules by a recurrence rule, of transfers too, and days without a run.
--
-- A node of the version before knows no rule, no transfer and no skipped day: it would pay on a wrong day, or pay a
-- transfer as a payout. Therefore schedules with any of them are due by a column of their own, which it does not read,
-- and its changes to such a schedule fail.
ALTER TABLE payout_schedules
  ADD COLUMN kind text NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'transfer')),
  -- RFC 5545, without UNTIL, which is in "until". Null: "interval" says the days.
  ADD COLUMN rule text,
  ADD COLUMN skipped date[] NOT NULL DEFAULT '{}',
  ADD COLUMN rule_due_at timestamptz,
  DROP CONSTRAINT payout_schedules_interval_check,
  ADD CONSTRAINT payout_schedules_interval_check CHECK ("interval" IN ('once', 'weekly', 'monthly', 'rule')),
  ADD CHECK (("interval" = 'rule') = (rule IS NOT NULL)),
  ADD CHECK (kind = 'payout' OR (count = 1 AND rail IS NULL)),
  ADD CHECK (due_at IS NULL OR (kind = 'payout' AND rule IS NULL AND skipped = '{}')),
  ADD CHECK (rule_due_at IS NULL OR (due_at IS NULL AND status = 'active' AND run_at IS NOT NULL));

DROP INDEX payout_schedules_due;
CREATE INDEX payout_schedules_due ON payout_schedules (coalesce(due_at, rule_due_at))
  WHERE coalesce(due_at, rule_due_at) IS NOT NULL;
CREATE INDEX payout_schedules_ended ON payout_schedules (updated_at) WHERE status = 'ended';

-- Whether the name of a person fits the account, as the rail said.
ALTER TABLE payout_beneficiaries
  ADD COLUMN name_match text CHECK (name_match IN ('full', 'partial', 'none', 'unknown')),
  ADD COLUMN name_checked_at timestamptz,
  ADD CHECK ((name_match IS NULL) = (name_checked_at IS NULL));

-- The key of phones begins with the phone. Beside one that begins with the world, as the primary key does, the planner
-- may choose the wrong one while the table is empty.
ALTER TABLE payout_beneficiaries
  DROP CONSTRAINT payout_beneficiaries_world_recipient_key,
  ADD UNIQUE (recipient, world);
