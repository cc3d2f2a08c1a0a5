import type { Database } from '../db/database.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { deleteDocument, doomDocuments, selectDoomed } from './store.ts';

/**
 * Deletes documents that no submission named within a day. The row goes last: a crash or a store that does not answer
 * leaves it for the next look.
 */
export async function deleteUnusedDocuments(
  db: Database,
  documents: DocumentStore,
  isStopped: () => boolean,
): Promise<void> {
  await db.query(doomDocuments);
  for (;;) {
    const doomed = await db.query<{ id: string }>(selectDoomed);
    if (doomed.length === 0) return;
    for (const { id } of doomed) {
      if (isStopped()) return;
      await documents.delete(id);
      await db.query(deleteDocument, [id]);
    }
  }
}
