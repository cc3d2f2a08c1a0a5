import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Queries, Statement } from '../db/database.ts';
import { type DataKey, hashesUnder } from '../kernel/data-key.ts';
import type { PersonSubject } from './subject.ts';

/** One erasure. It names nobody: phones and addresses are keyed digests, which a restore compares with its rows. */
export type JournalEntry = {
  readonly id: string;
  readonly at: string;
  readonly pseudonym: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly accounts: readonly string[];
  /** The end of the legal period, if the law keeps something. */
  readonly kept_until: string | null;
};

export const journalOf = (directory: string) => join(directory, 'erasures.jsonl');

/** One digest for each generation of the key: a backup from before a rotation has only the earlier ones. */
export const journalDigests = (text: string, key: DataKey): string[] =>
  hashesUnder(key, `erasure:${text.toLowerCase()}`).map((hash) => hash.toString('base64url'));

type Erased = Pick<JournalEntry, 'id' | 'pseudonym' | 'kept_until'> & { readonly subject: PersonSubject };

export function toEntry({ subject, ...erased }: Erased, key: DataKey): JournalEntry {
  return {
    ...erased,
    at: new Date().toISOString(),
    phones: subject.phones.flatMap((phone) => journalDigests(phone, key)),
    emails: subject.emails.flatMap((email) => journalDigests(email, key)),
    accounts: subject.accounts,
  };
}

/** The entries of a file, each once. A line that a crash cut short is the last, and its erasure had not begun. */
export function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const entries = new Map<string, JournalEntry>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = parse(line);
    if (entry) entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

function parse(line: string): JournalEntry | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Adds the entries that the file lacks, and flushes them. */
export function appendJournal(file: string, entries: readonly JournalEntry[]): void {
  const known = new Set(readJournal(file).map(({ id }) => id));
  const missing = entries.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, 'a', 0o600);
  try {
    // A line that was cut short must not join the next one.
    writeSync(handle, missing.map((entry) => `\n${JSON.stringify(entry)}\n`).join(''));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const selectEntries: Statement = {
  name: 'people_select_journal',
  text: 'SELECT entry FROM person_erasures ORDER BY id',
};
const selectDone: Statement = {
  name: 'people_select_done',
  text: `
    SELECT id FROM person_erasures e WHERE id = ANY ($1::text[]) AND (done_at IS NOT NULL
      OR EXISTS (SELECT FROM person_requests r WHERE r.approval_id = e.id AND r.due_at IS NOT NULL))`,
};

/** Copies the erasures of all nodes to a file of this node. */
export async function copyJournal(db: Queries, files: readonly string[]): Promise<void> {
  const rows = await db.query<{ entry: JournalEntry }>(selectEntries);
  for (const file of files)
    appendJournal(
      file,
      rows.map(({ entry }) => entry),
    );
}

/** The erasures of a file that the database has neither done nor in progress: it was restored from an older backup. */
export async function findMissing(db: Queries, entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
  if (entries.length === 0) return [];
  const done = await db.query<{ id: string }>(selectDone, [entries.map(({ id }) => id)]);
  const known = new Set(done.map(({ id }) => id));
  return entries.filter(({ id }) => !known.has(id));
}
