import type { Database } from '../db/database.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { deleteExpiredExports, deletePart, selectLooseParts } from './store.ts';

const AT_ONCE = 100;
/** After this many failures in one round the store counts as down, and the rest waits for the next round. */
const MOST_FAILURES = 10;

/**
 * Deletes exports past their seven days, then files that no export names. A file's row is deleted last, so the next
 * round tries again what a crash or the store left.
 * @throws the first failure of the store
 */
export async function deleteExpiredExportFiles(
  db: Database,
  documents: DocumentStore,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped() && (await db.query(deleteExpiredExports, [AT_ONCE])).length === AT_ONCE);
  const failed = new Map<string, unknown>();
  for (;;) {
    const loose = await db.query<{ document: string }>(selectLooseParts, [[...failed.keys()]]);
    if (loose.length === 0) break;
    for (const { document } of loose) {
      if (isStopped()) return;
      if (failed.size >= MOST_FAILURES) throw [...failed.values()][0];
      await documents
        .delete(document)
        .then(() => db.query(deletePart, [document]))
        .catch((error) => failed.set(document, error));
    }
  }
  for (const error of failed.values()) throw error;
}
