import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { openMatcher } from './match.ts';
import type { PersonSubject } from './subject.ts';
import { walkTable } from './walk.ts';

/** Files of lists with the person's rows are deleted, and those in progress are written again. */
const expireExports: Statement = {
  name: 'people_expire_exports',
  text: `
    UPDATE exports SET expires_at = now() WHERE world = ANY ($1::int[]) AND status IN ('completed', 'failed')
      AND expires_at > now()`,
};
const restartExports: Statement = {
  name: 'people_restart_exports',
  text: `
    WITH open AS (
      UPDATE exports SET cursor = NULL, progress = NULL, rows = 0, bytes = 0, parts = 0, claims = claims + 1,
        due_at = now()
      WHERE world = ANY ($1::int[]) AND due_at IS NOT NULL RETURNING world, id)
    UPDATE export_parts p SET number = NULL FROM open WHERE p.world = open.world AND p.export_id = open.id`,
};

export async function dropExports(db: Database, worlds: readonly number[]): Promise<void> {
  if (worlds.length === 0) return;
  await db.query(expireExports, [worlds]);
  await db.query(restartExports, [worlds]);
}

const selectChunks: Statement = {
  name: 'people_select_chunks',
  text: 'SELECT file, number, document FROM statement_chunks ORDER BY file, number',
};
const replaceChunk: Statement = {
  name: 'people_replace_chunk',
  text: 'UPDATE statement_chunks SET document = $3, size = $4 WHERE file = $1 AND number = $2',
};
const resizeFile: Statement = {
  name: 'people_resize_file',
  text: `
    UPDATE statement_files
    SET size = (SELECT coalesce(sum(size), 0) FROM statement_chunks WHERE file = $1) WHERE id = $1`,
};

/** Documents that no row names any more are remembered until they are deleted. */
const doom: Statement = {
  name: 'people_doom_chunks',
  text: 'UPDATE person_erasures SET doomed = doomed || $2::text[] WHERE id = $1',
};
const selectDoomed: Statement = {
  name: 'people_select_doomed',
  text: 'SELECT doomed FROM person_erasures WHERE id = $1',
};
const forgetDoomed: Statement = {
  name: 'people_forget_doomed',
  text: `UPDATE person_erasures SET doomed = '{}' WHERE id = $1`,
};

type Chunk = { file: string; number: number; document: string };
type Stores = { readonly db: Database; readonly documents: DocumentStore };

/**
 * Takes the person out of the received files of providers. A text file is written again. A workbook is packed, so all
 * of it goes if one of its lines is the person's; its lines stay in the database.
 */
export async function eraseStatementFiles(
  { db, documents }: Stores,
  id: string,
  subject: PersonSubject,
  pseudonym: string,
): Promise<void> {
  const matcher = openMatcher(subject, pseudonym);
  const concerned = new Set<string>();
  for await (const rows of walkTable(db, 'statement_lines'))
    for (const { row } of rows) if (row.phone === pseudonym) concerned.add(row.file as string);
  const files = Map.groupBy(await db.query<Chunk>(selectChunks), ({ file }) => file);
  for (const [file, chunks] of files) {
    const bytes = await Promise.all(chunks.map(({ document }) => documents.get(document)));
    const whole = Buffer.concat(bytes.map((one) => one ?? Buffer.alloc(0)));
    const isPacked = whole.subarray(0, 2).toString() === 'PK';
    const left = isPacked ? (concerned.has(file) ? Buffer.alloc(0) : whole) : withoutPerson(whole, matcher);
    if (!left.equals(whole)) await rewrite({ db, documents }, id, chunks, left);
  }
  const [erasure] = await db.query<{ doomed: string[] }>(selectDoomed, [id]);
  for (const document of erasure!.doomed) await documents.delete(document);
  await db.query(forgetDoomed, [id]);
}

/** Each byte is one character, so bytes of any encoding stay as they are. */
function withoutPerson(bytes: Buffer, { isAbout, replace }: ReturnType<typeof openMatcher>): Buffer {
  const isUtf8 = Buffer.from(bytes.toString('utf8')).equals(bytes);
  const encoding = isUtf8 ? 'utf8' : 'latin1';
  const lines = bytes.toString(encoding).split('\n');
  return Buffer.from(lines.map((line) => (isAbout(line) ? replace(line, true) : line)).join('\n'), encoding);
}

/** The new bytes are stored first. The file keeps its number of chunks: all bytes are in the first. */
async function rewrite({ db, documents }: Stores, id: string, chunks: readonly Chunk[], bytes: Buffer): Promise<void> {
  const stored: { readonly chunk: Chunk; readonly document: string; readonly size: number }[] = [];
  for (const [i, chunk] of chunks.entries()) {
    const part = i === 0 ? bytes : Buffer.alloc(0);
    const document = newId('stc');
    await documents.put(document, part);
    stored.push({ chunk, document, size: part.length });
  }
  await transaction(db, async (tx) => {
    for (const { chunk, document, size } of stored) tx.query(replaceChunk, [chunk.file, chunk.number, document, size]);
    tx.query(doom, [id, chunks.map(({ document }) => document)]);
    await tx.query(resizeFile, [chunks[0]!.file]);
  });
}
