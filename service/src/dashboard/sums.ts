import type { Database, Statement } from '../db/database.ts';
import { isCanceled } from '../db/failure.ts';
import { idsBetween, LIST_MS, whileCheap } from '../http/list.ts';

/** Payments and refunds that were created in one hour. */
export type Sums = {
  readonly hour: number;
  created: number;
  succeeded: number;
  failed: number;
  /** Payments and refunds that are not final. */
  open: number;
  volume: bigint;
  /** Less what the succeeded refunds of this hour returned: negative if they returned more. The same for taxes. */
  fees: bigint;
  taxes: bigint;
  refunds: number;
  refunded: bigint;
  readonly failures: Map<string, number>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const hourOf = (column: string) => `(floor(extract(epoch FROM ${column}) / 3600) * 3600000)::float8`;
const within = (table: string) => `
  ${table}.world = $1 AND ${table}.currency = $2 AND ${table}.id >= $3 AND ${table}.id < $4
  AND ${table}.created_at >= $5 AND ${table}.created_at < $6`;

const ofPayments = `
    SELECT ${hourOf('p.created_at')} AS hour, p.status, p.failure->>'code' AS code, count(*)::int AS count,
           sum(p.amount)::bigint AS amount, sum(p.fee)::bigint AS fees, sum(p.tax)::bigint AS taxes
    FROM payments p WHERE ${within('p')}`;
const sumPayments: Statement = {
  name: 'summary_payments',
  withinMs: LIST_MS,
  text: `${ofPayments} GROUP BY 1, 2, 3`,
};
const sumPaymentsOfBranch: Statement = {
  name: 'summary_payments_of_branch',
  withinMs: LIST_MS,
  text: `${ofPayments} AND p.branch_id = $7 GROUP BY 1, 2, 3`,
};

const ofRefunds = `
    SELECT ${hourOf('r.created_at')} AS hour, r.status, count(*)::int AS count, sum(r.amount)::bigint AS amount,
           sum(r.fee_returned)::bigint AS fees, sum(r.tax_returned)::bigint AS taxes
    FROM refunds r WHERE ${within('r')}`;
const sumRefunds: Statement = {
  name: 'summary_refunds',
  withinMs: LIST_MS,
  text: `${ofRefunds} GROUP BY 1, 2`,
};
const sumRefundsOfBranch: Statement = {
  name: 'summary_refunds_of_branch',
  withinMs: LIST_MS,
  text: `${ofRefunds} AND EXISTS (
      SELECT FROM payments p WHERE p.world = r.world AND p.id = r.payment_id AND p.branch_id = $7) GROUP BY 1, 2`,
};

/** `fees` and `taxes` are what refunds returned, or payments paid. */
type RefundSum = { hour: number; status: string; count: number; amount: bigint; fees: bigint; taxes: bigint };
type PaymentSum = RefundSum & { code: string | null };

export type SumsPlace = { readonly world: number; readonly currency: string; readonly branch: string | undefined };

/**
 * The hours of a day that have payments. A million payments are too many for one statement, so they are read hour by
 * hour.
 * @throws Refusal list_too_expensive when one hour has too many
 */
export async function readDay(db: Database, place: SumsPlace, start: number): Promise<Sums[]> {
  const end = start + DAY_MS;
  try {
    return await readSpan(db, place, start, end);
  } catch (error) {
    if (!isCanceled(error)) throw error;
  }
  const hours: Sums[] = [];
  for (let hour = start; hour < end; hour += HOUR_MS)
    hours.push(...(await whileCheap(readSpan(db, place, hour, hour + HOUR_MS))));
  return hours;
}

/** `start` and `end` are full hours. */
async function readSpan(
  db: Database,
  { world, currency, branch }: SumsPlace,
  start: number,
  end: number,
): Promise<Sums[]> {
  const times = [new Date(start), new Date(end)];
  const values = (prefix: string) => [
    ...[world, currency, ...idsBetween(prefix, start, end), ...times],
    ...(branch === undefined ? [] : [branch]),
  ];
  const hours = new Map<number, Sums>();
  const at = (hour: number): Sums => {
    const known = hours.get(hour);
    if (known) return known;
    const counts = { created: 0, succeeded: 0, failed: 0, open: 0, refunds: 0 };
    const amounts = { volume: 0n, fees: 0n, taxes: 0n, refunded: 0n };
    const sums = { hour, ...counts, ...amounts, failures: new Map<string, number>() };
    hours.set(hour, sums);
    return sums;
  };
  for (const row of await db.query<PaymentSum>(
    branch === undefined ? sumPayments : sumPaymentsOfBranch,
    values('pay'),
  )) {
    const sums = at(row.hour);
    sums.created += row.count;
    if (row.status === 'succeeded') {
      sums.succeeded += row.count;
      sums.volume += row.amount;
      sums.fees += row.fees;
      sums.taxes += row.taxes;
    } else if (row.status === 'failed') {
      sums.failed += row.count;
      sums.failures.set(row.code!, (sums.failures.get(row.code!) ?? 0) + row.count);
    } else sums.open += row.count;
  }
  for (const row of await db.query<RefundSum>(branch === undefined ? sumRefunds : sumRefundsOfBranch, values('rfd'))) {
    const sums = at(row.hour);
    if (row.status === 'succeeded') {
      sums.refunds += row.count;
      sums.refunded += row.amount;
      sums.fees -= row.fees;
      sums.taxes -= row.taxes;
    } else if (row.status === 'pending') sums.open += row.count;
  }
  return [...hours.values()];
}

/** The sum is text: each balance fits a bigint, but their sum may not. */
export const selectBalance: Statement = {
  name: 'summary_balance',
  withinMs: LIST_MS,
  text: `
    SELECT coalesce(sum(b.posted), 0)::text AS total, coalesce(sum(b.held), 0)::text AS reserved
    FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_id = $1 AND w.livemode = $2 AND w.currency = $3`,
};
