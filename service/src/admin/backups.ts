import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { pruneBackups } from '../backup/prune.ts';
import { restoreBackup } from '../backup/restore.ts';
import { documentsOf } from '../backup/ship-documents.ts';
import { takeBackup } from '../backup/take.ts';
import { type Config, readConfig } from '../config/config.ts';
import { holdDirectory } from '../config/data-dir/hold.ts';
import { findSecretKeys } from '../config/secret-key.ts';
import { StartupError } from '../config/startup-error.ts';
import { copyJournal, journalOf, readJournal } from '../people/journal.ts';
import { archiveOf, openArchiveDir, walOf } from '../postgres/archive.ts';
import { readArchiver } from '../postgres/read-archiver.ts';
import { checkEmpty } from '../postgres/recovery.ts';
import { secretKeysOf } from '../secrets/secret-keys.ts';
import { addStoreCommands, backUpToStore, type RestoreOptions, restoreFromStore } from './backup-store.ts';
import { inspectRestored, note, reportRestore } from './inspect-restored.ts';
import { asOperator, type Operator, print } from './operator.ts';
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
    .option('--to-s3', 'store the backup in the store of BACKUP_S3_BUCKET, now; the service does so each day by itself')
    .action((dir: string | undefined, { keep, toS3 }: { keep?: number; toS3?: true }) => {
      refuseExternal(readConfig(process.env), 'pg_basebackup with WAL archiving, or pg_dump');
      if (toS3) return asOperator(backUpToStore);
      return asOperator((operator) =>
        backUp(operator, dir, keep).catch((error) => {
          throw unwritten(error);
        }),
      );
    });
  program
    .command('restore')
    .argument('[backup]', 'the path that backup printed; with --from s3 the id of a base backup, default: the newest')
    .description('restore the embedded database into a DATA_DIR that has none, and check the ledger')
    .option(
      '--to <time>',
      'restore up to this time, such as 2026-03-01T14:05:00Z; default: restore everything',
      readTime,
    )
    .option('--from <store>', '`s3`: restore from the store of BACKUP_S3_BUCKET, with nothing but the settings')
    .option('--archive <name>', 'with --from s3, if the store has the backups of several databases')
    .action((backup: string | undefined, options: RestoreOptions) => {
      const config = readConfig(process.env);
      refuseExternal(config, 'a base backup with restore_command, or pg_restore');
      if (options.from === 's3') return restoreFromStore(config, backup, options);
      if (options.from || !backup) throw new StartupError('name a backup by its path, or use --from s3');
      return restore(config, backup, options.to);
    });
  addStoreCommands(program);
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
  // A backup needs its keys, and a SECRET_KEY that opens them.
  await operator.secrets();
  const { path, bytes } = await takeBackup(
    { ...operator, dataDir: config.DATA_DIR, documents: documentsOf(config) },
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
  checkEmpty(config.DATA_DIR);
  const secrets = secretKeysOf(findSecretKeys(config));
  const target = { dataDir: config.DATA_DIR, secrets, documents: documentsOf(config) };
  const journal = [config.DATA_DIR, dirname(resolve(backup))].map(journalOf).flatMap(readJournal);
  reportRestore(config, await restoreBackup(target, backup, to, inspectRestored(secrets, { config, journal })));
}

/** A time without a zone would mean another time on another machine. */
function readTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('must be a time with a time zone, such as 2026-03-01T14:05:00Z');
  }
  return time;
}
