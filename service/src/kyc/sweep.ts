import type { Database } from '../db/database.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { deleteDocument, doomDocuments, selectDoomed } from './store.ts';

/** After this many failures in one round the store counts as down, and the rest waits for the next round. */
const MOST_FAILURES = 10;

/**
 * Deletes documents that no submission named within a day. The row is deleted last: after a crash, or when the store
 * does not answer, the next round a minute later tries again. A failure does not stop the others.
 * @throws the first failure
 */
export async function deleteUnusedDocuments(
  db: Database,
  documents: DocumentStore,
  isStopped: () => boolean,
): Promise<void> {
  await db.query(doomDocuments);
  const failed = new Map<string, unknown>();
  for (let doomed = await next(db, failed); doomed.length > 0; doomed = await next(db, failed)) {
    for (const { id } of doomed) {
      if (isStopped()) return;
      if (failed.size >= MOST_FAILURES) break;
      await documents
        .delete(id)
        .then(() => db.query(deleteDocument, [id]))
        .catch((error) => failed.set(id, error));
    }
    if (failed.size >= MOST_FAILURES) break;
  }
  for (const error of failed.values()) throw error;
}

const next = (db: Database, failed: ReadonlyMap<string, unknown>) =>
  db.query<{ id: string }>(selectDoomed, [[...failed.keys()]]);
