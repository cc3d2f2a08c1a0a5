import type { getClose, listCloses } from '../../../contract/src/closes.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database, Queries, Statement } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CloseItem } from './find-items.ts';
import { type CloseRow, findClose, selectClosesFrom } from './store.ts';
import { renderClose, viewClose } from './view.ts';

export async function readCloses(db: Database, query: QueryOf<typeof listCloses>, url: string): Promise<string> {
  const page = await readPage<CloseRow>(
    db,
    {
      name: 'closes_list',
      select: selectClosesFrom,
      prefix: 'cls',
      id: 'c.id',
      createdAt: 'c.created_at',
      where: [
        ['c.rail = ?', query.rail],
        ['c.status = ?', query.status],
      ],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => toJson(viewClose(row))),
    page.hasMore,
  );
}

const selectItems: Statement = {
  name: 'closes_items',
  text: `
    SELECT kind, match, amount::text AS amount, day::text AS day, record, lines, entries::text[] AS entries
    FROM close_items WHERE close = $1 AND number > $2 ORDER BY number LIMIT $3`,
};
/** The largest items of a close. */
export const findCloseItems = (db: Queries, id: string, after = 0, limit = 200): Promise<CloseItem[]> =>
  db.query<CloseItem>(selectItems, [id, after, limit]);

export async function readClose(db: Database, { id }: QueryOf<typeof getClose>): Promise<string> {
  const row = await findClose(db, id);
  if (!row) throw new Refusal('not_found');
  return renderClose(row, await findCloseItems(db, id));
}
