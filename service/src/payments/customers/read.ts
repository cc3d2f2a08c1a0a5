import type { CustomerFile, listCustomers } from '../../../../contract/src/customers.ts';
import { MOST_COUNTED } from '../../../../contract/src/payments.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import type { Database } from '../../db/database.ts';
import { type Condition, emptyPage, MOST_READ, readPage, renderList, whileCheap } from '../../http/list.ts';
import { toJson } from '../../http/serialise.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { countPayments } from '../count.ts';
import { containsPhone, findPayerPhones, phonePattern } from '../payers.ts';
import {
  type CountedRefunds,
  type CustomerRow,
  countRefunds,
  findCustomer,
  type NoteRow,
  notesOfCustomer,
  selectCustomers,
  selectFirstPayment,
  selectPayerOf,
} from './store.ts';
import { viewCustomer, viewNote } from './view.ts';

type Query = QueryOf<typeof listCustomers>;

export async function listOwnCustomers(db: Database, caller: Caller, query: Query, url: string): Promise<string> {
  const page = await pageOfCustomers(db, caller.world, query);
  return renderList(
    url,
    page.rows.map((row) => toJson(viewCustomer(row))),
    page.hasMore,
  );
}

/** Few phones are found by their key. If many have the typed digits, a walk meets them soon. */
export async function pageOfCustomers(db: Database, world: number, query: Query) {
  const phones = await phonesOf(db, world, query);
  if (phones?.length === 0) return emptyPage;
  const where: Condition[] = [
    ['y.phone = ANY (?::text[])', phones ?? undefined],
    [containsPhone('y.phone'), query.q === undefined ? undefined : phonePattern(query.q)],
  ];
  return readPage<CustomerRow>(
    db,
    {
      ...{ name: 'payers_list', select: selectCustomers, prefix: 'cus', id: 'y.id', createdAt: 'y.created_at' },
      where: [['y.world = ?', world], ...where],
      few: phones !== null,
      ...(phones === null ? { walk: { table: 'payers y', by: [['y.world = ?', world]] } } : {}),
    },
    query,
  );
}

/** The phones that the filters leave; null if they are many, or all. */
async function phonesOf(db: Database, world: number, { q, payment }: Query): Promise<string[] | null> {
  if (payment !== undefined) {
    const found = await db.query<{ phone: string }>(selectPayerOf, [world, payment]);
    return found.map(({ phone }) => phone);
  }
  return q === undefined ? null : findPayerPhones(db, world, q);
}

/** A customer with everything that the customer's page shows. */
export async function readCustomerFile(db: Database, { world }: Caller, { id }: { readonly id: string }) {
  const [row] = await whileCheap(db.query<CustomerRow>(findCustomer, [world, id]));
  if (!row) throw new Refusal('not_found');
  // One statement after the other, so that a page takes one connection at most.
  const payments = await countPayments(db, world, { customer: row.phone });
  const refunds = await readRefundCount(db, world, row.phone);
  const [first] = await whileCheap(db.query<{ created_at: Date }>(selectFirstPayment, [world, id]));
  const notes = await db.query<NoteRow>(notesOfCustomer, [world, row.phone]);
  const count = (status?: string) =>
    payments.counted.reduce((sum, one) => (!status || one.status === status ? sum + one.count : sum), 0);
  const file: CustomerFile = {
    ...viewCustomer(row),
    first_payment_at: first?.created_at.toISOString() ?? null,
    payments: {
      ...{ exact: payments.exact, count: count(), failed: count('failed') },
      succeeded: byCurrency(payments.counted),
    },
    refunds,
    notes: notes.map(viewNote),
  };
  return toJson(file);
}

type Sum = { readonly status: string; readonly currency: string; readonly count: number; readonly amount: bigint };

const byCurrency = (sums: readonly Sum[]): CustomerFile['refunds']['succeeded'] =>
  sums
    .filter(({ status }) => status === 'succeeded')
    .map(({ currency, count, amount }) => ({ currency, count, amount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));

async function readRefundCount(db: Database, world: number, phone: string): Promise<CustomerFile['refunds']> {
  const rows = await whileCheap(db.query<CountedRefunds>(countRefunds, [world, phone]));
  const sums = rows.flatMap(({ status, currency, count, amount }) =>
    status === null ? [] : [{ status, currency, count, amount: BigInt(amount) }],
  );
  const count = sums.reduce((sum, one) => sum + one.count, 0);
  return { exact: rows[0]!.read <= MOST_READ && count <= MOST_COUNTED, count, succeeded: byCurrency(sums) };
}
