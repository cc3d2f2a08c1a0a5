import { readdirSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';
import { archiveOf } from '../postgres/archive.ts';
import { SLOT } from '../postgres/stream-wal.ts';
import { type BackupStatus, readStatus } from './status.ts';

/**
 * Full segments that wait: behind the slot of the backups in a store, or behind `archive_command`, from the first
 * failure if nothing was ever archived. Null if no WAL is archived. A segment's name has its number in two parts of
 * eight hexadecimal digits.
 */
const selectLag = {
  name: 'wal_archive_lag',
  text: `
    WITH now AS (
      SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS at,
             (SELECT setting::numeric FROM pg_settings WHERE name = 'wal_segment_size') AS size
      WHERE NOT pg_is_in_recovery()
    ), waiting AS (
      SELECT now.at - (restart_lsn - '0/0'::pg_lsn) AS bytes, size
      FROM now, pg_replication_slots WHERE slot_name = '${SLOT}'
      UNION ALL
      SELECT now.at - size - (('x' || lpad(substr(file, 9, 8), 16, '0'))::bit(64)::bigint * 4294967296
               + ('x' || lpad(substr(file, 17, 8), 16, '0'))::bit(64)::bigint * size), size
      FROM now, pg_stat_archiver, coalesce(last_archived_wal, last_failed_wal) file
      WHERE current_setting('archive_mode') <> 'off' AND file ~ '^[0-9A-F]{24}'
    )
    SELECT greatest(max(floor(bytes / size)), 0)::int AS segments FROM waiting`,
};

type Files = Pick<Config, 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_S3_BUCKET' | 'BACKUP_VERIFY_DAYS'>;

/**
 * Reports the last backup, its last verification and the WAL that waits to be archived. A backup that is still missing
 * has the time 0, so that an alarm for old backups fires.
 * @returns a function that ends it
 */
export function watchBackups(db: Database, registry: Registry, files: Files): () => void {
  const lag = readEvery<{ segments: number | null }>(db, selectLag);
  const registers = [registry];
  new Gauge({
    name: 'rialto_wal_archive_lag_segments',
    help: 'Full WAL segments that are not archived yet',
    registers,
    async collect() {
      const segments = (await lag.known())?.[0]?.segments;
      if (typeof segments === 'number') this.set(segments);
      else this.reset();
    },
  });
  const seconds = (time: string | null | undefined) => (time ? Date.parse(time) / 1_000 : 0);
  const gauge = (name: string, help: string, read: (status: BackupStatus | null) => number | null) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const value = read(files.BACKUP_S3_BUCKET ? readStatus(files.DATA_DIR) : null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  gauge('rialto_backup_last_success_timestamp_seconds', 'When the last base backup was complete', (status) => {
    const inDirectory = files.BACKUP_DIR ? newestIn(archiveOf(files.DATA_DIR, files.BACKUP_DIR)) : null;
    return files.BACKUP_S3_BUCKET ? Math.max(seconds(status?.last_success), inDirectory ?? 0) : inDirectory;
  });
  gauge(
    'rialto_backup_last_verified_timestamp_seconds',
    'When a restore last proved a backup in the store',
    (status) => (files.BACKUP_S3_BUCKET && files.BACKUP_VERIFY_DAYS > 0 ? seconds(status?.last_verified) : null),
  );
  return lag.stop;
}

/** The time in the name of the newest backup in a directory; 0 if it has none, null if nothing is archived there. */
function newestIn(archive: string | undefined): number | null {
  if (!archive) return null;
  try {
    const names = readdirSync(archive).filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+\.\d+Z$/.test(name));
    const newest = names.sort().at(-1);
    return newest ? Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) / 1_000 : 0;
  } catch {
    return 0;
  }
}
