import type { listUnexpectedPayments } from '../../../contract/src/checkout.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { renderUnexpected, type UnexpectedRow, unexpectedColumns } from '../checkout-state/unexpected.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';

export async function listUnexpected(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof listUnexpectedPayments>,
  url: string,
): Promise<string> {
  const listing = {
    name: 'checkout_unexpected_list',
    select: `SELECT ${unexpectedColumns} FROM checkout_unexpected u JOIN worlds w ON w.id = u.world`,
    prefix: 'ump',
    id: 'u.id',
    createdAt: 'u.created_at',
    where: [
      ['u.world = ?', world],
      ['u.session_id = ?', query.checkout_session],
    ],
  } as const;
  const page = await readPage<UnexpectedRow>(db, listing, query);
  return renderList(url, page.rows.map(renderUnexpected), page.hasMore);
}
