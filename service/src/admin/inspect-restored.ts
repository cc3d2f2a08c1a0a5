import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Database, openDatabase, type Statement } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { checkLedger } from '../ledger/check.ts';
import type { JournalEntry } from '../people/journal.ts';
import { applyErasures } from '../people/reapply.ts';
import { openSecrets } from '../secrets/open.ts';
import { storedDocuments } from '../secrets/sealed-columns.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { openDocuments } from '../storage/open.ts';
import { print, printTable, whoActs } from './operator.ts';

export type Inspected = {
  readonly findings: Awaited<ReturnType<typeof checkLedger>>;
  /** The time of the last transaction after the base backup. */
  readonly last: Date | null;
  /** The position up to which WAL was applied. */
  readonly reached: string | null;
  /** How many people were erased again. */
  readonly erased: number;
  /** How many active schedules were paused. */
  readonly paused: number;
};

/** The people who were erased since, and where their documents are. */
export type Erased = { readonly config: Config; readonly journal: readonly JournalEntry[] };

/** The documents that no row names: they were deleted by the time of the restored database. */
const selectDeleted: Statement = {
  name: 'restored_documents_deleted',
  text: `
    SELECT name FROM unnest($1::text[]) name
    EXCEPT (SELECT name FROM (${storedDocuments}) d UNION ALL SELECT id FROM kyc_documents)`,
};

/**
 * The database does not know the runs that were paid after the time to which it was restored. A person compares with
 * the providers before a schedule pays again.
 */
const pauseSchedules: Statement = {
  name: 'restored_schedules_pause',
  text: `
    UPDATE payout_schedules SET status = 'paused', due_at = NULL, rule_due_at = NULL, updated_at = now(),
      version = version + 1
    WHERE status = 'active' RETURNING id`,
};

/**
 * Migrates a restored database, pauses its schedules, erases the people of the journal again, and checks the ledger. It
 * gets the files of the restored documents, and removes those that were deleted by then: nobody else would.
 * @throws StartupError if no given SECRET_KEY opens its data keys
 */
export const inspectRestored =
  (keys: SecretKeys, erased?: Erased) =>
  (url: string, documents: readonly string[] = []): Promise<Inspected> =>
    inspect(url, keys, documents, erased);

async function inspect(
  url: string,
  keys: SecretKeys,
  documents: readonly string[],
  erased: Erased | undefined,
): Promise<Inspected> {
  const before = openDatabase(url, { max: 1 });
  // A migration writes WAL too.
  const text = `
    SELECT pg_last_xact_replay_timestamp() AS last, pg_last_wal_replay_lsn()::text AS reached`;
  const [row] = await before
    .query<Pick<Inspected, 'last' | 'reached'>>({ name: 'backup_last', text })
    .finally(() => before.close());
  await migrate(url);
  const db = openDatabase(url, { max: 1 });
  try {
    const secrets = await openSecrets(db, keys);
    const paused = (await db.query(pauseSchedules)).length;
    await removeDeleted(db, documents);
    const again = erased ? await eraseAgain(db, secrets, erased) : 0;
    return { findings: await checkLedger(db), erased: again, paused, ...row! };
  } finally {
    await db.close();
  }
}

async function removeDeleted(db: Database, files: readonly string[]): Promise<void> {
  const deleted = await db.query<{ name: string }>(selectDeleted, [files.map((file) => basename(file))]);
  const names = new Set(deleted.map(({ name }) => name));
  for (const file of files) if (names.has(basename(file))) rmSync(file);
}

async function eraseAgain(db: Database, secrets: Secrets, { config, journal }: Erased): Promise<number> {
  const documents = openDocuments(config, secrets);
  const { identityKey } = secrets;
  return (await applyErasures({ db, documents, identityKey, by: whoActs() }, journal)).length;
}

export function reportRestore({ DATA_DIR }: Config, { findings, last, erased, paused }: Inspected): void {
  print(
    `Restored into ${DATA_DIR}. The last transaction is ${last ? `of ${last.toISOString()}` : 'in the backup itself'}.`,
  );
  if (erased > 0) print(`${erased} people who were erased after the backup were erased again.`);
  if (paused > 0)
    print(`Active schedules of payouts that were paused: ${paused}. Compare with your providers, then resume each.`);
  for (const { invariant, rows } of findings) {
    print(`BROKEN: ${invariant}`);
    printTable(rows);
  }
  if (findings.length > 0) process.exitCode = 1;
  else print('The ledger is clean.');
  print('This is now a separate database. Start the service and take a new backup.');
}

/** Prints to standard error: a script reads only the result from standard output. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
