import type { listPayments } from '../../../contract/src/payments.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Caller } from '../command.ts';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { hasReference } from '../references.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findPayment, type PaymentRow, paymentColumns } from './store.ts';
import { renderPayment } from './view.ts';

export async function readPayment(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<PaymentRow>(findPayment, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return renderPayment(row);
}

/** Succeeded payments are dense, so the primary key finds a page of them. The others may be rare: each has an index. */
export function whereStatus(status: string | undefined): string {
  if (status === 'succeeded') return 'p.status = ?';
  return `p.status = ? AND ${status === 'failed' ? 'p.failed_at' : 'p.due_at'} IS NOT NULL`;
}

export async function listOwnPayments(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listPayments>,
  url: string,
): Promise<string> {
  const page = await pageOfPayments(db, caller.world, query);
  return renderList(url, page.rows.map(renderPayment), page.hasMore);
}

/** @throws Refusal where it is no phone */
export function readCustomer(typed: string | undefined): string | undefined {
  const customer = typed === undefined ? undefined : toE164(typed);
  if (customer === null)
    throw invalidField('customer', 'must be a phone number in international format; in a URL, + is %2B');
  return customer;
}

export async function pageOfPayments(db: Database, world: number, query: QueryOf<typeof listPayments>) {
  return readPage<PaymentRow>(
    db,
    {
      name: 'payments_list',
      select: `SELECT ${paymentColumns} FROM payments p JOIN worlds w ON w.id = p.world`,
      prefix: 'pay',
      id: 'p.id',
      createdAt: 'p.created_at',
      where: [
        ['p.world = ?', world],
        [whereStatus(query.status), query.status],
        ['p.currency = ?', query.currency],
        ['p.customer = ?', readCustomer(query.customer)],
        [hasReference('p.reference'), query.reference],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
}
