import { randomBytes } from 'node:crypto';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { eraseRows } from './erase.ts';
import { eraseAccounts } from './erase-account.ts';
import { dropExports, eraseStatementFiles } from './erase-files.ts';
import type { JournalEntry } from './journal.ts';
import { mergeSubjects, type PersonSubject } from './subject.ts';

const begin: Statement = {
  name: 'people_begin_erasure',
  text: `
    INSERT INTO person_erasures AS e (id, entry, subject) VALUES ($1, $2::jsonb, $3)
    ON CONFLICT (id) DO UPDATE SET subject = coalesce(e.subject, excluded.subject) RETURNING subject`,
};
const end: Statement = {
  name: 'people_end_erasure',
  text: 'UPDATE person_erasures SET done_at = now(), subject = NULL WHERE id = $1 AND done_at IS NULL RETURNING id',
};

export type ErasePerson = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly identityKey: DataKey;
  readonly by: Doer;
};

/**
 * Erases a person. The entry is written first, so that a crash leaves an erasure that is begun and continues.
 * @returns the rows that changed
 */
export async function erasePerson(options: ErasePerson, entry: JournalEntry, given: PersonSubject): Promise<number> {
  const { db, by, identityKey } = options;
  const { id, pseudonym } = entry;
  const sealed = sealSecret(JSON.stringify(given), identityKey, id);
  const [begun] = await db.query<{ subject: Buffer }>(begin, [id, JSON.stringify(entry), sealed]);
  const subject = mergeSubjects(given, JSON.parse(openSecret(begun!.subject, identityKey, id)));
  const until = entry.kept_until === null ? null : new Date(entry.kept_until);
  await eraseAccounts(db, id, subject, { identityKey, until, newKey: () => randomBytes(32) });
  const worlds = new Set<number>();
  const rows = await eraseRows(db, { id, subject, pseudonym, by, worlds });
  await dropExports(db, [...worlds]);
  await eraseStatementFiles(options, id, subject, pseudonym);
  await transaction(db, async (tx) => {
    if ((await tx.query(end, [id])).length === 0) return;
    await recordActs(tx, [
      { ...by, action: 'person.erased', target: id, after: { rows, kept_until: entry.kept_until } },
    ]);
  });
  return rows;
}
