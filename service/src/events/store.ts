import type { Statement } from '../db/database.ts';
import { arraysFrom, from, int4, nullable, text, timestamptz } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import { type ClaimedDelivery, DELIVERY_LEASE_S } from './local-deliveries.ts';

export type Subscriber = {
  world: number;
  id: string;
  events: string[];
  status: 'enabled' | 'disabled';
  /** How it is reached. Absent while it fails: then its turn is a claim's to give. */
  target?: Pick<ClaimedDelivery, 'url' | 'secret' | 'old_secret' | 'headers'>;
  /** The delivery's id, where the request that makes it sends it itself: no worker looks at it for the length of a lease. */
  claimedAs?: string;
};

const selectSubscribersStatement: Statement = {
  name: 'events_select_subscribers',
  text: `
    SELECT world, id, events, status, failing_since IS NOT NULL AS failing, url, secret,
           CASE WHEN old_secret_until > now() THEN old_secret END AS old_secret, headers
    FROM webhook_endpoints WHERE world = ANY ((SELECT $1::int[])::int[]) AND deleted_at IS NULL`,
};

type SubscriberRow = Required<Pick<Subscriber, 'world' | 'id' | 'events' | 'status'>> & { failing: boolean } & Pick<
    ClaimedDelivery,
    'url' | 'secret' | 'old_secret' | 'headers'
  >;

export async function selectSubscribers(tx: Tx, worlds: readonly number[]): Promise<Subscriber[]> {
  const rows = await tx.query<SubscriberRow>(selectSubscribersStatement, [worlds]);
  return rows.map(({ failing, url, secret, old_secret, headers, ...row }) =>
    failing ? row : { ...row, target: { url, secret, old_secret, headers } },
  );
}

type NewEvent = {
  world: number;
  id: string;
  type: string;
  payload: string;
  createdAt: Date;
  traceparent: string | null;
};
const newEvents = arraysFrom<NewEvent>({
  world: from(int4, ({ world }) => world),
  id: from(text, ({ id }) => id),
  type: from(text, ({ type }) => type),
  payload: from(text, ({ payload }) => payload),
  created_at: from(timestamptz, ({ createdAt }) => createdAt),
  traceparent: from(nullable(text), ({ traceparent }) => traceparent),
});

const insertEventsStatement: Statement = {
  name: 'events_insert',
  text: `
    INSERT INTO events (${newEvents.names})
    SELECT ${newEvents.unnamed}`,
};

export function insertEvents(tx: Tx, events: readonly NewEvent[]): void {
  tx.query(insertEventsStatement, newEvents.of(events));
}

/** A test event is sent once: its run of seven began six attempts ago, for a worker too that takes it after a crash. */
const ONE_LEFT = -6;

/** Reserved: for the request that makes it. Local: claimed already, by the process that commits it. */
export type FirstState = 'due' | 'held' | 'reserved' | 'local';

type NewDelivery = {
  world: number;
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  state: FirstState;
  createdAt: Date;
};
const newDeliveries = arraysFrom<NewDelivery>({
  world: from(int4, ({ world }) => world),
  id: from(text, ({ id }) => id),
  endpoint_id: from(text, ({ endpointId }) => endpointId),
  event_id: from(text, ({ eventId }) => eventId),
  event_type: from(text, ({ eventType }) => eventType),
  state: from(text, ({ state }) => state),
  created_at: from(timestamptz, ({ createdAt }) => createdAt),
});

const insertDeliveriesStatement: Statement = {
  name: 'deliveries_insert',
  text: `
    INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, next_attempt_at, leased_until, run_start, created_at, updated_at)
    SELECT world, id, endpoint_id, event_id, event_type, CASE state WHEN 'held' THEN 'held' ELSE 'pending' END,
           CASE state WHEN 'held' THEN NULL WHEN 'reserved' THEN clock_timestamp() + interval '${DELIVERY_LEASE_S} s' ELSE now() END,
           CASE state WHEN 'local' THEN clock_timestamp() + interval '${DELIVERY_LEASE_S} s' END,
           CASE state WHEN 'reserved' THEN ${ONE_LEFT} ELSE 0 END, created_at, created_at
    FROM (SELECT ${newDeliveries.unnest}) AS n`,
};

export function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): void {
  tx.query(insertDeliveriesStatement, newDeliveries.of(deliveries));
}
