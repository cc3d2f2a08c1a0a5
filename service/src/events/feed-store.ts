import type { Database, Statement } from '../db/database.ts';

/** A position in the order of a world's events: the transaction that wrote them, then their ids. */
export type Position = { readonly xid: bigint; readonly id: string };
export type FeedEvent = Position & { readonly world: number; readonly payload: string };

/** Ids are ASCII, so JavaScript compares them as the database does. */
export function compare(a: Position, b: Position): number {
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Events of one world that are read at once. */
export const PAGE = 200;

/**
 * The events after these positions, up to the oldest open transaction: no event can appear before it any more. `open`
 * says that such a transaction exists, so that the next poll comes soon.
 */
const selectFeed: Statement = {
  name: 'events_feed',
  text: `
    SELECT s.open, e.world, e.xid::text AS xid, e.id, e.payload
    FROM (SELECT pg_snapshot_xmin(x) AS horizon, pg_snapshot_xmin(x) < pg_snapshot_xmax(x) AS open
          FROM pg_current_snapshot() x) s
    CROSS JOIN (SELECT unnest($1::int[]) AS world, unnest($2::text[]::xid8[]) AS xid, unnest($3::text[]) AS id) AS n
    LEFT JOIN LATERAL (
      SELECT v.world, v.xid, v.id, v.payload FROM events v
      WHERE v.world = n.world AND (v.xid, v.id) > (n.xid, n.id COLLATE "C") AND v.xid < s.horizon
      ORDER BY v.xid, v.id LIMIT ${PAGE}
    ) e ON true`,
};

type Row = { open: boolean; world: number | null; xid: string; id: string; payload: string };

export async function readFeed(
  db: Database,
  from: readonly (Position & { world: number })[],
): Promise<{ open: boolean; events: FeedEvent[] }> {
  const columns = [from.map(({ world }) => world), from.map(({ xid }) => String(xid)), from.map(({ id }) => id)];
  const rows = await db.query<Row>(selectFeed, columns);
  const events = rows.flatMap(({ world, xid, id, payload }) =>
    world === null ? [] : [{ world, xid: BigInt(xid), id, payload }],
  );
  return { open: rows[0]?.open ?? false, events };
}

/** Sorts by the column: `xid` alone would be the text with that name, in which 999 comes after 1000. */
const selectLast: Statement = {
  name: 'events_feed_last',
  text: `
    SELECT e.xid::text AS xid, e.id FROM events e
    WHERE e.world = $1 AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY e.world DESC, e.xid DESC, e.id DESC LIMIT 1`,
};

/** The start of a stream that resumes nothing. Null: the world has no event yet. */
export async function lastPosition(db: Database, world: number): Promise<Position | null> {
  const [row] = await db.query<{ xid: string; id: string }>(selectLast, [world]);
  return row ? { xid: BigInt(row.xid), id: row.id } : null;
}

const selectPosition: Statement = {
  name: 'events_feed_position',
  text: `
    SELECT xid::text AS xid, id FROM events
    WHERE world = $1 AND id = $2
      -- Not of another cluster, whose numbers say nothing here: a dump that was restored brings such rows.
      AND xid < pg_snapshot_xmax(pg_current_snapshot())`,
};

/** The position of an event. Null: the world has no event with this id. */
export async function positionOf(db: Database, world: number, id: string): Promise<Position | null> {
  const [row] = await db.query<{ xid: string; id: string }>(selectPosition, [world, id]);
  return row ? { xid: BigInt(row.xid), id: row.id } : null;
}

export const RESENT_CHANNEL = 'rialto_resent';

/** Notifies every node when the transaction commits. */
export const announceResent: Statement = {
  name: 'events_announce_resent',
  text: `
    SELECT payload, pg_notify('${RESENT_CHANNEL}', world || ' ' || id) FROM events WHERE world = $1 AND id = $2`,
};

const selectPayload: Statement = {
  name: 'events_feed_payload',
  text: 'SELECT payload FROM events WHERE world = $1 AND id = $2',
};

export async function readPayload(db: Database, world: number, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ payload: string }>(selectPayload, [world, id]);
  return row?.payload;
}
