import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../config/startup-error.ts';

/**
 * One service per data directory. The kernel holds the lock (SQLite takes it on an empty file): it ends with its
 * process in every case, needs no guess about stale pids, and works between containers that share a volume. The pid
 * beside it is only for the message.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'service.pid');
  const lockFile = join(dataDir, 'service.lock');
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new StartupError(
      `another rialto (pid ${readPid(pidFile)}) is using ${dataDir}. Stop it first, or set another DATA_DIR`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return () => {
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
