import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';

/** Worlds checked per minute, and events deleted at once and per minute. */
const LOOKED_AT = 200;
const AT_ONCE = 500;
const MOST_SLICES = 50;

/** The next test worlds after $1, each with whether it has events older than $2 days. */
const selectWorlds: Statement = {
  name: 'retention_select_test_worlds',
  text: `
    SELECT w.id, EXISTS (
      SELECT FROM events e WHERE e.world = w.id AND e.id < id_from('evt', now() - make_interval(days => $2::int))) AS has_old
    FROM (SELECT id, livemode FROM worlds WHERE id > $1 ORDER BY id LIMIT ${LOOKED_AT}) w ORDER BY w.id`,
};

/**
 * One hour more than is deleted, because an event's id may be slightly later than its record. No row for a live world.
 */
const markWorld: Statement = {
  name: 'retention_mark_events',
  text: `
    UPDATE worlds SET events_from = greatest(events_from, now() - make_interval(days => $2::int) + interval '1 hour')
    WHERE id = $1 AND NOT livemode RETURNING id`,
};

/** Events whose deliveries still exist are deleted in a round after those. */
const deleteEvents: Statement = {
  name: 'retention_delete_test_events',
  text: `
    DELETE FROM events WHERE world = $1 AND id = ANY (ARRAY (
      SELECT id FROM events WHERE world = $1 AND id < id_from('evt', now() - make_interval(days => $2::int))
        AND id NOT IN (SELECT event_id FROM deliveries WHERE world = $1)
      ORDER BY id LIMIT ${AT_ONCE}))
    RETURNING 1`,
};

const deleteUsage: Statement = {
  name: 'retention_delete_usage',
  text: `
    DELETE FROM world_usage WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM world_usage WHERE day < (now() - make_interval(days => $1::int))::date - 1 LIMIT 5000))`,
};

/** One minute's share of deleting old data of test worlds in use: events, and counts for quotas. */
export function createEventDeletion(db: Database, days: number): (isStopped: () => boolean) => Promise<void> {
  let cursor = 0;
  return async (isStopped) => {
    await db.query(deleteUsage, [days]);
    const worlds = await db.query<{ id: number; has_old: boolean }>(selectWorlds, [cursor, days]);
    cursor = worlds.length < LOOKED_AT ? 0 : worlds.at(-1)!.id;
    let slices = 0;
    for (const { id } of worlds.filter(({ has_old }) => has_old)) {
      for (let deleted = AT_ONCE; deleted === AT_ONCE && slices < MOST_SLICES && !isStopped(); slices++)
        deleted = await deleteSlice(db, id, days);
    }
  };
}

/** @returns how many it deleted */
function deleteSlice(db: Database, world: number, days: number): Promise<number> {
  return transaction(db, async (tx) => {
    const [marked] = await tx.query(markWorld, [world, days]);
    return marked ? (await tx.query(deleteEvents, [world, days])).length : 0;
  });
}
