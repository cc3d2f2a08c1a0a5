import type { listLinks } from '../../../contract/src/links.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { findLink, type LinkRow, linkColumns } from '../checkout-state/link-store.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { renderLink } from './view.ts';

export async function readLink(
  db: Database,
  { world }: Caller,
  { id }: { id: string },
  pages: string,
): Promise<string> {
  const row = await db.find<LinkRow>(findLink, { world, id });
  if (!row) throw new Refusal('not_found');
  return renderLink(row, pages);
}

export async function listOwnLinks(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof listLinks>,
  url: string,
  pages: string,
): Promise<string> {
  const listing = {
    name: 'payment_links_list',
    select: `SELECT ${linkColumns} FROM payment_links l JOIN worlds w ON w.id = l.world`,
    prefix: 'lnk',
    id: 'l.id',
    createdAt: 'l.created_at',
    walk: { table: 'payment_links l', by: [['l.world = ?', world]] },
    where: [
      ['l.active = ?', query.active === undefined ? undefined : query.active === 'true'],
      ['l.branch_id = ?', query.branch],
    ],
  } as const;
  const page = await readPage<LinkRow>(db, listing, query);
  return renderList(
    url,
    page.rows.map((row) => renderLink(row, pages)),
    page.hasMore,
  );
}
