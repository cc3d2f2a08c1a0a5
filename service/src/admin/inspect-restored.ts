import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { checkLedger } from '../ledger/check.ts';
import { print, printTable } from './operator.ts';

export type Inspected = {
  readonly findings: Awaited<ReturnType<typeof checkLedger>>;
  /** The time of the last transaction after the base backup. */
  readonly last: Date | null;
  /** The position up to which WAL was applied. */
  readonly reached: string | null;
};

/** Migrates a restored database and checks its ledger. */
export async function inspectRestored(url: string): Promise<Inspected> {
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
    return { findings: await checkLedger(db), ...row! };
  } finally {
    await db.close();
  }
}

export function reportRestore({ DATA_DIR }: Config, { findings, last }: Inspected): void {
  print(`Restored into ${DATA_DIR}. The last transaction is ${last ? `of ${last.toISOString()}` : 'in the backup itself'}.`);
  for (const { invariant, rows } of findings) {
    print(`BROKEN: ${invariant}`);
    printTable(rows);
  }
  if (findings.length > 0) process.exitCode = 1;
  else print('The ledger is clean.');
  print('This is now a separate database. Start the service and take a new backup.');
}

/** The documents' directory in DATA_DIR. */
export function documentsOf(config: Config): string | null {
  return config.DOCUMENTS === 'local' ? join(config.DATA_DIR, 'documents') : null;
}

/** Prints to standard error: a script reads only the result from standard output. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
