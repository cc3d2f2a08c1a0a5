import type { listEvents } from '../../../contract/src/events.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

const findEvent = findEach(
  'events_find',
  'SELECT v.payload FROM events v WHERE v.world = n.world AND v.id BETWEEN n.id AND n.id ORDER BY v.id',
);

/** The event's stored bytes, which every delivery carries. */
export async function readEvent(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<{ payload: string }>(findEvent, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return row.payload;
}

/** Frequent kinds are found by the key. The others may be rare and have an index (0024). */
const dense = ['payment.requires_action', 'payment.succeeded', 'transfer.succeeded'];
const isRare = `v.type = ? AND v.type NOT IN (${dense.map((kind) => `'${kind}'`).join(', ')})`;

export async function listOwnEvents(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listEvents>,
  url: string,
): Promise<string> {
  const page = await readPage<{ payload: string }>(
    db,
    {
      name: 'events_list',
      select: 'SELECT v.payload FROM events v',
      prefix: 'evt',
      id: 'v.id',
      createdAt: 'v.created_at',
      walk: {
        table: 'events v',
        by: [
          ['v.world = ?', caller.world],
          [isRare, query.type && dense.includes(query.type) ? undefined : query.type],
        ],
      },
      where: [['v.type = ?', query.type]],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => row.payload),
    page.hasMore,
  );
}
