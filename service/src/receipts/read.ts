import type { listReceipts } from '../../../contract/src/receipts.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkReceiptScope, mayUse } from './check-scope.ts';
import { findReceipt, type ReceiptRow, selectReceiptsFrom } from './store.ts';
import { type ReceiptAddresses, renderReceipt } from './view.ts';

export async function readReceipt(
  db: Database,
  caller: Caller,
  { id }: { id: string },
  addresses: ReceiptAddresses,
): Promise<string> {
  const row = await db.find<ReceiptRow>(findReceipt, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  checkReceiptScope(caller, row.kind, 'read');
  return renderReceipt(row, addresses);
}

export async function listOwnReceipts(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listReceipts>,
  url: string,
  addresses: ReceiptAddresses,
): Promise<string> {
  const records = [query.payment, query.refund, query.payout_item];
  const page = await readPage<ReceiptRow>(
    db,
    {
      name: 'receipts_list',
      select: selectReceiptsFrom,
      prefix: 'rct',
      id: 'r.id',
      createdAt: 'r.created_at',
      where: [
        ['r.world = ?', caller.world],
        ...records.map((id) => ['r.record_id = ?', id] as const),
        ['r.kind <> ?', mayUse(caller, 'payout_item', 'read') ? undefined : 'payout_item'],
      ],
      few: records.some((id) => id !== undefined),
    },
    query,
  );
  const rows = page.rows.map((row) => renderReceipt(row, addresses));
  return renderList(url, rows, page.hasMore);
}
