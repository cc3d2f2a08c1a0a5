import type { PayoutBearer } from '../../../../contract/src/fee-bearer.ts';
import type { NewPayoutItem } from '../../../../contract/src/payouts.ts';
import {
  ENDED_DAYS,
  type Schedule,
  type ScheduleInterval,
  type ScheduleKind,
  type ScheduleStatus,
} from '../../../../contract/src/schedules.ts';
import type { Statement } from '../../db/database.ts';
import { findEach } from '../../db/find.ts';
import {
  bool,
  int4,
  int8,
  joined,
  jsonb,
  listOf,
  nullable,
  type RowOf,
  text,
  textOf,
  timestamptz,
} from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';

const scheduleTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  status: textOf<ScheduleStatus>(),
  kind: textOf<ScheduleKind>(),
  name: text,
  wallet_id: text,
  currency: text,
  rail: nullable(text),
  fee_bearer: textOf<PayoutBearer>(),
  count: int4,
  amount: int8,
  interval: textOf<ScheduleInterval>(),
  rule: nullable(text),
  first_date: text,
  local_time: text,
  time_zone: text,
  until: nullable(text),
  notice_hours: int4,
  run: int4,
  run_at: nullable(timestamptz),
  noticed: bool,
  due_at: nullable(timestamptz),
  last_run: jsonb<Schedule['last_run']>(),
  requested_by: text,
  approved_by: nullable(text),
  approved_at: nullable(timestamptz),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: int4,
};
export type PayoutScheduleRow = RowOf<typeof scheduleTable> & {
  /** Days without a run. */
  skipped: readonly string[];
  /** Not read by lists, except the one of a transfer. */
  items?: readonly NewPayoutItem[];
};

export const payoutScheduleColumns = listOf(scheduleTable, 's')
  .replace('s.interval', 's."interval"')
  .replace('s.first_date', 's.first_date::text AS first_date')
  .replace('s.until', 's.until::text AS until')
  // See migration 0133.
  .replace('s.due_at', 'coalesce(s.due_at, s.rule_due_at) AS due_at')
  .concat(', s.skipped::text[] AS skipped');

/** For lists: the recipient of a transfer, and none of a payout, which may have hundreds. */
export const shortColumns = `${payoutScheduleColumns}, CASE WHEN s.kind = 'transfer' THEN s.items END AS items`;

export const findPayoutSchedule = findEach(
  'payout_schedules_find',
  `
    SELECT ${payoutScheduleColumns}, s.items FROM payout_schedules s JOIN worlds w ON w.id = s.world
    WHERE s.world = n.world AND s.id BETWEEN n.id AND n.id ORDER BY s.id`,
);

export const lockSchedule: Statement = {
  name: 'payout_schedules_lock',
  text: `
    SELECT ${payoutScheduleColumns}, s.items FROM payout_schedules s JOIN worlds w ON w.id = s.world
    WHERE s.world = $1 AND s.id = $2 FOR UPDATE OF s`,
};

/** Two requests of a world count its schedules one after the other. */
export const lockWorldOfSchedules: Statement = {
  name: 'payout_schedules_lock_world',
  text: 'SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE',
};
/** The schedules that have not ended, and the one of them with a name. */
export const countPayoutSchedules: Statement = {
  name: 'payout_schedules_count',
  text: `
    SELECT count(*)::int AS count, min(id) FILTER (WHERE name = $2) AS named FROM payout_schedules
    WHERE world = $1 AND status <> 'ended'`,
};

const insertStatement: Statement = {
  name: 'payout_schedules_insert',
  text: `
    INSERT INTO payout_schedules (world, id, status, name, wallet_id, currency, rail, items, count, amount, "interval",
      first_date, local_time, time_zone, until, notice_hours, run, run_at, requested_by, created_at, updated_at, kind,
      rule, fee_bearer)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12::date, $13, $14, $15::date, $16, $17, $18, $19,
      $20, $20, $21, $22, $23)`,
};
export function insertPayoutSchedule(tx: Tx, row: PayoutScheduleRow): void {
  tx.query(insertStatement, [
    ...[row.world, row.id, row.status, row.name, row.wallet_id, row.currency, row.rail, JSON.stringify(row.items)],
    ...[row.count, row.amount, row.interval, row.first_date, row.local_time, row.time_zone, row.until],
    ...[row.notice_hours, row.run, row.run_at, row.requested_by, row.created_at, row.kind, row.rule],
    row.fee_bearer,
  ]);
}

