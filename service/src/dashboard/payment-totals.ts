import { type PaymentStatus, type PaymentTotals, paymentStatuses } from '../../../contract/src/payments.ts';
import type { Database, Statement } from '../db/database.ts';
import { isCanceled } from '../db/failure.ts';
import { idsBetween, LIST_MS, readTimeFilter, whileCheap } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { type Counted, countPayments } from '../payments/count.ts';
import type { PaymentQuery } from '../payments/read.ts';
import { createDayCache } from './day-cache.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS = 92;

type HourCount = Counted & { readonly hour: number };

const countHours: Statement = {
  name: 'payments_count_hours',
  withinMs: LIST_MS,
  text: `
    SELECT (floor(extract(epoch FROM p.created_at) / 3600) * 3600000)::float8 AS hour, p.status, p.currency,
           count(*)::int AS count, sum(p.amount)::text AS amount
    FROM payments p
    WHERE p.world = $1 AND p.id >= $2 AND p.id < $3 AND p.created_at >= $4 AND p.created_at < $5 GROUP BY 1, 2, 3`,
};

async function readSpan(db: Database, world: number, start: number, end: number): Promise<HourCount[]> {
  const values = [world, ...idsBetween('pay', start, end), new Date(start), new Date(end)];
  const rows = await db.query<Omit<HourCount, 'amount'> & { amount: string }>(countHours, values);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** A day with too many payments for one statement is read hour by hour. */
async function readDay(db: Database, world: number, start: number): Promise<HourCount[]> {
  try {
    return await readSpan(db, world, start, start + DAY_MS);
  } catch (error) {
    if (!isCanceled(error)) throw error;
  }
  const hours: HourCount[] = [];
  for (let hour = start; hour < start + DAY_MS; hour += HOUR_MS)
    hours.push(...(await whileCheap(readSpan(db, world, hour, hour + HOUR_MS))));
  return hours;
}

const floor = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
const isFinal = ({ status }: Counted) => status === 'succeeded' || status === 'failed';

/** The times of a query whose sums by hour are enough; null for any other query. */
function hoursOf(query: PaymentQuery, now: number): { readonly since: number; readonly until: number } | null {
  const { status: _status, currency: _currency, 'created_at[gte]': since, 'created_at[lt]': until, ...others } = query;
  if (since === undefined || Object.values(others).some((value) => value !== undefined)) return null;
  const from = readTimeFilter('created_at[gte]', since);
  const to = until === undefined ? floor(now, HOUR_MS) + HOUR_MS : readTimeFilter('created_at[lt]', until);
  const isWhole = from % HOUR_MS === 0 && to % HOUR_MS === 0;
  return isWhole && to - from <= MOST_DAYS * DAY_MS
    ? { since: from, until: Math.min(to, floor(now, HOUR_MS) + HOUR_MS) }
    : null;
}

/** Counts and sums of the list of payments, at a bounded cost. */
export function createPaymentTotals(now: () => number = Date.now) {
  const cached = createDayCache<HourCount>(now, (row) => !isFinal(row));
  return async (db: Database, { world, livemode }: Caller, query: PaymentQuery): Promise<string> => {
    const { exact, counted } = await countPayments(db, world, query);
    const span = exact ? null : hoursOf(query, now());
    if (!span) return render(livemode, exact, counted);
    const { status, currency } = query;
    const hours: HourCount[] = [];
    // One day after the other, so that totals take one connection at most.
    for (let start = floor(span.since, DAY_MS); start < span.until; start += DAY_MS)
      hours.push(...(await cached(`${world} ${start}`, start, () => readDay(db, world, start))));
    const within = hours.filter(
      (row) =>
        row.hour >= span.since &&
        row.hour < span.until &&
        (status === undefined || row.status === status) &&
        (currency === undefined || row.currency === currency),
    );
    return render(livemode, true, within);
  };
}

function render(livemode: boolean, exact: boolean, counted: readonly Counted[]): string {
  const count = (of: readonly Counted[]) => of.reduce((sum, one) => sum + one.count, 0);
  const byStatus = paymentStatuses.map((status) => [status, count(counted.filter((one) => one.status === status))]);
  const succeeded = counted.filter(({ status }) => status === 'succeeded');
  const currencies = [...new Set(succeeded.map(({ currency }) => currency))].sort();
  return toJson({
    object: 'payment_totals',
    livemode,
    exact,
    count: count(counted),
    by_status: Object.fromEntries(byStatus) as Record<PaymentStatus, number>,
    succeeded: currencies.map((currency) => {
      const own = succeeded.filter((one) => one.currency === currency);
      return { currency, count: count(own), amount: own.reduce((sum, { amount }) => sum + amount, 0n) };
    }),
  } satisfies PaymentTotals);
}
