import { AnyPayment, type listAnyPayments } from '../../../contract/src/operator-payments.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { recordRead } from '../audit/record.ts';
import { readTimeline } from '../dashboard/timeline.ts';
import type { Database } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { emptyPage, type Page, readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { readCustomer } from '../payments/payers.ts';
import { pageOfPayments } from '../payments/read.ts';
import { findPayment, type PaymentRow, paymentColumns } from '../payments/store.ts';
import { viewPayment } from '../payments/view.ts';
import { findOwnedWorld, findWorldOfIntegration, type OwnedWorld, ownerColumns } from './find-owned-world.ts';

const serialise = serialiser<AnyPayment>(AnyPayment);
const render = (row: PaymentRow, { integration, merchant }: Omit<OwnedWorld, 'world' | 'livemode'>) =>
  serialise({ ...viewPayment(row), integration, merchant });

type Query = QueryOf<typeof listAnyPayments>;

/** Payments of a customer or of an integration, once the audit log records whose the operator found. */
export async function findPayments(
  db: Database,
  caller: Caller,
  query: Query,
  url: string,
  asked: Asked,
  live: boolean,
): Promise<string> {
  const { rows, hasMore } =
    query.integration === undefined
      ? await pageOfCustomer(db, query)
      : await pageOfIntegration(db, { ...query, integration: query.integration }, live);
  const payments = rows.map(({ id }) => id);
  const target = query.integration ?? 'payments';
  await recordRead(db, { caller, ...asked }, { action: 'payment.listed', target, after: { payments } });
  return renderList(
    url,
    rows.map((row) => render(row, row)),
    hasMore,
  );
}

async function pageOfIntegration(db: Database, query: Query & { readonly integration: string }, live: boolean) {
  const owned = await findWorldOfIntegration(db, query.integration, query.mode ? query.mode === 'live' : live);
  if (!owned) return emptyPage;
  const page = await pageOfPayments(db, owned.world, query);
  return { ...page, rows: page.rows.map((row) => ({ ...row, ...owned })) };
}

/** Payments of this customer at all integrations. */
function pageOfCustomer(db: Database, query: Query): Promise<Page<PaymentRow & OwnedWorld>> {
  if (query.customer === undefined) throw invalidField('customer', 'required_without', { other: 'integration' });
  return readPage(
    db,
    {
      name: 'operators_find_payments',
      select: `
        SELECT ${paymentColumns}, ${ownerColumns}
        FROM payments p JOIN worlds w ON w.id = p.world JOIN integrations i ON i.id = w.integration_id`,
      prefix: 'pay',
      id: 'p.id',
      createdAt: 'p.created_at',
      walk: { table: 'payments p', by: [['p.customer = ?', readCustomer(query.customer)]] },
      where: [
        ['w.livemode = ?', query.mode && query.mode === 'live'],
        ['p.status = ?', query.status],
        ['p.currency = ?', query.currency],
        [hasReference('p.reference'), query.reference],
      ],
    },
    query,
  );
}

/** Any payment, once the access is in the audit log. */
export async function readAnyPayment(db: Database, caller: Caller, { id }: { id: string }, asked: Asked) {
  const owned = await findOwnedWorld(db, id);
  const row = await db.find<PaymentRow>(findPayment, { world: owned.world, id });
  if (!row) throw new Refusal('not_found');
  await recordRead(db, { caller, ...asked }, { action: 'payment.read', target: id });
  return render(row, owned);
}

/** The timeline of any payment, once the access is in the audit log. */
export async function readAnyTimeline(
  db: Database,
  caller: Caller,
  query: { readonly id: string; readonly limit?: number },
  url: string,
  asked: Asked,
): Promise<string> {
  const { id } = query;
  const { world } = await findOwnedWorld(db, id);
  await recordRead(db, { caller, ...asked }, { action: 'payment.timeline_read', target: id });
  return readTimeline(db, { ...caller, world }, query, url);
}
