import { Readable } from 'node:stream';
import type { listExportSchedules, listExports } from '../../../contract/src/exports.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { checkScope, readableBy } from './check-scope.ts';
import { type ExportRow, exportColumns, findExport, type ScheduleRow, scheduleColumns, selectParts } from './store.ts';
import { renderExport, renderSchedule } from './view.ts';

async function ownExport(db: Database, caller: Caller, id: string): Promise<ExportRow> {
  const row = await db.find<ExportRow>(findExport, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  const lacking = checkScope(caller, row.resource);
  if (lacking) throw lacking;
  return row;
}

export async function readExport(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  return renderExport(await ownExport(db, caller, id));
}

export async function listOwnExports(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listExports>,
  url: string,
): Promise<string> {
  const page = await readPage<ExportRow>(
    db,
    {
      name: 'exports_list',
      select: `SELECT ${exportColumns} FROM exports e JOIN worlds w ON w.id = e.world`,
      prefix: 'exp',
      id: 'e.id',
      createdAt: 'e.created_at',
      where: [
        ['e.world = ?', caller.world],
        ['e.resource = ANY (?::text[])', readableBy(caller)],
        ['e.resource = ?', query.resource],
        ['e.status = ?', query.status],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderExport), page.hasMore);
}

export async function listOwnSchedules(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listExportSchedules>,
  url: string,
): Promise<string> {
  const page = await readPage<ScheduleRow>(
    db,
    {
      name: 'export_schedules_list',
      select: `SELECT ${scheduleColumns} FROM export_schedules s JOIN worlds w ON w.id = s.world`,
      prefix: 'exs',
      id: 's.id',
      createdAt: 's.created_at',
      where: [
        ['s.world = ?', caller.world],
        ['s.resource = ANY (?::text[])', readableBy(caller)],
        ['s.resource = ?', query.resource],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderSchedule), page.hasMore);
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** The file, part by part as the client reads it. */
export async function downloadExport(
  db: Database,
  documents: DocumentStore,
  caller: Caller,
  { id }: { id: string },
): Promise<Download> {
  const row = await ownExport(db, caller, id);
  const { resource, format, status } = row;
  if (status !== 'completed') throw new Refusal('export_not_completed', `The export is ${status}. It has no file.`);
  const parts = await db.query<{ document: string }>(selectParts, [row.world, id]);
  if (parts.length !== row.parts) throw new Error(`the export ${id} has ${parts.length} of ${row.parts} parts`);
  const day = row.created_at.toISOString().slice(0, 10);
  return {
    ...{ name: `${resource}-${day}-${id.slice(-6)}.${format}`, type: types[format] },
    bytes: Readable.from(readParts(documents, parts)),
    length: Number(row.bytes),
  };
}

/** @throws if a part is missing: then the connection breaks before the announced length */
async function* readParts(documents: DocumentStore, parts: readonly { document: string }[]) {
  for (const { document } of parts) {
    const bytes = await documents.get(document);
    if (!bytes) throw new Error(`the part ${document} of an export is missing in the document store`);
    yield bytes;
  }
}
