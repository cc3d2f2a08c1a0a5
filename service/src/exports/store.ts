import type {
  Export,
  ExportFormat,
  ExportInterval,
  ExportResource,
  ExportStatus,
} from '../../../contract/src/exports.ts';
import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import {
  bool,
  insertMany,
  int4,
  int8,
  joined,
  jsonb,
  jsonbAsText,
  later,
  listOf,
  nullable,
  type RowOf,
  text,
  textOf,
  timestamptz,
} from '../db/table.ts';
import type { StoredRequest } from '../events/emit.ts';
import type { Filters } from './filters.ts';
import type { XlsxState } from './xlsx.ts';

const exportTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  resource: textOf<ExportResource>(),
  format: textOf<ExportFormat>(),
  filters: jsonbAsText<Filters>(),
  status: later(textOf<ExportStatus>()),
  failure: later(jsonb<Export['failure']>()),
  since: nullable(timestamptz),
  before: timestamptz,
  schedule_id: nullable(text),
  requested_by: nullable(text),
  request: jsonbAsText<StoredRequest>(),
  cursor: later(nullable(text)),
  progress: later(jsonb<XlsxState | null>()),
  rows: later(int8),
  bytes: later(int8),
  parts: later(int4),
  failures: later(int4),
  claims: later(int4),
  due_at: timestamptz,
  created_at: timestamptz,
  updated_at: timestamptz,
  completed_at: later(nullable(timestamptz)),
  failed_at: later(nullable(timestamptz)),
  expires_at: later(nullable(timestamptz)),
  version: later(int4),
};
export type ExportRow = RowOf<typeof exportTable>;

export const exportColumns = listOf(exportTable, 'e');
export const insertExports = insertMany('exports_insert', 'exports', exportTable);

export const findExport = findEach(
  'exports_find',
  `
    SELECT ${exportColumns} FROM exports e JOIN worlds w ON w.id = e.world
    WHERE e.world = n.world AND e.id BETWEEN n.id AND n.id ORDER BY e.id`,
);

/** Two requests of a world count its open exports one after the other. */
export const lockWorldOfExports: Statement = {
  name: 'exports_lock_world',
  text: 'SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE',
};

export const countOpenExports: Statement = {
  name: 'exports_count_open',
  text: `
    SELECT count(*)::int AS count, clock_timestamp() AS now FROM exports WHERE world = $1 AND due_at IS NOT NULL`,
};

/**
 * The export that waited longest since its last part, so that exports take turns. $1: the lease in seconds, after which
 * another process may take it.
 */
export const claimExport: Statement = {
  name: 'exports_claim',
  text: `
    UPDATE exports e SET status = 'running', due_at = now() + make_interval(secs => $1::float8), claims = e.claims + 1,
      updated_at = now(), version = e.version + (e.status = 'pending')::int
    FROM worlds w
    WHERE w.id = e.world AND (e.world, e.id) = (
      SELECT world, id FROM exports WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${exportColumns}`,
};

export const nextDueExport: Statement = {
  name: 'exports_next_due',
  text: `
    SELECT CASE WHEN min(due_at) IS NOT NULL
                THEN greatest(extract(epoch FROM min(due_at) - now()) * 1000, 0) END::float8 AS ms
    FROM exports WHERE due_at IS NOT NULL`,
};

/** Before the part is stored, so that a crash leaves no file without a row. */
export const insertPart: Statement = {
  name: 'exports_insert_part',
  text: 'INSERT INTO export_parts (document, world, export_id) VALUES ($1, $2, $3)',
};

/** $3: the claim of the caller. No row if another process has taken the export since. */
export const advanceExport: Statement = {
  name: 'exports_advance',
  text: `
    UPDATE exports e SET cursor = $4, progress = $5::jsonb, rows = $6, bytes = e.bytes + $7, parts = e.parts + $8,
      failures = 0, due_at = CASE WHEN $9 THEN NULL ELSE now() END, updated_at = now(), version = e.version + 1,
      status = CASE WHEN $9 THEN 'completed' ELSE e.status END, completed_at = CASE WHEN $9 THEN now() END,
      expires_at = CASE WHEN $9 THEN now() + make_interval(days => $10::int) END
    FROM worlds w
    WHERE w.id = e.world AND e.world = $1 AND e.id = $2 AND e.claims = $3 AND e.due_at IS NOT NULL
    RETURNING ${exportColumns}`,
};

export const numberPart: Statement = {
  name: 'exports_number_part',
  text: 'UPDATE export_parts SET number = $2 WHERE document = $1',
};

