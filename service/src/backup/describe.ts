import { build } from '../config/build.ts';
import type { Database, Statement } from '../db/database.ts';
import type { streamBaseBackup } from '../postgres/base-backup.ts';
import { type Description, selectFingerprints } from './description.ts';

export type Moment = { readonly at: Date; readonly version: string; readonly lsn: string; readonly segment: bigint };

const selectMoment: Statement = {
  name: 'backup_now',
  text: `
    SELECT clock_timestamp() AS at, current_setting('server_version') AS version, pg_current_wal_lsn()::text AS lsn,
           (SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size') AS segment`,
};

export async function readMoment(db: Database): Promise<Moment> {
  const [moment] = await db.query<Moment>(selectMoment);
  return moment!;
}

type Base = Awaited<ReturnType<typeof streamBaseBackup>>;

/** The end of a base backup and the facts that a restore needs, wherever the backup is stored. */
export async function describeBackup(
  db: Database,
  started: Moment,
  base: Base,
): Promise<Omit<Description, 'bytes' | 'sha256' | 'documents'>> {
  const secrets = (await db.query<{ secret: string }>(selectFingerprints)).map(({ secret }) => secret);
  const finished = await readMoment(db);
  return {
    rialto: build.version,
    postgres: started.version.split('.')[0]!,
    started_at: started.at.toISOString(),
    // The database's clock has microseconds and this one milliseconds. A backup is never restored to a time before its
    // end.
    finished_at: new Date(finished.at.getTime() + 1).toISOString(),
    first_segment: base.firstSegment,
    segment_bytes: Number(started.segment),
    timeline: base.timeline,
    secret_check: secrets[0]!,
    secret_checks: secrets,
  };
}
