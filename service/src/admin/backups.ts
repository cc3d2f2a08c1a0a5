import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { pruneBackups } from '../backup/prune.ts';
import { restoreBackup } from '../backup/restore.ts';
import { takeBackup } from '../backup/take.ts';
import { type Config, readConfig } from '../config/config.ts';
import { holdDirectory } from '../config/data-dir/hold.ts';
import { findSecrets, type Secrets } from '../config/secrets.ts';
import { StartupError } from '../config/startup-error.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { checkLedger } from '../ledger/check.ts';
import { copyJournal, type JournalEntry, journalOf, readJournal } from '../people/journal.ts';
import { applyErasures } from '../people/reapply.ts';
import { archiveOf, openArchiveDir, walOf } from '../postgres/archive.ts';
import { readArchiver } from '../postgres/read-archiver.ts';
import { checkEmpty } from '../postgres/recovery.ts';
import { openDocuments } from '../storage/open.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';
import { readWhole } from './options.ts';

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .argument('[dir]', 'the folder for the backup; default: a folder below BACKUP_DIR, next to the archived WAL')
    .description(
      'back up the embedded database and its documents, check the copy and print its path; the service may be running',
    )
    .option(
      '--keep <n>',
      'keep the last n backups in the folder; remove older ones and the WAL that only they need',
      readWhole(1, 1_000),
    )
    .action((dir: string | undefined, { keep }: { keep?: number }) => {
      refuseExternal(readConfig(process.env), 'pg_basebackup with WAL archiving, or pg_dump');
      return asOperator((operator) =>
        backUp(operator, dir, keep).catch((error) => {
          throw unwritten(error);
        }),
      );
    });
  program
    .command('restore')
    .argument('<backup>', 'the path that backup printed')
    .description('restore the embedded database into a DATA_DIR that has none, and check the ledger')
    .option(
      '--to <time>',
      'restore up to this time, such as 2026-03-01T14:05:00Z; default: restore everything',
      readTime,
    )
    .action((backup: string, { to }: { to?: Date }) => restore(readConfig(process.env), backup, to));
}

function refuseExternal({ DATABASE_URL, DATABASE_OWNER_URL }: Config, tools: string): void {
  if (!DATABASE_URL && !DATABASE_OWNER_URL) return;
  throw new StartupError(
    `this command is for the embedded database. For the database of DATABASE_URL use PostgreSQL's own tools (${tools}); see docs/backups.md`,
  );
}

/** Explains a disk that is full, missing or read-only. */
function unwritten(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return /^E[A-Z]+$/.test(code) ? new StartupError(`no backup was made: ${message}`) : error;
}

async function backUp(operator: Operator, dir: string | undefined, keep: number | undefined): Promise<void> {
  const { config } = operator;
  const archive = config.BACKUP_DIR ? archiveOf(config.DATA_DIR, openArchiveDir(config.BACKUP_DIR)) : undefined;
  // The owner of a folder could redirect what root writes there, through a link.
  if (archive && existsSync(archive)) holdDirectory(archive);
  const directory = dir ? openArchiveDir(resolve(dir)) : (archive ?? '');
  if (!directory)
    throw new StartupError(
      'no folder for the backup. Name one, or set BACKUP_DIR and restart the service, which then archives its WAL there',
    );
  const { path, bytes } = await takeBackup(
    { ...operator, secrets: await operator.secrets(), dataDir: config.DATA_DIR, documents: documentsOf(config) },
    directory,
  );
  print(path);
  // Beside the backups and not in them: a restore erases again who was erased after its backup.
  await copyJournal(operator.db, [journalOf(directory)]);
  const beside = directory === archive ? walOf(archive) : null;
  if (keep) for (const removed of pruneBackups(directory, beside, keep, path)) note(`removed ${removed}`);
  note(
    `${Math.ceil(bytes / 1e6)} MB. The backup does not contain SECRET_KEY and is useless without it: keep SECRET_KEY elsewhere.`,
  );
  note(
    beside
      ? await archiverState(operator)
      : 'No WAL is archived next to this backup. It can be restored only to its own end.',
  );
}

async function archiverState({ db }: Operator): Promise<string> {
  const { on, stuck } = await readArchiver(db);
  if (!on) return 'WARNING: the service was started without BACKUP_DIR and archives no WAL. Restart it.';
  if (stuck) return 'WARNING: WAL archiving fails. The PostgreSQL log in DATA_DIR has the reason.';
  return 'It can be restored to any time after its end that the archived WAL covers.';
}

async function restore(config: Config, backup: string, to: Date | undefined): Promise<void> {
  refuseExternal(config, 'a base backup with restore_command, or pg_restore');
  checkEmpty(config.DATA_DIR);
  const target = { dataDir: config.DATA_DIR, secrets: findSecrets(config), documents: documentsOf(config) };
  const journal = [config.DATA_DIR, dirname(resolve(backup))].map(journalOf).flatMap(readJournal);
  const inspect = (url: string) => inspectRestored(url, config, target.secrets, journal);
  const { findings, last, erased } = await restoreBackup(target, backup, to, inspect);
  print(
    `Restored into ${config.DATA_DIR}. The last transaction is ${last ? `of ${last.toISOString()}` : 'in the backup itself'}.`,
  );
  if (erased > 0) print(`${erased} people who were erased after the backup were erased again.`);
  for (const { invariant, rows } of findings) {
    print(`BROKEN: ${invariant}`);
    printTable(rows);
  }
  if (findings.length > 0) process.exitCode = 1;
  else print('The ledger is clean.');
  print('This is now a separate database. Start the service and take a new backup.');
}

/** Migrates, erases again who was erased since, and checks the ledger, before the database is moved into place. */
async function inspectRestored(url: string, config: Config, secrets: Secrets, journal: readonly JournalEntry[]) {
  await migrate(url);
  const db = openDatabase(url, { max: 1 });
  try {
    const text = 'SELECT pg_last_xact_replay_timestamp() AS last';
    const [row] = await db.query<{ last: Date | null }>({ name: 'backup_last', text });
    const documents = openDocuments(config, secrets);
    const applied = await applyErasures({ db, documents, identityKey: secrets.identityKey, by: whoActs() }, journal);
    return { findings: await checkLedger(db), last: row!.last, erased: applied.length };
  } finally {
    await db.close();
  }
}

function documentsOf(config: Config): string | null {
  const directory = join(config.DATA_DIR, 'documents');
  return config.DOCUMENTS === 'local' ? directory : null;
}

/** A time without a zone would mean another time on another machine. */
function readTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('must be a time with a time zone, such as 2026-03-01T14:05:00Z');
  }
  return time;
}

/** Prints to standard error: a script reads only the path from standard output. */
function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
