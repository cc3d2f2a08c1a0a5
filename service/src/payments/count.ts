import { MOST_COUNTED, type PaymentStatus } from '../../../contract/src/payments.ts';
import type { Database } from '../db/database.ts';
import {
  type Condition,
  LIST_MS,
  MOST_READ,
  statementName,
  timeConditions,
  unlessExpensive,
  walkIn,
  whileCheap,
} from '../http/list.ts';
import { findPayerPhones, withPhone } from './payers.ts';
import { conditionsOf, type PaymentQuery, walkOf, walksOfAmount } from './read.ts';

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
  /** The index also has payments of other merchants. */
  readonly ofAll?: boolean;
};

const ofWorld = (world: number): Condition => ['p.world = ?', world];
const ownOf = (query: PaymentQuery) => ({
  ...{ from: 'payments p', id: 'p.id', createdAt: 'p.created_at' },
  where: conditionsOf(query),
});
const worldOf = (world: number, query: PaymentQuery): Source => {
  return { ...ownOf(query), by: [ofWorld(world), walkOf(world, query)] };
};

/** Where to count; null if no payment matches. */
async function sourceOf(db: Database, world: number, query: PaymentQuery): Promise<Source | null> {
  const { checkout_session: session, link, customer, phone, reference } = query;
  const own = ownOf(query);
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
  if (either.length > 0) return { ...own, by: [ofWorld(world)], either };
  if (reference !== undefined) return { ...own, by: [ofWorld(world), ...own.where], where: [] };
  if (customer !== undefined)
    return {
      ...own,
      by: [['p.customer = ?', customer]],
      where: [ofWorld(world), ...own.where],
      ofAll: true,
    };
  const values = phone === undefined ? null : await unlessExpensive(findPayerPhones(db, world, phone));
  if (!values) return worldOf(world, query);
  if (values.length === 0) return null;
  const from = `string_to_table(?, ' ') AS probe (value), LATERAL (
    SELECT * FROM payments o WHERE o.customer = probe.value ORDER BY o.customer DESC, o.id DESC OFFSET 0) p`;
  return { ...own, from, values, by: [ofWorld(world)], ofAll: true };
}

type Row = { read: number; fitting: number; status: PaymentStatus | null; currency: string; count: number };

/**
 * Counts the payments of a list, the newest first. It reads at most MOST_READ payments and counts at most MOST_COUNTED.
 * If a customer has too many payments at other merchants, it walks the world's payments instead, as the list does.
 * @throws Refusal list_too_expensive
 */
export async function countPayments(db: Database, world: number, given: PaymentQuery): Promise<PaymentCount> {
  const query = await withPhone(db, world, given);
  const source = query && (await sourceOf(db, world, query));
  if (!source) return { exact: true, counted: [] };
  if (!source.ofAll) return countIn(db, source, query);
  const count = await unlessExpensive(countIn(db, source, query));
  return count?.exact || count?.isFull ? count : countIn(db, worldOf(world, query), query);
}

/** `isFull`: MOST_COUNTED were counted. */
type SourceCount = PaymentCount & { readonly isFull: boolean };

async function countIn(db: Database, source: Source, query: PaymentQuery): Promise<SourceCount> {
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
  const isFull = fitting > MOST_COUNTED;
  return { exact: read < Number(values[Number(limit.slice(1)) - 1]) && !isFull, isFull, counted };
}
