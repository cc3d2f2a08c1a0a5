import { Readable } from 'node:stream';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Download } from '../http/files.ts';
import type { Asked } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { type PersonRequestRow, selectPersonParts, selectRequest, takeDownload } from './store.ts';

/** The file of an export, once. The download is in the audit log before the first byte leaves. */
export async function downloadPersonExport(
  db: Database,
  documents: DocumentStore,
  caller: Caller,
  { id }: { id: string },
  asked: Asked,
): Promise<Download> {
  const [row] = await db.query<PersonRequestRow>(selectRequest, [id]);
  if (row?.kind !== 'export') throw new Refusal('not_found');
  await transaction(db, async (tx) => {
    if ((await tx.query(takeDownload, [id, caller.id])).length === 0) throw notReady(row);
    await recordActs(tx, [{ ...actorOf({ caller, ...asked }), action: 'person.export_downloaded', target: id }]);
  });
  const parts = await db.query<{ document: string }>(selectPersonParts, [id]);
  return {
    name: `person-${id.slice(-6)}.jsonl`,
    type: 'application/x-ndjson; charset=utf-8',
    bytes: Readable.from(readParts(documents, parts)),
  };
}

function notReady({ status, downloaded_at: at, error }: PersonRequestRow): Refusal {
  if (at) return new Refusal('export_not_completed', 'The file was downloaded already. Request the export again.');
  if (status === 'completed') return new Refusal('export_not_completed', 'The file has expired. Request it again.');
  return new Refusal('export_not_completed', error ?? 'The export is not written yet. Two operators approve it first.');
}

async function* readParts(documents: DocumentStore, parts: readonly { document: string }[]) {
  for (const { document } of parts) {
    const bytes = await documents.get(document);
    if (!bytes) throw new Error(`the part ${document} of an export is missing in the document store`);
    yield bytes;
  }
}
