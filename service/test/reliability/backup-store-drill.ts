import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspectRestored } from '../../src/admin/inspect-restored.ts';
import { type ArchiveHead, findHead, listArchives, listBases } from '../../src/backup/catalog.ts';
import { openRemote, type Remote } from '../../src/backup/remote.ts';
import { restoreRemote } from '../../src/backup/restore-remote.ts';
import { readConfig } from '../../src/config/config.ts';
import { parseLsn } from '../../src/postgres/stream-wal.ts';
import { secretKeysOf } from '../../src/secrets/secret-keys.ts';
import { until } from '../support/harness.ts';
import { asOwner, makeDirectory, startVictim, type Victim } from '../support/kill.ts';
import { type Answered, queryDirectory, read, send } from './backup-drill.ts';

/** A service that backs up to a store, with its first base backup there. */
export type StoreDrill = {
  readonly settings: Record<string, string>;
  readonly remote: Remote;
  readonly victim: Victim;
  readonly archive: string;
  readonly wallets: [string, string];
  /** Resolves when everything that was committed until now is in the store. */
  allStored(): Promise<void>;
  /** Restores as the command does it, in this process. */
  restoreHere(dataDir: string, more?: { to?: Date; settings?: Record<string, string> }): Promise<unknown>;
  /** An empty machine, with nothing but the settings. */
  emptyMachine(): { directory: string; env: Record<string, string> & { DATA_DIR: string } };
};

export async function startStoreDrill(store: Record<string, string>): Promise<StoreDrill> {
  const settings = {
    SECRET_KEY: 'the secret of this drill, which is not the other',
    BACKUP_KEY: 'the key of the backups of this drill, another one',
    BACKUP_VERIFY_DAYS: '0',
    ...store,
  };
  const remote = openRemote(readConfig(settings));
  const LOG_LEVEL = process.env.DRILL_LOG ?? 'silent';
  const victim = await startVictim({ ...settings, PAYOUT_PENDING_SECONDS: '0', LOG_LEVEL });
  await until(async () => (await listArchives(remote)).length === 1, 240);
  const { archive } = (await listArchives(remote))[0]!;
  await until(async () => (await listBases(remote, archive)).length === 1, 240);
  const { data } = await read(victim, victim.key, '/wallets?currency=XOF');
  const made = await send(victim, victim.key, { path: '/wallets', body: { currency: 'XOF' }, key: 'to' });
  return {
    ...{ settings, remote, victim, archive },
    wallets: [data[0].id, JSON.parse(made.answer).id],
    allStored: async () => {
      const [row] = await asOwner(victim, 'SELECT pg_current_wal_lsn()::text AS lsn');
      const position = parseLsn(String(row!.lsn));
      const isThere = (head: ArchiveHead | null) => head !== null && BigInt(head.position) >= position;
      await until(async () => isThere(await findHead(remote, archive)), 240);
    },
    restoreHere: (dataDir, { to, settings: other } = {}) => {
      const config = readConfig({ ...settings, ...other, DATA_DIR: dataDir });
      const secrets = secretKeysOf([config.SECRET_KEY]);
      const target = { dataDir, secrets, documents: join(dataDir, 'documents') };
      return restoreRemote(
        { remote: openRemote(config), target, to, settings: { fsync: 'off' } },
        async (url, documents) => {
          await inspectRestored(secrets)(url, documents);
        },
      );
    },
    emptyMachine: () => {
      const directory = makeDirectory();
      return { directory, env: { ...settings, DATA_DIR: join(directory, 'data') } };
    },
  };
}

/** The paths of answers that a restored database does not have word for word. */
export async function missingIn(dataDir: string, answers: readonly Answered[]): Promise<string[]> {
  const rows = await queryDirectory(dataDir, 'SELECT key, body FROM idempotency_keys');
  const kept = new Map(rows.map((row) => [row.key, row.body]));
  return answers.filter((one) => kept.get(one.key) !== one.answer).map((one) => one.path);
}

/** Whether a restore has left a database, or a part of one. */
export const leftIn = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => /^(postgres|restoring)/.test(name)) : [];
