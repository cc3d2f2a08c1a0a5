import type { QueryOf } from '../../../contract/src/route.ts';
import type { listTransfers } from '../../../contract/src/transfers.ts';
import type { Caller } from '../command.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { Refusal } from '../refusal.ts';
import { findTransfer, type TransferRow, transferColumns } from './store.ts';
import { renderTransfer, viewTransfer } from './view.ts';

export async function readTransfer(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<TransferRow>(findTransfer, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return renderTransfer(viewTransfer(row));
}

export async function listOwnTransfers(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listTransfers>,
  url: string,
): Promise<string> {
  const page = await readPage<TransferRow>(
    db,
    {
      name: 'transfers_list',
      select: `SELECT ${transferColumns} FROM transfers t JOIN worlds w ON w.id = t.world`,
      prefix: 'trf',
      id: 't.id',
      createdAt: 't.created_at',
      where: [
        ['t.world = ?', caller.world],
        ['t.currency = ?', query.currency],
        ['t.reference = ?', query.reference],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderTransfer(viewTransfer(row))),
    page.hasMore,
  );
}
