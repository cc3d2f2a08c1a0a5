import { MOST_COUNTED, type PaymentStatus } from '../../../contract/src/payments.ts';
import type { Database } from '../db/database.ts';
import { type Condition, LIST_MS, MOST_READ, statementName, timeConditions, walkIn, whileCheap } from '../http/list.ts';
import { findPayers } from './payers.ts';
import { conditionsOf, type PaymentQuery, readCustomer, walkOf, walksOfAmount } from './read.ts';

/** Payments of one status and currency. */
export type Counted = {
  readonly status: PaymentStatus;
  readonly currency: string;
  readonly count: number;
  readonly amount: bigint;
};
export type PaymentCount = {
  /** False: more payments match than were counted. */
  readonly exact: boolean;
  readonly counted: readonly Counted[];
};

type Source = {
  /** The tables after FROM, with the payment as `p`. `?` is `values`. */
  readonly from: string;
  readonly values?: readonly string[];
  /** The id in the index that is read. */
  readonly id: string;
  readonly createdAt: string;
  /** Conditions that the index answers. */
  readonly by: readonly Condition[];
  /** Every payment that matches meets exactly one of these conditions, and each has an index. */
  readonly either?: readonly Condition[];
  readonly where: readonly Condition[];
};

/** Where to count; null if no payment matches. */
async function sourceOf(db: Database, world: number, query: PaymentQuery): Promise<Source | null> {
  const { checkout_session: session, link, customer, phone, reference } = query;
  const ofWorld: Condition = ['p.world = ?', world];
  const own = { from: 'payments p', id: 'p.id', createdAt: 'p.created_at', where: conditionsOf(query) };
  if (session !== undefined || link !== undefined) {
    return {
      ...own,
      from: 'checkout_attempts a JOIN payments p ON p.world = a.world AND p.id = a.payment_id',
      ...{ id: 'a.payment_id', createdAt: 'a.created_at' },
      by: [['a.world = ?', world], session === undefined ? ['a.link_id = ?', link] : ['a.session_id = ?', session]],
      where: [['a.link_id = ?', session === undefined ? undefined : link], ...own.where],
    };
  }
  const either = walksOfAmount(query);
  if (either.length > 0) return { ...own, by: [ofWorld], either };
  if (reference !== undefined) return { ...own, by: [ofWorld, ...own.where], where: [] };
  if (customer !== undefined)
    return { ...own, by: [['p.customer = ?', readCustomer(customer)]], where: [ofWorld, ...own.where] };
  const values = phone === undefined ? null : await findPayers(db, world, phone);
  if (!values) return { ...own, by: [ofWorld, walkOf(query)] };
  if (values.length === 0) return null;
  const from = `string_to_table(?, ' ') AS probe (value), LATERAL (
    SELECT * FROM payments o WHERE o.customer = probe.value ORDER BY o.customer DESC, o.id DESC OFFSET 0) p`;
  return { ...own, from, values, by: [ofWorld] };
}

type Row = { read: number; fitting: number; status: PaymentStatus | null; currency: string; count: number };

/**
 * Counts the payments of a list, the newest first. It reads at most MOST_READ payments and counts at most MOST_COUNTED.
 * @throws Refusal list_too_expensive
 */
export async function countPayments(db: Database, world: number, query: PaymentQuery): Promise<PaymentCount> {
  const source = await sourceOf(db, world, query);
  return source ? countIn(db, source, query) : { exact: true, counted: [] };
}

async function countIn(db: Database, source: Source, query: PaymentQuery): Promise<PaymentCount> {
  const { shown, bounds } = timeConditions({ ...source, prefix: 'pay' }, query);
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const all = (conditions: readonly Condition[]) =>
    conditions
      .filter(([, value]) => value !== undefined)
      .map(([text, value]) => text.replace('?', () => place(value)))
      .join(' AND ') || 'true';
  const where = [...source.where, ...shown];
  // The order of a probe would sort all of its payments.
  const order = source.values ? '' : `ORDER BY ${source.id} DESC`;
  const few = query.reference === undefined ? order : '';
  const limit = place(where.some(([, value]) => value !== undefined) ? MOST_READ + 1 : MOST_COUNTED + 1);
  const table = source.from.replace('?', () => place(source.values?.join(' ')));
  const text = `
    WITH read AS MATERIALIZED (
      SELECT p.status, p.currency, p.amount, ${all(where)} AS fits
      FROM ${walkIn({ ...source, table }, bounds, order, all)} ${few} LIMIT ${limit}),
    counted AS (
      SELECT status, currency, count(*)::int AS count, sum(amount)::text AS amount
      FROM (SELECT * FROM read WHERE fits LIMIT ${MOST_COUNTED}) f GROUP BY status, currency)
    SELECT r.read, r.fitting, c.* FROM (
      SELECT count(*)::int AS read, (count(*) FILTER (WHERE fits))::int AS fitting FROM read) r
    LEFT JOIN counted c ON true`;
  const statement = { name: statementName('payments_count', text), text, withinMs: LIST_MS };
  const rows = await whileCheap(db.query<Row & { amount: string }>(statement, values));
  const { read, fitting } = rows[0]!;
  const counted = rows.flatMap(({ status, currency, count, amount }) =>
    status === null ? [] : [{ status, currency, count, amount: BigInt(amount) }],
  );
  return { exact: read < Number(values[Number(limit.slice(1)) - 1]) && fitting <= MOST_COUNTED, counted };
}
