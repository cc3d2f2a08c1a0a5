import { Export, ExportSchedule } from '../../../contract/src/exports.ts';
import { API_PREFIX } from '../../../contract/src/route.ts';
import { type EventDraft, laterRequestOf } from '../events/emit.ts';
import { serialiser } from '../http/serialise.ts';
import type { ExportRow, ScheduleRow } from './store.ts';

function viewExport(row: ExportRow): Export {
  return {
    id: row.id,
    object: 'export',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    resource: row.resource,
    format: row.format,
    filters: row.filters,
    status: row.status,
    failure: row.failure,
    until: new Date(row.before.getTime() - 1).toISOString(),
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    file: row.status === 'completed' ? `${API_PREFIX}/exports/${row.id}/file` : null,
    schedule: row.schedule_id,
    completed_at: row.completed_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

const serialise = serialiser<Export>(Export);

export function renderExport(row: ExportRow): string {
  return serialise(viewExport(row));
}

export function completedEvent(row: ExportRow): EventDraft {
  const { world, livemode, request } = row;
  return {
    ...{ world, livemode, type: 'export.completed', at: row.updated_at, object: renderExport(row) },
    previous: JSON.stringify({ status: 'running' }),
    ...laterRequestOf(request),
  };
}

const serialiseSchedule = serialiser<ExportSchedule>(ExportSchedule);

export const renderSchedule = (row: ScheduleRow) =>
  serialiseSchedule({
    id: row.id,
    object: 'export_schedule',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    resource: row.resource,
    format: row.format,
    filters: row.filters,
    interval: row.interval,
    time_zone: row.time_zone,
    next_at: row.next_at.toISOString(),
  });
