import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { isCovered, listBases, objects, type VerifiedBackup } from './catalog.ts';
import { expireBackups } from './expire.ts';
import { findJson, type Remote } from './remote.ts';
import { shipBase } from './ship-base.ts';
import { createDocumentShipper, type DocumentShipper, documentsOf } from './ship-documents.ts';
import { type BackupStatus, writeStatus } from './status.ts';

export type Agent = {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly url: string;
  readonly remote: Remote;
  readonly archive: string;
  readonly signal: AbortSignal;
};

const HOUR_MS = 3_600_000;
const ROUND_MS = 60_000;
/** A base backup or verification that failed is tried again after this time. */
const AGAIN_MS = HOUR_MS;

/**
 * Takes base backups, deletes old backups and verifies the newest one, each when it is due. Documents are stored each
 * minute, also while one of these takes long.
 * @param from the position from which WAL is sent to the store
 */
export async function createRounds(agent: Agent, from: bigint): Promise<{ run(): Promise<void> }> {
  const { config, log, remote, archive, signal } = agent;
  const documents = createDocumentShipper(remote, archive, documentsOf(config));
  // Without the WAL before `from` no restore from an earlier base backup passes it.
  let mustTake = !(await isCovered(remote, archive, from));
  let status = await readStored(agent);
  const note = (more: Partial<BackupStatus>) => {
    status = { ...status, ...more };
    writeStatus(config.DATA_DIR, status);
  };
  note({});
  const attempt = createAttempts(agent);
  const isBaseDue = () => mustTake || isDue(status.last_success, config.BACKUP_EVERY_HOURS * HOUR_MS);
  const isVerificationDue = () =>
    status.last_success !== null && isDue(status.last_verified, config.BACKUP_VERIFY_DAYS * 24 * HOUR_MS);
  const round = async () => {
    // An operator may have backed up or verified since. The tasks report a store that fails.
    if (isBaseDue() || isVerificationDue())
      await readStored(agent)
        .then(note)
        .catch(() => {});
    if (isBaseDue())
      await attempt('base backup', async () => {
        const { id, at, bytes } = await takeBase(agent, documents);
        mustTake = false;
        note({ last_success: at.toISOString() });
        log.info({ base: id, mb: Math.ceil(bytes / 1e6) }, 'base backup stored');
      });
    if (isVerificationDue())
      await attempt('verification', async () => {
        const { at, base, last } = await verifyNewest(agent);
        note({ last_verified: at });
        log.info({ base, last }, 'backup verified by a restore');
      });
  };
  const ship = () => shipDocuments(agent, documents);
  return { run: async () => void (await Promise.all([repeat(signal, round), repeat(signal, ship)])) };
}

async function repeat(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await act();
    await sleep(ROUND_MS, undefined, { signal }).catch(() => {});
  }
}

async function shipDocuments({ log, signal }: Agent, documents: DocumentShipper): Promise<void> {
  try {
    await documents.ship();
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'documents could not be stored; they are tried again in a minute');
  }
}

/** The clock may have been set back. */
const isDue = (last: string | null, everyMs: number) =>
  everyMs > 0 && (last === null || Math.abs(Date.now() - Date.parse(last)) >= everyMs);

async function readStored({ remote, archive }: Agent): Promise<BackupStatus> {
  const newest = (await listBases(remote, archive)).at(-1);
  const verified = await findJson<VerifiedBackup>(remote, objects.verified(archive));
  return {
    last_success: newest?.at.toISOString() ?? null,
    last_verified: verified?.at ?? null,
  };
}

async function takeBase(agent: Agent, documents: DocumentShipper) {
  const { config, log, remote, archive, db, url, signal } = agent;
  const { DATA_DIR: dataDir, BACKUP_KEEP_DAYS: keepDays } = config;
  const base = await shipBase({
    ...{ remote, archive, db, url, dataDir, documents, signal },
  });
  const deleted = await expireBackups({ remote, archive, keepDays, documents: documentsOf(agent.config) });
  if (deleted > 0) log.info({ objects: deleted }, 'old backups deleted');
  return base;
}

/** In a process of its own, by the command that operators also use. */
async function verifyNewest({ remote, archive, signal }: Agent): Promise<VerifiedBackup> {
  const admin = fileURLToPath(new URL('../admin.ts', import.meta.url));
  const child = spawn(process.execPath, [admin, 'backups', 'verify', '--archive', archive], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(complaint.trim().slice(-2_000));
  return (await findJson<VerifiedBackup>(remote, objects.verified(archive)))!;
}

/** A failure is an error in the log, and the act waits before it is tried again. */
function createAttempts({ log, signal }: Agent) {
  const failedAt = new Map<string, number>();
  return async (what: string, act: () => Promise<unknown>) => {
    if (performance.now() - (failedAt.get(what) ?? -AGAIN_MS) < AGAIN_MS) return;
    try {
      await act();
      failedAt.delete(what);
    } catch (error) {
      if (signal.aborted) return;
      failedAt.set(what, performance.now());
      log.error({ err: error, what }, 'a backup task failed; it is tried again in an hour');
    }
  };
}
