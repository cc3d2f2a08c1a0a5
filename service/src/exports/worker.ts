import { EXPORT_DAYS, type Export } from '../../../contract/src/exports.ts';
import { isUnreachable } from '../db/failure.ts';
import { EXPORT_PATIENCE_MS, readsOf } from '../db/replica.ts';
import { transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import { newId } from '../kernel/new-id.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { Round } from '../workers/worker.ts';
import { type ExportNotifier, notifyRequester } from './notify-requester.ts';
import { runSchedule } from './schedule.ts';
import {
  advanceExport,
  claimExport,
  type ExportRow,
  insertPart,
  nextDueExport,
  numberPart,
  putOffExport,
} from './store.ts';
import { completedEvent } from './view.ts';
import { type PartSource, type WrittenPart, writePart } from './write-part.ts';
import { FileTooLarge } from './xlsx.ts';

/** A part takes some seconds. A slow store gets ten minutes, and a lost part is written again. */
const LEASE_S = 600;
/** With waits of 2, 4, 8 … seconds these are some 70 minutes. */
const MOST_FAILURES = 12;

export type ExportWorker = PartSource & {
  readonly documents: DocumentStore;
  readonly notifier: ExportNotifier;
  readonly onError: (error: unknown) => void;
  readonly onFailed: (failed: { readonly export: string; readonly reason: string }) => void;
};

/**
 * Writes one part of one export in each round. An export that was worked on goes to the end of the queue, so a large
 * one does not delay the small ones of others. The part is stored before the row moves on: after a crash another
 * process writes the same part again.
 */
export function createExportWorker(options: ExportWorker): () => Promise<Round> {
  const { db } = options;
  return async () => {
    const scheduled = await runSchedule(db);
    const [claimed] = await db.query<ExportRow>(claimExport, [LEASE_S]);
    if (claimed) {
      await workOn(options, claimed).catch((error) => putOff(options, claimed, error));
      return { done: 1, nextDueMs: null };
    }
    const [next] = await db.query<{ ms: number | null }>(nextDueExport);
    return { done: scheduled ? 1 : 0, nextDueMs: next?.ms ?? null };
  };
}

async function workOn(options: ExportWorker, claimed: ExportRow): Promise<void> {
  const { db, documents } = options;
  // The export was asked for by its world, and includes what that world had written.
  const reader = { claim: { by: 'internal' }, world: claimed.world, patienceMs: EXPORT_PATIENCE_MS } as const;
  const part = await writePart({ ...options, db: await readsOf(db, reader) }, claimed);
  const document = newId('exp');
  if (part.bytes.length > 0) {
    await db.query(insertPart, [document, claimed.world, claimed.id]);
    await documents.put(document, part.bytes).catch((cause) => {
      throw new Error('the document store did not take a part of an export', { cause });
    });
  }
  await advance(options, claimed, part, document);
}

/** Writes nothing if another process has taken the export since. */
function advance({ db, notifier }: ExportWorker, claimed: ExportRow, part: WrittenPart, document: string) {
  const { world, id, claims, parts } = claimed;
  const { bytes, cursor, progress, rows, isLast } = part;
  const added = bytes.length > 0 ? 1 : 0;
  return transaction(db, async (tx) => {
    const events = await openEvents(tx, [claimed]);
    const [row] = await tx.query<ExportRow>(advanceExport, [
      ...[world, id, claims, cursor, progress && JSON.stringify(progress), rows, bytes.length, added, isLast],
      EXPORT_DAYS,
    ]);
    if (!row) return;
    if (added) tx.query(numberPart, [document, parts]);
    if (!isLast) return;
    events.emit([completedEvent(row)]);
    await notifyRequester(tx, notifier, row);
  });
}

const tooLarge: NonNullable<Export['failure']> = {
  code: 'file_too_large',
  message: 'The file would be larger than its format allows. Export a shorter period, or use csv or jsonl.',
};
const gaveUp: NonNullable<Export['failure']> = {
  code: 'export_error',
  message: 'The file could not be written. Create the export again.',
};

async function putOff({ db, onError, onFailed }: ExportWorker, claimed: ExportRow, error: unknown): Promise<void> {
  // The database is unreachable, which says nothing about this export. Its lease ends by itself.
  if (isUnreachable(error)) throw error;
  const isTooLarge = error instanceof FileTooLarge;
  if (!isTooLarge) onError(error);
  const { world, id, claims } = claimed;
  const failure = isTooLarge ? JSON.stringify(tooLarge) : null;
  const values = [world, id, claims, MOST_FAILURES, failure, JSON.stringify(gaveUp), EXPORT_DAYS];
  const [row] = await db.query<ExportRow>(putOffExport, values);
  if (row?.status === 'failed') onFailed({ export: id, reason: row.failure!.code });
}
