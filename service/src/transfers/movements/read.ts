import type { listMovements } from '../../../../contract/src/movements.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import type { Database } from '../../db/database.ts';
import { readPage, renderList } from '../../http/list.ts';
import { hasReference } from '../../idempotency/references.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { findMovement, type MovementRow, movementColumns } from './store.ts';
import { renderMovement, viewMovement } from './view.ts';

/** A movement that the caller's world made. Its legs may name wallets of others, so they do not read it. */
export async function readMovement(db: Database, { world }: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<MovementRow>(findMovement, { world, id });
  if (!row) throw new Refusal('not_found');
  return renderMovement(viewMovement(row));
}

export async function listOwnMovements(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listMovements>,
  url: string,
): Promise<string> {
  const page = await readPage<MovementRow>(
    db,
    {
      name: 'movements_list',
      select: `SELECT ${movementColumns} FROM movements m JOIN worlds w ON w.id = m.world`,
      prefix: 'mov',
      id: 'm.id',
      createdAt: 'm.created_at',
      walk: { table: 'movements m', by: [['m.world = ?', caller.world]] },
      where: [
        [hasReference('m.reference'), query.reference],
        ['m.reverses = ?', query.reverses],
      ],
      few: query.reference !== undefined || query.reverses !== undefined,
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderMovement(viewMovement(row))),
    page.hasMore,
  );
}
