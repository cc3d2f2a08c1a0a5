import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';

const selectParts: Statement = {
  name: 'statement_files_parts',
  text: 'SELECT id FROM statement_files WHERE part_of = $1',
};
const deleteLines: Statement = {
  name: 'statement_lines_drop',
  text: `
    WITH gone AS MATERIALIZED (SELECT id FROM statement_lines WHERE file = $1 ORDER BY id LIMIT $2)
    DELETE FROM statement_lines s USING gone WHERE s.id = gone.id`,
};
const countLines: Statement = {
  name: 'statement_lines_left',
  text: 'SELECT EXISTS (SELECT FROM statement_lines WHERE file = $1) AS left',
};
const deleteUpdates: Statement = {
  name: 'statement_updates_drop',
  text: 'DELETE FROM statement_updates WHERE file = $1',
};
const deletePart: Statement = {
  name: 'statement_files_drop_part',
  text: `DELETE FROM statement_files WHERE id = $1 AND part_of IS NOT NULL AND status = 'reading'`,
};

/** Deletes all that an unfinished file has written, in short transactions. Only the holder of its claim may call it. */
export async function dropLines(db: Database, file: string): Promise<void> {
  const parts = await db.query<{ id: string }>(selectParts, [file]);
  for (const { id } of [...parts, { id: file }]) {
    const portion = adaptPortion({ first: 500, most: 5_000 });
    for (;;) {
      const [found] = await db.query<{ left: boolean }>(countLines, [id]);
      if (!found!.left) break;
      const began = performance.now();
      await db.query(deleteLines, [id, portion.size]);
      portion.took(portion.size, performance.now() - began);
    }
    await db.query(deleteUpdates, [id]);
  }
  for (const { id } of parts) await db.query(deletePart, [id]);
}
