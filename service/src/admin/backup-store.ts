import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findHead, listArchives, listBases, type Manifest, objects, type VerifiedBackup } from '../backup/catalog.ts';
import { openRemote, type Remote, readJson, writeJson } from '../backup/remote.ts';
import { restoreRemote } from '../backup/restore-remote.ts';
import { shipBase } from '../backup/ship-base.ts';
import { createDocumentShipper, documentsOf } from '../backup/ship-documents.ts';
import { type Config, readConfig } from '../config/config.ts';
import { findSecretKeys } from '../config/secret-key.ts';
import { StartupError } from '../config/startup-error.ts';
import { journalOf, readJournal } from '../people/journal.ts';
import { openArchiveName } from '../postgres/archive.ts';
import { checkEmpty, removeRestored } from '../postgres/recovery.ts';
import { parseLsn } from '../postgres/stream-wal.ts';
import { secretKeysOf } from '../secrets/secret-keys.ts';
import { inspectRestored, note, reportRestore } from './inspect-restored.ts';
import { type Operator, print, printTable } from './operator.ts';

export type RestoreOptions = { readonly to?: Date; readonly from?: string; readonly archive?: string };

/** The end of the WAL may have an unfinished record. */
const MOST_UNFINISHED = 4n * 1024n * 1024n;

export function addStoreCommands(program: Command): void {
  const backups = program.command('backups').description('the backups in the store of BACKUP_S3_BUCKET');
  backups
    .command('list')
    .description('list the base backups, and how far their WAL reaches')
    .action(() => listStored(openStore(readConfig(process.env))));
  backups
    .command('verify')
    .option('--archive <name>', 'needed if the store has the backups of several databases')
    .description('restore the newest backup into DATA_DIR/verifying, check its ledger and delete it again')
    .action(({ archive }: { archive?: string }) => verify(readConfig(process.env), archive));
}

function openStore(config: Config): Remote {
  if (config.BACKUP_S3_BUCKET === '')
    throw new StartupError('set BACKUP_S3_BUCKET and the other settings of the store');
  return openRemote(config);
}

export async function backUpToStore(operator: Operator): Promise<void> {
  const { config, db, url } = operator;
  const remote = openStore(config);
  // A backup needs its keys, and a SECRET_KEY that opens them.
  await operator.secrets();
  const archive = openArchiveName(config.DATA_DIR);
  if (!(await findHead(remote, archive)))
    throw new StartupError('the service has not archived WAL there yet. Start it with the same settings first');
  const base = await shipBase({
    ...{ remote, archive, db, url, dataDir: config.DATA_DIR },
    documents: createDocumentShipper(remote, archive, documentsOf(config)),
    signal: new AbortController().signal,
  });
  print(base.id);
  note(
    `${Math.ceil(base.bytes / 1e6)} MB in ${archive}. Keep BACKUP_KEY and SECRET_KEY elsewhere: a restore needs both.`,
  );
}

export async function restoreFromStore(config: Config, base: string | undefined, options: RestoreOptions) {
  const { archive, to } = options;
  const remote = openStore(config);
  checkEmpty(config.DATA_DIR);
  const secrets = secretKeysOf(findSecretKeys(config));
  const target = { dataDir: config.DATA_DIR, secrets, documents: documentsOf(config) };
  // Without DATA_DIR the journal comes from a copy: the page about personal data says so.
  const erased = { config, journal: readJournal(journalOf(config.DATA_DIR)) };
  const restored = await restoreRemote({ remote, target, archive, base, to }, inspectRestored(secrets, erased));
  const { found, chain } = restored;
  note(`From the base backup ${restored.base} of ${restored.archive}.`);
  if (!to && missed(found.reached, chain.end))
    note('WARNING: PostgreSQL did not apply all WAL of the store. Its log in DATA_DIR has the reason.');
  reportRestore(config, found);
}

const missed = (reached: string | null, end: bigint) => reached !== null && end - parseLsn(reached) > MOST_UNFINISHED;

async function listStored(remote: Remote): Promise<void> {
  const rows: Record<string, unknown>[] = [];
  for (const { archive, at } of await listArchives(remote)) {
    const bases = await listBases(remote, archive);
    for (const { id } of bases) {
      const { finished_at, bytes } = await readJson<Manifest>(remote, objects.manifest(archive, id));
      rows.push({ archive, base: id, from: finished_at, to: at, mb: Math.ceil(bytes / 1e6) });
    }
  }
  if (rows.length === 0) print('There is no complete base backup.');
  printTable(rows);
}

/** Proves that the newest backup can be restored, and records it in the store. */
async function verify(config: Config, archive: string | undefined): Promise<void> {
  const remote = openStore(config);
  const dataDir = join(config.DATA_DIR, 'verifying');
  const secrets = secretKeysOf(findSecretKeys(config));
  await removeRestored(dataDir);
  try {
    const target = { dataDir, secrets, documents: documentsOf({ ...config, DATA_DIR: dataDir }) };
    const checkRoom = (bytes: number) => refuseFull(config.DATA_DIR, bytes);
    const settings = { shared_buffers: '32MB', fsync: 'off', autovacuum: 'off' };
    const restored = await restoreRemote({ remote, target, archive, settings, checkRoom }, inspectRestored(secrets));
    const { found, chain, base } = restored;
    const [broken] = found.findings;
    if (broken) throw new StartupError(`the ledger of the restored backup is broken: ${broken.invariant}`);
    if (missed(found.reached, chain.end))
      throw new StartupError('PostgreSQL did not apply all WAL of the store: its records do not continue');
    const verified: VerifiedBackup = { at: new Date().toISOString(), base, last: found.last?.toISOString() ?? null };
    await writeJson(remote, objects.verified(restored.archive), verified);
    print(
      `${base} can be restored. Its last transaction is of ${verified.last ?? 'the base backup'}. The ledger is clean.`,
    );
  } finally {
    await removeRestored(dataDir);
  }
}

function refuseFull(directory: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  // Besides the database: WAL ahead of the recovery, and what the service itself needs meanwhile.
  const needed = bytes * 1.2 + 512 * 1024 * 1024;
  if (free >= needed) return;
  throw new StartupError(
    `${directory} has ${Math.floor(free / 1e6)} MB free, and a verification needs ${Math.ceil(needed / 1e6)} MB. ` +
      'Free some, or set BACKUP_VERIFY_DAYS=0 and verify on another machine',
  );
}
