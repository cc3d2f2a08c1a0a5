import type { listHolds } from '../../../contract/src/holds.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findHold, type HoldRow, holdColumns } from './store.ts';
import { renderHold } from './view.ts';

export async function readHold(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<HoldRow>(findHold, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return renderHold(row);
}

export async function listOwnHolds(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listHolds>,
  url: string,
): Promise<string> {
  const open = query.status === 'open' ? 'open' : undefined;
  const page = await readPage<HoldRow>(
    db,
    {
      name: 'wallet_holds_list',
      select: `SELECT ${holdColumns} FROM wallet_holds h JOIN worlds w ON w.id = h.world`,
      prefix: 'hld',
      id: 'h.id',
      createdAt: 'h.created_at',
      walk: {
        table: 'wallet_holds h',
        // Open holds have an index. The condition is spelled out, because a plan does not know the parameter.
        by: [
          ['h.world = ?', caller.world],
          // A payment that is captured later has a hold with the payment's id, for which its own routes are.
          ['h.id < ?', 'pay'],
          [`h.status = 'open' AND ?::text IS NOT NULL`, open],
          ['h.wallet_id = ?', query.wallet],
        ],
      },
      where: [
        ['h.status = ?', query.status],
        ['h.wallet_id = ?', query.wallet],
        [hasReference('h.reference'), query.reference],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
  return renderList(url, page.rows.map(renderHold), page.hasMore);
}
