import type { listRefunds } from '../../../contract/src/refunds.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { ReceiptUrlOf } from '../payments/read.ts';
import type { WithReceipt } from '../payments/store.ts';
import { findShownRefund, type RefundRow, refundColumns } from './store.ts';
import { renderRefund } from './view.ts';

export async function readRefund(
  db: Database,
  { world }: Caller,
  { id }: { id: string },
  receiptUrlOf: ReceiptUrlOf,
): Promise<string> {
  const row = await db.find<RefundRow & WithReceipt>(findShownRefund, { world, id });
  if (!row) throw new Refusal('not_found');
  return renderRefund(row, { receipt_url: receiptUrlOf(row) });
}

export async function listOwnRefunds(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listRefunds>,
  url: string,
): Promise<string> {
  const page = await readPage<RefundRow>(
    db,
    {
      name: 'refunds_list',
      select: `SELECT ${refundColumns} FROM refunds r JOIN worlds w ON w.id = r.world`,
      prefix: 'rfd',
      id: 'r.id',
      createdAt: 'r.created_at',
      walk: {
        table: 'refunds r',
        by: [
          ['r.world = ?', caller.world],
          ['r.payment_id = ?', query.payment],
        ],
      },
      where: [
        ['r.status = ?', query.status],
        ['r.currency = ?', query.currency],
        [hasReference('r.reference'), query.reference],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderRefund(row)),
    page.hasMore,
  );
}
