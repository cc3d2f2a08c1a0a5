import type { getPaymentTotals, listPayments } from '../../../contract/src/payments.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { isDecided } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import {
  type Condition,
  emptyPage,
  type Page,
  type Probe,
  readPage,
  renderList,
  unlessExpensive,
} from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { containsPhone, findPayerPhones, phonePattern, withPhone } from './payers.ts';
import { findShownPayment, type PaymentRow, paymentColumns, type WithReceipt } from './store.ts';
import { renderPayment } from './view.ts';

/** The address of a record's receipt. */
export type ReceiptUrlOf = (row: WithReceipt) => string | null;

export async function readPayment(
  db: Database,
  { world }: Caller,
  { id }: { id: string },
  receiptUrlOf: ReceiptUrlOf,
): Promise<string> {
  const row = await db.find<PaymentRow & WithReceipt>(findShownPayment, { world, id });
  if (!row) throw new Refusal('not_found');
  return renderPayment(row, { receipt_url: receiptUrlOf(row) });
}

/** Payments whose money is held, by the index of open holds. */
const heldIn = `p.id = ANY (ARRAY(
  SELECT h.id FROM wallet_holds h WHERE h.world = ? AND h.status = 'open' AND h.id >= 'pay'))`;

/**
 * The filter that has an index, the rarest first. Succeeded payments are dense: the primary key finds a page of them
 * quickly.
 */
export function walkOf(world: number, { status, currency, branch }: PaymentQuery): Condition {
  if (branch !== undefined) return ['p.branch_id = ?', branch];
  if (status === 'requires_capture') return [heldIn, world];
  if (status === 'failed') return ['p.failed_at IS NOT NULL', true];
  if (status !== undefined && status !== 'succeeded') return ['p.due_at IS NOT NULL', true];
  return ['p.currency = ?', currency];
}

export async function listOwnPayments(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listPayments>,
  url: string,
): Promise<string> {
  const page = await pageOfPayments(db, caller.world, query);
  return renderList(
    url,
    page.rows.map((row) => renderPayment(row)),
    page.hasMore,
  );
}

/** The query of the list and of the totals. Once read, its customer is a phone. */
export type PaymentQuery = QueryOf<typeof getPaymentTotals>;
type Query = QueryOf<typeof listPayments>;

/**
 * A customer's index also holds payments of other merchants. If those are too many, the list walks the world's payments
 * instead.
 */
export async function pageOfPayments(db: Database, world: number, given: Query): Promise<Page<PaymentRow>> {
  const query = await withPhone(db, world, given);
  if (!query) return emptyPage;
  if (query.checkout_session !== undefined || query.link !== undefined) return pageOfAttempts(db, world, query);
  const ofWorld: Condition = ['p.world = ?', world];
  const either = walksOfAmount(query);
  if (either.length > 0) return walkPayments(db, [ofWorld], query, [], { either });
  // A reference has one payment.
  if (query.reference !== undefined || (query.customer === undefined && query.phone === undefined))
    return walkPayments(db, [ofWorld, walkOf(world, query)], query);
  const page = await unlessExpensive(
    query.customer === undefined
      ? pageOfPhones(db, world, query, query.phone!)
      : walkPayments(db, [['p.customer = ?', query.customer]], query, [ofWorld]),
  );
  return page ?? walkPayments(db, [ofWorld], query);
}

/**
 * The index of amounts has only payments that no rail is asked about. The others are few. Empty if another filter is
 * rarer.
 */
export function walksOfAmount({ amount, status, customer, reference }: PaymentQuery): Condition[] {
  if (amount === undefined || customer !== undefined || reference !== undefined) return [];
  const final: Condition = ['p.due_at IS NULL AND p.amount = ?', amount];
  const open: Condition = ['p.due_at IS NOT NULL', true];
  if (status === undefined) return [final, open];
  return [isDecided(status) ? final : open];
}

/** The payments of all payers with these digits. If they are many, their payments are dense, and a walk meets them. */
async function pageOfPhones(db: Database, world: number, query: Query, part: string) {
  const ofWorld: Condition = ['p.world = ?', world];
  const values = await findPayerPhones(db, world, part);
  if (values?.length === 0) return emptyPage;
  if (!values) return walkPayments(db, [ofWorld, walkOf(world, query)], query);
  return walkPayments(db, [], query, [ofWorld], { probe: { column: 'p.customer', values } });
}

/** The conditions of the filters that a payment's own row answers. */
export const conditionsOf = (query: PaymentQuery): Condition[] => [
  ['p.status = ?', query.status],
  ['p.currency = ?', query.currency],
  ['p.amount = ?', query.amount],
  ['p.customer = ?', query.customer],
  [containsPhone('p.customer'), query.phone === undefined ? undefined : phonePattern(query.phone)],
  [hasReference('p.reference'), query.reference],
  ['p.branch_id = ?', query.branch],
];

function walkPayments(
  db: Database,
  by: readonly Condition[],
  query: Query,
  more: readonly Condition[] = [],
  { either, probe }: { readonly either?: readonly Condition[]; readonly probe?: Probe } = {},
) {
  return readPage<PaymentRow>(
    db,
    {
      name: 'payments_list',
      select: `SELECT ${paymentColumns} FROM payments p JOIN worlds w ON w.id = p.world`,
      prefix: 'pay',
      id: 'p.id',
      createdAt: 'p.created_at',
      walk: { table: 'payments p', by, ...(either ? { either } : {}) },
      where: [...more, ...conditionsOf(query)],
      few: query.reference !== undefined,
      ...(probe ? { probe } : {}),
    },
    query,
  );
}

/** The payments of a checkout session or a payment link, by the index of their attempts. */
function pageOfAttempts(db: Database, world: number, query: Query) {
  const { checkout_session: session, link } = query;
  const by: Condition[] = [
    ['a.world = ?', world],
    session === undefined ? ['a.link_id = ?', link] : ['a.session_id = ?', session],
  ];
  return readPage<PaymentRow>(
    db,
    {
      name: 'payments_list_attempts',
      select: `
        SELECT ${paymentColumns} FROM checkout_attempts a
        JOIN payments p ON p.world = a.world AND p.id = a.payment_id JOIN worlds w ON w.id = p.world`,
      prefix: 'pay',
      id: 'a.payment_id',
      createdAt: 'a.created_at',
      walk: { table: 'checkout_attempts a', by },
      where: [['a.link_id = ?', session === undefined ? undefined : link], ...conditionsOf(query)],
    },
    query,
  );
}
