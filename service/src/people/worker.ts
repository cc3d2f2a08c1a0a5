import { recordActs } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import { isUnreachable } from '../db/failure.ts';
import { transaction } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { openSecret } from '../kernel/seal.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { Round } from '../workers/worker.ts';
import { endKept } from './erase-account.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { listOpen } from './find-open.ts';
import { gatherSubject } from './gather.ts';
import { appendJournal, copyJournal, type JournalEntry, toEntry } from './journal.ts';
import { keptUntil } from './keep-period.ts';
import {
  claimRequest,
  completeRequest,
  deletePersonPart,
  failRequest,
  forgetRefused,
  insertPersonPart,
  keepClaim,
  type PersonRequestRow,
  selectEntry,
  selectLoosePersonParts,
  selectPersonParts,
} from './store.ts';
import { mergeSubjects, type PersonSubject } from './subject.ts';

const LEASE_S = 120;
const RENEW_MS = 30_000;
/** With waits of 10, 20, … s these are about 40 minutes. */
const MOST_FAILURES = 8;
/** How long an export's file waits for its download. */
const FILE_HOURS = 72;
const TIDY_MS = 60_000;
const by = { actor: { type: 'service', id: 'people' } } as const;

export type PeopleWorker = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly identityKey: DataKey;
  readonly messageKey: DataKey;
  /** The copies of the journal that this node keeps. */
  readonly journals: readonly string[];
  /** How long the law keeps the data of an identified customer. */
  readonly keepYears: number;
  readonly onError: (error: unknown) => void;
  readonly onFailed: (failed: { readonly approval: string; readonly error: string }) => void;
};

/** Exports and erases, one person at a time. After a crash another process begins the same again. */
export function createPeopleWorker(options: PeopleWorker): () => Promise<Round> {
  const { db } = options;
  let tidyAt = 0;
  return async () => {
    if (performance.now() >= tidyAt) {
      tidyAt = performance.now() + TIDY_MS;
      await tidy(options);
    }
    const [claimed] = await db.query<PersonRequestRow>(claimRequest, [LEASE_S]);
    if (!claimed) return { done: 0, nextDueMs: null };
    await work(options, claimed).catch((error) => putOff(options, claimed, error));
    return { done: 1, nextDueMs: null };
  };
}

/** A request that cannot be done, whatever is tried. */
class Impossible extends Error {}

/** Keeps the claim meanwhile: a walk through large tables takes longer than the lease. */
function work(options: PeopleWorker, claimed: PersonRequestRow): Promise<void> {
  const keep = () => options.db.query(keepClaim, [claimed.approval_id, LEASE_S]).catch(options.onError);
  const timer = setInterval(keep, RENEW_MS);
  const run = claimed.kind === 'export' ? workOnExport : workOnErasure;
  return run(options, claimed).finally(() => clearInterval(timer));
}

async function subjectOf({ db, identityKey }: PeopleWorker, row: PersonRequestRow): Promise<PersonSubject> {
  const given: PersonSubject = JSON.parse(openSecret(row.subject!, identityKey, row.approval_id));
  return mergeSubjects(given, await gatherSubject(db, given, identityKey));
}

async function workOnExport(options: PeopleWorker, claimed: PersonRequestRow) {
  const { db, documents, identityKey, messageKey } = options;
  const { approval_id: id } = claimed;
  const subject = await subjectOf(options, claimed);
  await deleteParts(options, await db.query<{ document: string }>(selectPersonParts, [id]));
  let number = 0;
  const onPart = async (bytes: Buffer) => {
    const document = newId('exp');
    await db.query(insertPersonPart, [document, id, number++]);
    await documents.put(document, bytes);
  };
  const rows = await exportPerson({ db, documents, identityKey, messageKey, onPart }, subject);
  await transaction(db, async (tx) => {
    tx.query(completeRequest, [id, rows, FILE_HOURS]);
    await recordActs(tx, [{ ...by, action: 'person.exported', target: id, after: { rows } }]);
  });
}

async function workOnErasure(options: PeopleWorker, claimed: PersonRequestRow) {
  const { db, identityKey, journals, keepYears } = options;
  const { approval_id: id, pseudonym } = claimed;
  const [begun] = await db.query<{ entry: JournalEntry; done: boolean }>(selectEntry, [id]);
  if (begun?.done) return void (await db.query(completeRequest, [id, claimed.rows, null]));
  const subject = await subjectOf(options, claimed);
  if (!begun) {
    const open = await listOpen(db, subject);
    if (open.length > 0) throw new Impossible(open.join('. '));
  }
  const until = (await keptUntil(db, subject, keepYears))?.toISOString() ?? null;
  const entry = begun?.entry ?? toEntry({ id, pseudonym, kept_until: until, subject }, identityKey);
  for (const file of journals) appendJournal(file, [entry]);
  const rows = await erasePerson({ ...options, by }, entry, subject);
  await db.query(completeRequest, [id, rows, null]);
}

async function putOff({ db, onError, onFailed }: PeopleWorker, claimed: PersonRequestRow, error: unknown) {
  if (isUnreachable(error)) throw error;
  const { approval_id: id, failures } = claimed;
  const isLast = failures + 1 >= MOST_FAILURES;
  // An erasure that has begun is in the journal, and half of the person may be gone. So it is never given up.
  const isOver = error instanceof Impossible || (isLast && claimed.kind === 'export');
  if (!(error instanceof Impossible)) onError(error);
  const message = error instanceof Impossible ? error.message : 'The work failed. The log has the reason';
  await transaction(db, async (tx) => {
    tx.query(failRequest, [id, message, isOver]);
    if (isOver) await recordActs(tx, [{ ...by, action: `person.${claimed.kind}_failed`, target: id, reason: message }]);
  });
  if (isOver || failures + 1 === MOST_FAILURES) onFailed({ approval: id, error: message });
}

async function deleteParts({ db, documents }: PeopleWorker, parts: readonly { document: string }[]): Promise<void> {
  for (const { document } of parts) {
    await documents.delete(document);
    await db.query(deletePersonPart, [document]);
  }
}

/** Copies the journal, deletes files that are over, and ends what the law kept. */
async function tidy(options: PeopleWorker): Promise<void> {
  const { db } = options;
  await copyJournal(db, options.journals);
  await deleteParts(options, await db.query<{ document: string }>(selectLoosePersonParts));
  await db.query(forgetRefused);
  for (const id of await endKept(db))
    await transaction(db, (tx) => recordActs(tx, [{ ...by, action: 'person.kept_data_erased', target: id }]));
}
