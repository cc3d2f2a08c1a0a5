import type { Database } from '../db/database.ts';

export type Archiver = {
  /** Whether any WAL is archived. */
  readonly on: boolean;
  /** The segment that PostgreSQL has failed to archive until now. WAL accumulates behind it until the disk is full. */
  readonly stuck: string | null;
};

const selectArchiver = {
  name: 'archiver',
  text: `
    SELECT current_setting('archive_mode') <> 'off' AS on,
           CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS stuck
    FROM pg_stat_archiver`,
};

/** The state of PostgreSQL's WAL archiving. */
export async function readArchiver(db: Database): Promise<Archiver> {
  const [archiver] = await db.query<Archiver>(selectArchiver);
  return archiver!;
}
