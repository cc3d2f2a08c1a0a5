import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../config/secrets.ts';
import { StartupError } from '../config/startup-error.ts';

/** The content of a backup's `backup.json`. */
export type Description = {
  readonly rialto: string;
  /** The major version that made the backup. Only this version can read it. */
  readonly postgres: string;
  readonly started_at: string;
  /** The earliest time that the backup can be restored to. */
  readonly finished_at: string;
  readonly first_segment: string;
  /** The size of a WAL segment. Backups from before this field have 16 MiB. */
  readonly segment_bytes?: number;
  readonly timeline: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Tells whether a SECRET_KEY is the one that the database was written with, and reveals nothing else about it. */
  readonly secret_check: string;
  readonly documents: number;
};

export const files = {
  tar: 'base.tar.gz',
  description: 'backup.json',
  password: 'postgres.password',
  documents: 'documents',
} as const;

export const checkOf = ({ pepper }: Secrets): string =>
  createHmac('sha256', pepper).update('backup').digest('hex').slice(0, 32);

export function readDescription(backup: string): Description {
  try {
    return JSON.parse(readFileSync(join(backup, files.description), 'utf8'));
  } catch (error) {
    throw new StartupError(`${backup} is not a backup: ${(error as Error).message}`);
  }
}
