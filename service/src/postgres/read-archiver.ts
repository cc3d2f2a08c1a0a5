import type { Database } from '../db/database.ts';

export type Archiver = {
  /** Whether any WAL is archived. */
  readonly on: boolean;
  /** The segment that could not be archived, and has not been since. WAL gathers behind it until the disk is full. */
  readonly stuck: string | null;
};

const selectArchiver = {
  name: 'archiver',
  text: `
    SELECT current_setting('archive_mode') <> 'off' AS on,
           CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS stuck
    FROM pg_stat_archiver`,
};

/** How PostgreSQL gets on with archiving its WAL. */
export async function readArchiver(db: Database): Promise<Archiver> {
  const [archiver] = await db.query<Archiver>(selectArchiver);
  return archiver!;
}
