import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state of backups in the store, for metrics. Times are in ISO 8601. */
export type BackupStatus = {
  readonly last_success: string | null;
  readonly last_verified: string | null;
};

const fileOf = (dataDir: string) => join(dataDir, 'backup-status.json');

export function writeStatus(dataDir: string, status: BackupStatus): void {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.part`, `${JSON.stringify(status)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

export function readStatus(dataDir: string): BackupStatus | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as BackupStatus;
  } catch {
    return null;
  }
}
