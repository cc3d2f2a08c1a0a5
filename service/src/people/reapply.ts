import type { Doer } from '../audit/record.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import type { DataKey } from '../kernel/data-key.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { erasePerson } from './erase-person.ts';
import { gatherSubject } from './gather.ts';
import { findMissing, type JournalEntry, journalDigests, readJournal } from './journal.ts';
import { personalTables } from './map.ts';
import { emptySubject, type PersonSubject } from './subject.ts';
import { rawText, walkTable } from './walk.ts';

const MOST_SEEN = 1_000_000;
/** The look-behind keeps the time linear: without it each character of a long word is a begin to try. */
const EMAIL = /(?<![^\s"'<>,;:\\])[^\s"'<>,;:\\]+@[^\s"'<>,;:\\]+/g;

export type Reapply = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly identityKey: DataKey;
  readonly by: Doer;
};

/**
 * Erases again, in a restored database, the people of a journal whose erasures the database has not seen. Runs with the
 * rights of the tables' owner, because the approvals may be missing too.
 * @returns the entries that were applied
 */
export async function applyErasures(options: Reapply, journal: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const { db, identityKey } = options;
  const missing = await findMissing(db, journal);
  if (missing.length === 0) return [];
  const subjects = await findPeople(db, missing, identityKey);
  for (const entry of missing) {
    const given = subjects.get(entry.id)!;
    // A restore that was interrupted has replaced some of the phones already.
    const subject = await gatherSubject(db, { ...given, phones: [...given.phones, entry.pseudonym] }, identityKey);
    await erasePerson(options, entry, subject);
  }
  return missing;
}

/** Finds the phones and addresses of the digests: each text of the database that may be one is compared. */
async function findPeople(
  db: Database,
  entries: readonly JournalEntry[],
  key: DataKey,
): Promise<Map<string, PersonSubject>> {
  const found = new Map(entries.map(({ id, accounts }) => [id, { ...emptySubject(), accounts: [...accounts] }]));
  const owners = new Map(
    entries.flatMap(({ id, phones, emails }) => [...phones, ...emails].map((digest) => [digest, id] as const)),
  );
  const seen = new Set<string>();
  const compare = (text: string, kind: 'phones' | 'emails') => {
    if (seen.has(text)) return;
    // A cache: a Set holds at most 2^24 texts.
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.add(text);
    const owner = journalDigests(text, key).flatMap((digest) => owners.get(digest) ?? [])[0];
    if (owner && !found.get(owner)![kind].includes(text)) found.get(owner)![kind].push(text);
  };
  for (const table of Object.keys(personalTables))
    for await (const rows of walkTable(db, table)) {
      const text = rows.flatMap(({ row }) => Object.values(row).map(rawText)).join('\n');
      for (const [digits] of text.matchAll(/(?<!\d)\d{7,15}(?!\d)/g)) compare(`+${digits}`, 'phones');
      for (const [email] of text.matchAll(EMAIL)) compare(email, 'emails');
    }
  return found;
}

/** @throws StartupError if the database was restored from a backup and people who were erased are in it again */
export async function refuseUnapplied(db: Database, file: string): Promise<void> {
  const missing = await findMissing(db, readJournal(file));
  if (missing.length === 0) return;
  throw new StartupError(
    `this database does not have ${missing.length} of the erasures in ${file}: it was restored from an older backup. ` +
      'Run `npm run admin -- people reapply` (with DATABASE_OWNER_URL for an external database), then start again',
  );
}
