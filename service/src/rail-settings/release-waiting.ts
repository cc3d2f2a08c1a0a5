import type { Database, Statement } from '../db/database.ts';

/** One statement locks this many rows for some milliseconds. */
const SLICE = 1_000;

/** Records that a worker holds are left to it. */
const release = (table: string): Statement => ({
  name: `rail_settings_release_${table}`,
  text: `
    WITH waiting AS (
      SELECT world, id FROM ${table} WHERE rail = $1 AND due_at > now() AND sent_at IS NULL
      ORDER BY due_at LIMIT ${SLICE} FOR UPDATE SKIP LOCKED)
    UPDATE ${table} t SET due_at = now() FROM waiting w WHERE t.world = w.world AND t.id = w.id RETURNING t.id`,
});

const releases = ['payments', 'refunds', 'payout_items'].map(release);

/**
 * Makes records that wait for a rail due at once, because it takes requests again. Records that were sent keep their
 * pace.
 */
export async function releaseWaiting(db: Database, slug: string): Promise<void> {
  for (const statement of releases) {
    let released = SLICE;
    while (released === SLICE) released = (await db.query(statement, [slug])).length;
  }
}