const updateStatement: Statement = {
  name: 'payout_schedules_update',
  text: `
    UPDATE payout_schedules SET status = $3, wallet_id = $4, items = $5::jsonb, count = $6, amount = $7,
      "interval" = $8, first_date = $9::date, local_time = $10, time_zone = $11, until = $12::date, notice_hours = $13,
      run = $14, run_at = $15, noticed = $16, due_at = $17, last_run = $18::jsonb, requested_by = $19,
      approved_by = $20, approved_at = $21, updated_at = $22, version = $23, rule_due_at = $24, rule = $25,
      skipped = $26::date[], fee_bearer = $27
    WHERE world = $1 AND id = $2`,
};
/** Writes back a locked row. */
export function updateSchedule(tx: Tx, row: PayoutScheduleRow): void {
  // See migration 0133: a node of an older version leaves these alone. It would pay with the fee of the merchant.
  const isPlain =
    row.kind === 'payout' && row.rule === null && row.skipped.length === 0 && row.fee_bearer === 'merchant';
  const [due, ruleDue] = isPlain ? [row.due_at, null] : [null, row.due_at];
  tx.query(updateStatement, [
    ...[row.world, row.id, row.status, row.wallet_id, JSON.stringify(row.items), row.count, row.amount, row.interval],
    ...[row.first_date, row.local_time, row.time_zone, row.until, row.notice_hours, row.run, row.run_at, row.noticed],
    ...[due, row.last_run && JSON.stringify(row.last_run), row.requested_by, row.approved_by, row.approved_at],
    ...[row.updated_at, row.version, ruleDue, row.rule, [...row.skipped], row.fee_bearer],
  ]);
}

export const claimPayoutSchedule: Statement = {
  name: 'payout_schedules_claim',
  text: `
    SELECT ${payoutScheduleColumns}, s.items FROM payout_schedules s JOIN worlds w ON w.id = s.world
    WHERE coalesce(s.due_at, s.rule_due_at) <= now() ORDER BY coalesce(s.due_at, s.rule_due_at) LIMIT 1
    FOR UPDATE OF s SKIP LOCKED`,
};
/** A schedule whose step failed unexpectedly. Others go on meanwhile. */
export const putOffSchedule: Statement = {
  name: 'payout_schedules_put_off',
  text: `
    UPDATE payout_schedules SET due_at = CASE WHEN due_at IS NOT NULL THEN now() + interval '5 min' END,
      rule_due_at = CASE WHEN rule_due_at IS NOT NULL THEN now() + interval '5 min' END
    WHERE world = $1 AND id = $2 AND version = $3`,
};
export const nextDueSchedule: Statement = {
  name: 'payout_schedules_next_due',
  text: `
    SELECT CASE WHEN min(coalesce(due_at, rule_due_at)) IS NOT NULL
                THEN greatest(extract(epoch FROM min(coalesce(due_at, rule_due_at)) - now()) * 1000, 0)
           END::float8 AS ms
    FROM payout_schedules WHERE coalesce(due_at, rule_due_at) IS NOT NULL`,
};

/** The runs of an ended schedule are in its payouts, transfers and events, which stay. */
export const deleteEndedSchedules: Statement = {
  name: 'payout_schedules_delete_ended',
  text: `
    DELETE FROM payout_schedules WHERE (world, id) IN (
      SELECT world, id FROM payout_schedules
      WHERE status = 'ended' AND updated_at < now() - interval '${ENDED_DAYS} days' LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
};

/** People of the integration with an address, who made or approved the schedule and may still work on it. */
export const selectNoticed: Statement = {
  name: 'payout_schedules_select_noticed',
  text: `
    SELECT DISTINCT a.identifier AS email, a.language
    FROM worlds w JOIN memberships m ON m.integration_id = w.integration_id JOIN accounts a ON a.id = m.developer_id
    WHERE w.id = $1 AND a.suspended_at IS NULL AND (m.live_since IS NOT NULL OR NOT w.livemode)
      AND (a.id IN ($2, $3) OR m.role = 'owner')`,
};

/** The integration and merchant of a world, for a run. */
export const selectScheduleWorld: Statement = {
  name: 'payout_schedules_select_world',
  text: `
    SELECT w.integration_id AS integration, i.merchant_id AS merchant, m.live_approved_at IS NOT NULL AS live
    FROM worlds w JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id
    WHERE w.id = $1`,
};
