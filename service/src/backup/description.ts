import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../config/startup-error.ts';
import type { Statement } from '../db/database.ts';

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
  /** The fingerprint of the SECRET_KEY that opens the data keys. */
  readonly secret_check: string;
  /** All such fingerprints: during a rotation there are two. Backups from before this field have one. */
  readonly secret_checks?: readonly string[];
  readonly documents: number;
};

export const files = {
  tar: 'base.tar.gz',
  description: 'backup.json',
  password: 'postgres.password',
  documents: 'documents',
} as const;

/** Each SECRET_KEY that opens all data keys, the newest first. */
export const selectFingerprints: Statement = {
  name: 'data_key_seals_fingerprints',
  text: `
    SELECT secret FROM data_key_seals GROUP BY secret HAVING count(*) = (SELECT count(*) FROM data_keys)
    ORDER BY min(created_at) DESC, secret`,
};

export function readDescription(backup: string): Description {
  try {
    return JSON.parse(readFileSync(join(backup, files.description), 'utf8'));
  } catch (error) {
    throw new StartupError(`${backup} is not a backup: ${(error as Error).message}`);
  }
}
