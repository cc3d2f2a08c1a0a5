import type { TimelineEntry } from '../../../contract/src/dashboard.ts';
import type { getPaymentTimeline } from '../../../contract/src/payments.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { encodeTime, type Id, timeOf } from '../core/id.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysOf, text } from '../db/table.ts';
import { findHold, type HoldRow } from '../holds/store.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import { type Caller, mayReadBuild } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findPayment, type PaymentRow } from '../payments/store.ts';
import { type RefundRow, refundColumns } from '../refunds/store.ts';

const MOST_REFUNDS = 100;

const selectRefunds: Statement = {
  name: 'timeline_refunds',
  text: `
    SELECT ${refundColumns} FROM refunds r JOIN worlds w ON w.id = r.world
    WHERE r.world = $1 AND r.payment_id = $2 ORDER BY r.id LIMIT ${MOST_REFUNDS + 1}`,
};

/** No index leads from a record to its postings and events. They are found by the times at which they were written. */
const WINDOW_MS = 2_000;

/**
 * Positions are microseconds. They run ahead of the clock only when more than one posting comes in each microsecond.
 */
const selectPostings: Statement = {
  name: 'timeline_postings',
  text: `
    SELECT p.position, p.kind, p.source, p.amount, p.currency, p.direction, p.balance
    FROM unnest($2::bigint[]) AS m (at) CROSS JOIN LATERAL (
      SELECT position, kind, source, amount, currency, 'credit' AS direction, credit_balance AS balance
      FROM postings WHERE credit_wallet = $1 AND position >= m.at AND position < m.at + ${WINDOW_MS * 1_000}
      UNION ALL
      SELECT position, kind, source, amount, currency, 'debit', debit_balance
      FROM postings WHERE debit_wallet = $1 AND position >= m.at AND position < m.at + ${WINDOW_MS * 1_000}
    ) p WHERE p.source = ANY ($3::text[])`,
};

const selectEvents: Statement = {
  name: 'timeline_events',
  text: `
    SELECT DISTINCT v.id, v.type, v.created_at
    FROM unnest($2::text[], $3::text[]) AS m (low, high)
    JOIN events v ON v.world = $1 AND v.id >= m.low AND v.id < m.high
    WHERE position($4 IN v.payload) > 0`,
};

type PostingRow = Pick<TimelineEntry, 'amount' | 'currency'> & {
  position: bigint;
  kind: string;
  source: string;
  direction: 'credit' | 'debit';
  balance: bigint;
};
/** An event, and the ids between which its deliveries are. */
const bounds = arraysOf({ event: text, low: text, high: text }, { first: 2 });

const selectDeliveries: Statement = {
  name: 'timeline_deliveries',
  text: `
    SELECT d.id, d.event_id, d.status, e.inbox, e.url,
           (d.attempts[cardinality(d.attempts)] ->> 'response_status')::int AS response_status
    FROM (SELECT ${bounds.unnest}) AS m
    JOIN deliveries d ON d.world = $1 AND d.id >= m.low AND d.id < m.high AND d.event_id = m.event
                     AND d.kept_until > now()
    JOIN webhook_endpoints e ON e.world = d.world AND e.id = d.endpoint_id
    ORDER BY d.id`,
};

type DeliveryRow = Pick<
  NonNullable<TimelineEntry['event']>['deliveries'][number],
  'id' | 'status' | 'response_status'
> & {
  event_id: string;
  inbox: boolean;
  url: string;
};

type EventRow = { id: string; type: string; created_at: Date };

