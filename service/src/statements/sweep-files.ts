import type { Statement } from '../db/database.ts';
import type { FileStores } from './receive-file.ts';
import { findChunks } from './store.ts';

/** An upload takes at most an hour. */
const selectStale: Statement = {
  name: 'statement_files_stale',
  text: `
    SELECT id FROM statement_files WHERE status = 'receiving' AND created_at < now() - interval '2 hours'
    ORDER BY id LIMIT 10`,
};
const deleteFile: Statement = {
  name: 'statement_files_delete',
  text: `DELETE FROM statement_files WHERE id = $1 AND status = 'receiving'`,
};

/** Deletes files that did not arrive completely, or arrived again. Their row is deleted last, after a crash again. */
export async function sweepFiles({ db, documents }: FileStores, isStopped: () => boolean): Promise<void> {
  for (const { id } of await db.query<{ id: string }>(selectStale)) {
    for (const { document } of await findChunks(db, id)) {
      if (isStopped()) return;
      await documents.delete(document);
    }
    await db.query(deleteFile, [id]);
  }
}
