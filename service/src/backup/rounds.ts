import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { listBases, objects, type VerifiedBackup } from './catalog.ts';
import { expireBackups } from './expire.ts';
import { findJson, type Remote } from './remote.ts';
import { shipBase } from './ship-base.ts';
import { createDocumentShipper, type DocumentShipper } from './ship-documents.ts';
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
 * Takes base backups, stores documents, deletes old backups and verifies the newest one, each when it is due.
 * @param isGap the WAL before this start is not in the store, so a base backup is due at once
 */
export async function createRounds(agent: Agent, isGap: boolean): Promise<{ run(): Promise<void> }> {
  const { config, log, remote, archive, signal } = agent;
  const documents = createDocumentShipper(remote, archive, documentsOf(agent));
  let status = await readStored(agent);
  const note = (more: Partial<BackupStatus>) => {
    status = { ...status, ...more };
    writeStatus(config.DATA_DIR, status);
  };
  note({});
  let mustTake = isGap;
  const attempt = createAttempts(agent, note);
  return {
    run: async () => {
      while (!signal.aborted) {
        await attempt('documents', () => documents.ship());
        if (mustTake || isDue(status.last_success, config.BACKUP_EVERY_HOURS * HOUR_MS))
          await attempt('base backup', async () => {
            const { id, at, bytes } = await takeBase(agent, documents);
            mustTake = false;
            note({ last_success: at.toISOString(), fault: null });
            log.info({ base: id, mb: Math.ceil(bytes / 1e6) }, 'base backup stored');
          });
        if (status.last_success && isDue(status.last_verified, config.BACKUP_VERIFY_DAYS * 24 * HOUR_MS))
          await attempt('verification', async () => {
            const { at, base, last } = await verifyNewest(agent);
            note({ last_verified: at, fault: null });
            log.info({ base, last }, 'backup verified by a restore');
          });
        await sleep(ROUND_MS, undefined, { signal }).catch(() => {});
      }
    },
  };
}

/** The clock may have been set back. */
const isDue = (last: string | null, everyMs: number) =>
  everyMs > 0 && (last === null || Math.abs(Date.now() - Date.parse(last)) >= everyMs);

const documentsOf = ({ config }: Agent) => (config.DOCUMENTS === 'local' ? join(config.DATA_DIR, 'documents') : null);

async function readStored({ remote, archive }: Agent): Promise<BackupStatus> {
  const newest = (await listBases(remote, archive)).at(-1);
  const verified = await findJson<VerifiedBackup>(remote, objects.verified(archive));
  return {
    last_success: newest?.at.toISOString() ?? null,
    last_verified: verified?.at ?? null,
    fault: null,
  };
}

async function takeBase(agent: Agent, documents: DocumentShipper) {
  const { config, log, remote, archive, db, url, signal } = agent;
  const { DATA_DIR: dataDir, BACKUP_KEEP_DAYS: keepDays } = config;
  const base = await shipBase({
    ...{ remote, archive, db, url, dataDir, documents, signal },
  });
  const deleted = await expireBackups({ remote, archive, keepDays, documents: documentsOf(agent) });
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

/** A failure is an error in the log and in the status, and the act waits before it is tried again. */
function createAttempts({ log, signal }: Agent, note: (more: Partial<BackupStatus>) => void) {
  const failedAt = new Map<string, number>();
  return async (what: string, act: () => Promise<unknown>) => {
    if (performance.now() - (failedAt.get(what) ?? -AGAIN_MS) < AGAIN_MS) return;
    try {
      await act();
      failedAt.delete(what);
    } catch (error) {
      if (signal.aborted) return;
      failedAt.set(what, performance.now());
      note({ fault: `${what}: ${(error as Error).message}` });
      log.error({ err: error, what }, 'a backup task failed; it is tried again in an hour');
    }
  };
}
