import type { QueryOf } from '../../../contract/src/route.ts';
import type { listCounterPayments, listSales, listShifts } from '../../../contract/src/tills.ts';
import type { Database, Queries } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { idsOf } from './shift-bounds.ts';
import {
  type SaleRow,
  type ShiftRow,
  selectSale,
  selectSalesFrom,
  selectShift,
  selectShiftsFrom,
  selectTotal,
  type TotalRow,
} from './store.ts';
import { type CounterRow, renderCounterPayment, renderSale, renderShift, renderShiftTotal } from './view.ts';

async function findShift(db: Queries, world: number, id: string): Promise<ShiftRow> {
  const [row] = await db.query<ShiftRow>(selectShift, [world, id]);
  if (!row) throw new Refusal('not_found');
  return row;
}

export async function readShift(db: Queries, { world }: Caller, { id }: { id: string }): Promise<string> {
  const shift = await findShift(db, world, id);
  const { link_id, started_at, ended_at } = shift;
  const [total] = await db.query<TotalRow>(selectTotal, [world, id, ...idsOf(shift), link_id, started_at, ended_at]);
  return renderShiftTotal(shift, total!);
}

export async function listOwnShifts(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof listShifts>,
  url: string,
): Promise<string> {
  const listing = {
    name: 'shifts_list',
    select: selectShiftsFrom,
    prefix: 'shf',
    id: 'h.id',
    createdAt: 'h.started_at',
    walk: {
      table: 'shifts h',
      by: [
        ['h.world = ?', world],
        ['h.link_id = ?', query.link],
      ],
    },
    where: [['(h.ended_at IS NULL) = ?', query.status === undefined ? undefined : query.status === 'open']],
  } as const;
  const page = await readPage<ShiftRow>(db, listing, query);
  return renderList(url, page.rows.map(renderShift), page.hasMore);
}

/** The paid sessions of the printed code that were opened while the shift was open. */
export async function listOwnCounterPayments(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof listCounterPayments>,
  url: string,
): Promise<string> {
  const shift = await findShift(db, world, query.id);
  const [from, to] = idsOf(shift);
  const listing = {
    name: 'counter_payments_list',
    select: `SELECT c.id, c.payment_id, c.amount, c.currency, c.created_at, c.completed_at, s.id AS sale
      FROM checkout_sessions c LEFT JOIN sales s ON s.world = c.world AND s.tied_session = c.id`,
    prefix: 'cs',
    id: 'c.id',
    createdAt: 'c.created_at',
    walk: {
      table: 'checkout_sessions c',
      by: [
        ['c.world = ?', world],
        ['c.link_id = ?', shift.link_id],
        ['c.id >= ?', from],
        ['c.id < ?', to],
      ],
    },
    where: [
      ["c.status = 'completed'", true],
      ['c.created_at >= ?', shift.started_at],
      ['c.created_at < ?', shift.ended_at ?? undefined],
    ],
  } as const;
  const { id: _shift, ...paging } = query;
  const page = await readPage<CounterRow>(db, listing, paging);
  return renderList(url, page.rows.map(renderCounterPayment), page.hasMore);
}

export async function readSale(db: Queries, { world }: Caller, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<SaleRow>(selectSale, [world, id]);
  if (!row) throw new Refusal('not_found');
  return renderSale(row);
}

export async function listOwnSales(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof listSales>,
  url: string,
): Promise<string> {
  const listing = {
    name: 'sales_list',
    select: selectSalesFrom,
    prefix: 'sale',
    id: 's.id',
    createdAt: 's.created_at',
    walk: {
      table: 'sales s',
      by: [
        ['s.world = ?', world],
        ['s.shift_id = ?', query.shift],
      ],
    },
    where: [],
  } as const;
  const page = await readPage<SaleRow>(db, listing, query);
  return renderList(url, page.rows.map(renderSale), page.hasMore);
}
