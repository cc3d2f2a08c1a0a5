import type { getMyPayment, listMyPayments } from '../../../contract/src/payment-requests.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CodeFrom } from './customer-payment.ts';
import { type CustomerPaymentRow, selectCustomerPayment, selectRequests } from './store.ts';
import { renderRequest } from './view.ts';

/** Payments that merchants ask of the customer, and on request those already paid. */

export async function readMyPayment(
  db: Database,
  caller: Caller,
  { id }: QueryOf<typeof getMyPayment>,
  codeFrom: CodeFrom,
): Promise<string> {
  const [row] = await db.query<CustomerPaymentRow>(selectCustomerPayment, [
    caller.person!.identifier,
    caller.livemode,
    id,
  ]);
  if (!row) throw new Refusal('not_found');
  return renderRequest(row, codeFrom);
}

export async function listPaymentsOfCustomer(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listMyPayments>,
  url: string,
  codeFrom: CodeFrom,
): Promise<string> {
  const { status = 'requires_action' } = query;
  const page = await readPage<CustomerPaymentRow>(
    db,
    {
      name: 'payments_mine',
      select: selectRequests,
      prefix: 'pay',
      id: 'p.id',
      createdAt: 'p.created_at',
      walk: { table: 'payments p', by: [['p.customer = ?', caller.person!.identifier]] },
      where: [
        ['w.livemode = ?', caller.livemode],
        ['p.status = ?', status === 'all' ? undefined : status],
        ['p.currency = ?', query.currency],
      ],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderRequest(row, codeFrom)),
    page.hasMore,
  );
}
