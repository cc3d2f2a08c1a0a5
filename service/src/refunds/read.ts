import type { listRefunds } from '../../../contract/src/refunds.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { type Condition, emptyPage, type Page, readPage, renderList, unlessExpensive } from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { withPhone } from '../payments/payers.ts';
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

type Query = QueryOf<typeof listRefunds>;

export async function listOwnRefunds(db: Database, caller: Caller, query: Query, url: string): Promise<string> {
  const { rows, hasMore } = await pageOfRefunds(db, caller.world, query);
  return renderList(
    url,
    rows.map((row) => renderRefund(row)),
    hasMore,
  );
}

/**
 * A customer's index also holds refunds of other merchants. If those are too many, the list walks the world's refunds
 * instead.
 */
async function pageOfRefunds(db: Database, world: number, given: Query): Promise<Page<RefundRow>> {
  const query = await withPhone(db, world, given);
  if (!query) return emptyPage;
  const ofWorld: Condition[] = [
    ['r.world = ?', world],
    ['r.payment_id = ?', query.payment],
  ];
  const { customer, payment } = query;
  if (customer === undefined || payment !== undefined) return walkRefunds(db, ofWorld, query);
  const page = await unlessExpensive(walkRefunds(db, [['r.customer = ?', customer]], query, ofWorld));
  return page ?? walkRefunds(db, ofWorld, query);
}

function walkRefunds(db: Database, by: readonly Condition[], query: Query, more: readonly Condition[] = []) {
  return readPage<RefundRow>(
    db,
    {
      name: 'refunds_list',
      select: `SELECT ${refundColumns} FROM refunds r JOIN worlds w ON w.id = r.world`,
      prefix: 'rfd',
      id: 'r.id',
      createdAt: 'r.created_at',
      walk: { table: 'refunds r', by },
      where: [
        ...more,
        ['r.status = ?', query.status],
        ['r.currency = ?', query.currency],
        ['r.customer = ?', query.customer],
        [hasReference('r.reference'), query.reference],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
}
