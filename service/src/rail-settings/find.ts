import type { Queries } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockRail, type RailRecord, selectRailRecord } from './store.ts';

const missing = (slug: string) => new Refusal('not_found', `The rail ${slug} does not exist`);

async function readOne(db: Queries, slug: string, statement: typeof lockRail): Promise<RailRecord | Refusal> {
  const [row] = await db.query<RailRecord>(statement, [slug]);
  return row && !row.removed_at ? row : missing(slug);
}

export const findRail = (db: Queries, slug: string) => readOne(db, slug, selectRailRecord);

/** Locks it, so that one change follows the other. */
export const findRailForChange = (db: Queries, slug: string) => readOne(db, slug, lockRail);
