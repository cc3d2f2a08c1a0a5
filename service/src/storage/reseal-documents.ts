import type { Database, Statement } from '../db/database.ts';
import { currentOf, type DataKey } from '../kernel/data-key.ts';
import { storedDocuments } from '../secrets/sealed-columns.ts';
import type { DocumentStore } from './document-store.ts';

const PORTION = 20;

const begin: Statement = {
  name: 'document_reseals_begin',
  text: `
    INSERT INTO document_reseals (generation) VALUES ($1) ON CONFLICT (generation) DO UPDATE SET generation = $1
    RETURNING reached, ended_at`,
};

const selectNext: Statement = {
  name: 'document_reseals_next',
  text: `SELECT name FROM (${storedDocuments}) d WHERE name > $1 ORDER BY name LIMIT $2`,
};

const selectKept: Statement = {
  name: 'document_reseals_kept',
  text: `SELECT name FROM (${storedDocuments}) d WHERE name = ANY ($1)`,
};

const reach: Statement = {
  name: 'document_reseals_reach',
  text: `UPDATE document_reseals SET reached = $2 WHERE generation = $1`,
};

const end: Statement = {
  name: 'document_reseals_end',
  text: `UPDATE document_reseals SET ended_at = now() WHERE generation = $1`,
};

/**
 * Reads every document and stores it again, which seals it under the current generation. It keeps how far it came, so
 * a second run continues there. @returns the number of documents
 */
export async function resealDocuments(db: Database, documents: DocumentStore, key: DataKey): Promise<number> {
  const { number } = currentOf(key);
  const [state] = await db.query<{ reached: string; ended_at: Date | null }>(begin, [number]);
  if (state!.ended_at) return 0;
  let last = state!.reached;
  let count = 0;
  for (;;) {
    const names = (await db.query<{ name: string }>(selectNext, [last, PORTION])).map(({ name }) => name);
    if (names.length === 0) break;
    await Promise.all(names.map((name) => storeAgain(documents, name)));
    await dropDeleted(db, documents, names);
    count += names.length;
    last = names.at(-1)!;
    await db.query(reach, [number, last]);
  }
  await db.query(end, [number]);
  return count;
}

async function storeAgain(documents: DocumentStore, name: string): Promise<void> {
  const bytes = await documents.get(name);
  if (bytes) await documents.put(name, bytes);
}

/** A document that was deleted between its read and its write would stay without a row. */
async function dropDeleted(db: Database, documents: DocumentStore, names: readonly string[]): Promise<void> {
  const kept = new Set((await db.query<{ name: string }>(selectKept, [names])).map(({ name }) => name));
  for (const name of names) if (!kept.has(name)) await documents.delete(name);
}