/** Waits 2, 4, 8 … s. $4: failures before it fails; $5: the failure, or null to decide by their number. */
export const putOffExport: Statement = {
  name: 'exports_put_off',
  text: `
    WITH last AS (
      SELECT world, id, $5::jsonb IS NOT NULL OR failures + 1 >= $4 AS ends FROM exports
      WHERE world = $1 AND id = $2 AND claims = $3 AND due_at IS NOT NULL FOR UPDATE)
    UPDATE exports e SET failures = e.failures + 1, updated_at = now(), version = e.version + 1,
      due_at = CASE WHEN NOT last.ends THEN now() + make_interval(secs => least(2 ^ (e.failures + 1), 3600)) END,
      status = CASE WHEN last.ends THEN 'failed' ELSE e.status END,
      failure = CASE WHEN last.ends THEN coalesce($5::jsonb, $6::jsonb) END,
      failed_at = CASE WHEN last.ends THEN now() END,
      expires_at = CASE WHEN last.ends THEN now() + make_interval(days => $7::int) END
    FROM last, worlds w WHERE e.world = last.world AND e.id = last.id AND w.id = e.world
    RETURNING ${exportColumns}`,
};

export const selectParts: Statement = {
  name: 'exports_select_parts',
  text: 'SELECT document FROM export_parts WHERE world = $1 AND export_id = $2 AND number IS NOT NULL ORDER BY number',
};

/** Exports past their time. Their files are deleted by `selectLooseParts`. */
export const deleteExpiredExports: Statement = {
  name: 'exports_delete_expired',
  text: `
    DELETE FROM exports WHERE (world, id) IN (
      SELECT world, id FROM exports WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
    RETURNING id`,
};

/**
 * Files without an export, and files of a failed export or of a part that was written again. A part that is being
 * written has no number yet for some minutes at most.
 */
export const selectLooseParts: Statement = {
  name: 'exports_select_loose_parts',
  text: `
    SELECT p.document FROM export_parts p
    WHERE p.document <> ALL ($1::text[]) AND (
      NOT EXISTS (SELECT FROM exports e WHERE e.world = p.world AND e.id = p.export_id AND e.status <> 'failed')
      OR (p.number IS NULL AND p.created_at < now() - interval '1 hour'))
    ORDER BY p.document LIMIT 100`,
};
export const deletePart: Statement = {
  name: 'exports_delete_part',
  text: 'DELETE FROM export_parts WHERE document = $1',
};

/** A merchant's person, or a member of the integration, who may still read it and has an address. */
export const selectRequester: Statement = {
  name: 'exports_select_requester',
  text: `
    SELECT a.identifier AS email, a.language
    FROM worlds w JOIN memberships m ON m.integration_id = w.integration_id JOIN accounts a ON a.id = m.developer_id
    WHERE w.id = $1 AND a.id = $2 AND (m.live_since IS NOT NULL OR NOT w.livemode) AND a.suspended_at IS NULL`,
};

const scheduleTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  resource: textOf<ExportResource>(),
  format: textOf<ExportFormat>(),
  filters: jsonbAsText<Filters>(),
  interval: textOf<ExportInterval>(),
  time_zone: text,
  requested_by: nullable(text),
  period_from: text,
  next_at: timestamptz,
  created_at: timestamptz,
};
export type ScheduleRow = RowOf<typeof scheduleTable>;
export const scheduleColumns = listOf(scheduleTable, 's')
  .replace('s.interval', 's."interval"')
  .replace('s.period_from', 's.period_from::text AS period_from');

export const countSchedules: Statement = {
  name: 'exports_count_schedules',
  text: 'SELECT count(*)::int AS count FROM export_schedules WHERE world = $1',
};
export const insertSchedule: Statement = {
  name: 'exports_insert_schedule',
  text: `
    INSERT INTO export_schedules AS s (world, id, resource, format, filters, "interval", time_zone, requested_by,
      period_from, next_at)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9::date, $10)
    RETURNING ${scheduleColumns.replace('w.livemode', '$11::boolean AS livemode')}`,
};
export const findSchedule = findEach(
  'exports_find_schedule',
  `
    SELECT ${scheduleColumns} FROM export_schedules s JOIN worlds w ON w.id = s.world
    WHERE s.world = n.world AND s.id BETWEEN n.id AND n.id ORDER BY s.id`,
);
export const deleteScheduleStatement: Statement = {
  name: 'exports_delete_schedule',
  text: 'DELETE FROM export_schedules WHERE world = $1 AND id = $2 RETURNING id',
};
export const claimSchedule: Statement = {
  name: 'exports_claim_schedule',
  text: `
    SELECT ${scheduleColumns} FROM export_schedules s JOIN worlds w ON w.id = s.world
    WHERE s.next_at <= now() ORDER BY s.next_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED`,
};
export const advanceSchedule: Statement = {
  name: 'exports_advance_schedule',
  text: 'UPDATE export_schedules SET period_from = $3::date, next_at = $4 WHERE world = $1 AND id = $2',
};