/** The history of a payment: states, postings and events of the payment and of its first refunds. */
export async function readTimeline(
  db: Database,
  caller: Caller,
  { id, limit = Number.POSITIVE_INFINITY }: QueryOf<typeof getPaymentTimeline>,
  url: string,
): Promise<string> {
  const payment = await db.find<PaymentRow>(findPayment, { world: caller.world, id });
  if (!payment) throw new Refusal('not_found');
  const found = await db.query<RefundRow>(selectRefunds, [caller.world, id]);
  const records = [payment, ...found.slice(0, MOST_REFUNDS)];
  const captured = await momentsOfHold(db, payment);
  const settled = [...records.flatMap(({ succeeded_at: at }) => at ?? []), ...captured];
  const moments = records.flatMap((row) => [row.created_at, row.succeeded_at ?? [], row.failed_at ?? []].flat());
  moments.push(...captured);
  const [postings, events] = await Promise.all([
    db.query<PostingRow>(selectPostings, [
      payment.wallet_id,
      [...new Set(settled.map((at) => String(BigInt(at.getTime()) * 1_000n)))],
      records.map((row) => row.id),
    ]),
    db.query<EventRow>(selectEvents, [
      caller.world,
      moments.map((at) => `evt_${encodeTime(at.getTime() - WINDOW_MS)}`),
      moments.map((at) => `evt_${encodeTime(at.getTime() + 2 * WINDOW_MS)}`),
      `"${id}"`,
    ]),
  ]);
  const mayRead = caller.kind === 'key' ? caller.scopes.has('webhooks:read') : mayReadBuild(caller);
  const deliveries = await findDeliveries(db, caller.world, mayRead ? events : []);
  const known = new Map(postings.map((row) => [`${row.position} ${row.direction}`, row]));
  const entries = [
    ...records.flatMap(statesOf),
    ...[...known.values()].map((row) => postingEntry(payment.wallet_id, row)),
    ...events.map((row) => {
      const event = { id: row.id, type: row.type, deliveries: deliveries.get(row.id) ?? [] };
      return entryOf('event', row.created_at, id, { event });
    }),
  ].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const hasMore = found.length > MOST_REFUNDS || entries.length > limit;
  return renderList(url, entries.slice(0, limit).map(toJson), hasMore);
}

/** When the money of a payment was held, and captured. */
async function momentsOfHold(db: Database, { world, id, capture_before: until }: PaymentRow): Promise<Date[]> {
  const hold = until === null ? undefined : await db.find<HoldRow>(findHold, { world, id });
  return hold ? [hold.created_at, ...hold.captures.map(({ at }) => new Date(at))] : [];
}

type Deliveries = NonNullable<TimelineEntry['event']>['deliveries'];

/** The ids of an event's deliveries are made just after the event's. */
async function findDeliveries(
  db: Database,
  world: number,
  events: readonly EventRow[],
): Promise<ReadonlyMap<string, Deliveries>> {
  if (events.length === 0) return new Map();
  const at = (id: string, ms: number) => `dlv_${encodeTime(timeOf(id as Id) + ms)}`;
  const within = events.map(({ id }) => ({ event: id, low: at(id, 0), high: at(id, WINDOW_MS) }));
  const rows = await db.query<DeliveryRow>(selectDeliveries, [world, ...bounds.of(within)]);
  const byEvent = Map.groupBy(rows, ({ event_id: event }) => event);
  return new Map(
    [...byEvent].map(([event, own]) => [
      event,
      own.map(({ id, status, response_status, inbox, url }) => {
        return { id, host: inbox ? null : new URL(url).host, status, response_status };
      }),
    ]),
  );
}

function entryOf(kind: TimelineEntry['kind'], at: Date, record: string, more: Partial<TimelineEntry>): TimelineEntry {
  const nothing = { amount: null, currency: null, failure_code: null, posting: null, event: null };
  return { object: 'timeline_entry', at: at.toISOString(), kind, record, ...nothing, ...more };
}

function statesOf(row: PaymentRow | RefundRow): TimelineEntry[] {
  const { id, amount, currency, failure, created_at, succeeded_at, failed_at } = row;
  const money = { amount, currency };
  return [
    entryOf('created', created_at, id, money),
    ...(succeeded_at ? [entryOf('succeeded', succeeded_at, id, money)] : []),
    ...(failed_at ? [entryOf('failed', failed_at, id, { ...money, failure_code: failure?.code ?? null })] : []),
  ];
}

function postingEntry(wallet: string, row: PostingRow): TimelineEntry {
  const { kind, direction, balance, amount, currency } = row;
  const posting = { kind, direction, wallet, balance_after: balance };
  return entryOf('posting', new Date(Number(row.position / 1_000n)), row.source, { amount, currency, posting });
}
