import type { listCheckoutSessions as route } from '../../../contract/src/checkout.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { type CheckoutRow, findSession, sessionColumns } from '../checkout-state/store.ts';
import { renderSession } from '../checkout-state/view.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

export async function readCheckoutSession(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<CheckoutRow>(findSession, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return renderSession(row);
}

export async function listCheckoutSessions(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof route>,
  url: string,
): Promise<string> {
  const listing = {
    name: 'checkout_sessions_list',
    select: `SELECT ${sessionColumns} FROM checkout_sessions s JOIN worlds w ON w.id = s.world`,
    prefix: 'cs',
    id: 's.id',
    createdAt: 's.created_at',
    walk: {
      table: 'checkout_sessions s',
      by: [
        ['s.world = ?', world],
        ['s.link_id = ?', query.link],
      ],
    },
    where: [
      ['s.status = ?', query.status],
      ['s.currency = ?', query.currency],
      [hasReference('s.reference'), query.reference],
    ],
    few: query.reference !== undefined,
  } as const;
  const page = await readPage<CheckoutRow>(db, listing, query);
  return renderList(url, page.rows.map(renderSession), page.hasMore);
}
