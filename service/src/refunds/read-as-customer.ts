import type { listMyRefunds } from '../../../contract/src/payment-requests.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { type RefundRow, refundColumns } from './store.ts';
import { renderReceived } from './view.ts';

/** Refunds to customers, from all merchants. */
export async function listRefundsOfCustomer(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listMyRefunds>,
  url: string,
): Promise<string> {
  const page = await readPage<RefundRow & { merchant_name: string }>(
    db,
    {
      name: 'refunds_mine',
      select: `
        SELECT ${refundColumns}, m.name AS merchant_name
        FROM refunds r JOIN worlds w ON w.id = r.world
        JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id`,
      prefix: 'rfd',
      id: 'r.id',
      createdAt: 'r.created_at',
      walk: { table: 'refunds r', by: [['r.customer = ?', caller.person!.identifier]] },
      where: [
        ['w.livemode = ?', caller.livemode],
        ['r.payment_id = ?', query.payment],
        ['r.status = ?', query.status],
        ['r.currency = ?', query.currency],
      ],
      few: query.payment !== undefined,
    },
    query,
  );
  return renderList(url, page.rows.map(renderReceived), page.hasMore);
}
