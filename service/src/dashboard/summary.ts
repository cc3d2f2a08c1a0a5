import type { getSummary, Summary } from '../../../contract/src/dashboard.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { dateAt, isTimeZone, nextPeriod, startOfDay } from '../core/periods.ts';
import type { Database } from '../db/database.ts';
import { whileCheap } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField } from '../kernel/refusal.ts';
import { zoneOf } from '../merchants/settings.ts';
import { findSettings } from '../merchants/settings-store.ts';
import { createBalances } from './balances.ts';
import { createDayCache } from './day-cache.ts';
import { readDay, type Sums, type SumsPlace, selectBalance } from './sums.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS = 92;
const STANDARD_DAYS = 30;
/** A summary of up to this length is by hours. */
const BY_HOURS_MS = 48 * HOUR_MS;

/**
 * Sums of payments at a bounded cost: a day of a world and currency is read once and then cached, and today is read
 * again after two seconds at the earliest, however many callers ask.
 */
export function createSummary(now: () => number = Date.now) {
  const cached = createDayCache<Sums>(now, ({ open }) => open > 0);
  const balancesAt = createBalances(now);

  const dayOf = (db: Database, place: SumsPlace, start: number): Promise<Sums[]> =>
    cached(`${place.world} ${place.currency} ${place.branch ?? ''} ${start}`, start, () => readDay(db, place, start));

  return async (db: Database, caller: Caller, query: QueryOf<typeof getSummary>): Promise<string> => {
    const { currency, branch } = query;
    const zone = await zoneOfDays(db, caller, query);
    const [since, until] = readTimes(query, zone, now());
    const all: Sums[] = [];
    // Days are read one after the other, so a summary takes one connection at most.
    for (let start = floor(since, DAY_MS); start < until; start += DAY_MS)
      all.push(...(await dayOf(db, { world: caller.world, currency, branch }, start)));
    const within = all.filter(({ hour }) => hour >= since && hour < until);
    const values = [caller.owner.id, caller.livemode, currency];
    const [balance] = await whileCheap(db.query<{ total: string; reserved: string }>(selectBalance, values));
    const [sum, reserved] = [BigInt(balance!.total), BigInt(balance!.reserved)];
    const interval = until - since <= BY_HOURS_MS ? 'hour' : 'day';
    const periods = periodsOf(within, startsOf(since, until, interval === 'hour' ? null : zone), until);
    const over = periods.map(({ end }) => end).filter((end) => end < now());
    const then = await balancesAt(db, caller, currency, over);
    const summary: Summary = {
      object: 'summary',
      livemode: caller.livemode,
      currency,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
      interval,
      time_zone: zone,
      ...add(within),
      fees: total(within, ({ fees }) => fees),
      taxes: total(within, ({ taxes }) => taxes),
      refunds_count: count(within, ({ refunds }) => refunds),
      success_rate: rateOf(within),
      failures: failuresOf(within),
      balance: { available: sum - reserved, reserved, total: sum },
      periods: periods.map(({ end, ...period }) => ({ ...period, balance: then.get(end) ?? sum })),
    };
    return toJson(summary);
  };
}

const floor = (ms: number, unit: number) => Math.floor(ms / unit) * unit;

/** The zone whose days are the periods: the caller's choice, or the merchant's setting. */
async function zoneOfDays(db: Database, { owner }: Caller, query: QueryOf<typeof getSummary>): Promise<string> {
  const { time_zone: zone } = query;
  if (zone === undefined) return zoneOf(await findSettings(db, owner.id));
  if (isTimeZone(zone)) return zone;
  throw invalidField('time_zone', 'not_time_zone');
}

/** Sums are by UTC hours, so a day of a zone with a half hour begins at the hour before its midnight. */
const dayStart = (date: string, zone: string) => floor(startOfDay(date, zone), HOUR_MS);

/** The starts of the periods: each hour, or without those `since` and each midnight of the zone. */
function startsOf(since: number, until: number, zone: string | null): number[] {
  const starts = [since];
  if (zone === null) {
    for (let hour = since + HOUR_MS; hour < until; hour += HOUR_MS) starts.push(hour);
    return starts;
  }
  for (let date = dateAt(since, zone); ; ) {
    date = nextPeriod(date, 'daily');
    const start = dayStart(date, zone);
    if (start >= until) return starts;
    if (start > since) starts.push(start);
  }
}

function readTimes(query: QueryOf<typeof getSummary>, zone: string, now: number): [since: number, until: number] {
  const read = (param: 'since' | 'until', standard: number) => {
    const ms = query[param] === undefined ? standard : Date.parse(query[param]);
    if (Number.isNaN(ms)) throw invalidField(param, 'not_time');
    return ms;
  };
  // The future has no data yet.
  const until = Math.ceil(Math.min(read('until', now), now) / HOUR_MS) * HOUR_MS;
  // Whole days: a first day that began at this hour would omit its earlier part without saying so.
  const last = Temporal.PlainDate.from(dateAt(until - 1, zone));
  const standard = dayStart(last.subtract({ days: STANDARD_DAYS - 1 }).toString(), zone);
  const since = floor(read('since', standard), HOUR_MS);
  if (since >= until) throw invalidField('since', 'not_in_order', { other: 'until' });
  if (until - since > MOST_DAYS * DAY_MS)
    throw invalidField('since', 'most_days', { maximum: MOST_DAYS, other: 'until' });
  return [since, until];
}

const count = (sums: readonly Sums[], of: (one: Sums) => number) => sums.reduce((all, one) => all + of(one), 0);
const total = (sums: readonly Sums[], of: (one: Sums) => bigint) => sums.reduce((all, one) => all + of(one), 0n);

const add = (sums: readonly Sums[]) => ({
  created_count: count(sums, ({ created }) => created),
  succeeded_count: count(sums, ({ succeeded }) => succeeded),
  failed_count: count(sums, ({ failed }) => failed),
  volume: total(sums, ({ volume }) => volume),
  refunded: total(sums, ({ refunded }) => refunded),
});

function rateOf(sums: readonly Sums[]): number | null {
  const { succeeded_count: succeeded, failed_count: failed } = add(sums);
  return succeeded + failed === 0 ? null : Math.round((succeeded / (succeeded + failed)) * 10_000) / 10_000;
}

function failuresOf(sums: readonly Sums[]): Summary['failures'] {
  const counts = new Map<string, number>();
  for (const { failures } of sums)
    for (const [code, count] of failures) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

function periodsOf(sums: readonly Sums[], starts: readonly number[], until: number) {
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? until;
    const here = sums.filter(({ hour }) => hour >= start && hour < end);
    return { at: new Date(start).toISOString(), end, ...add(here) };
  });
}
