import { int4s, texts, times } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
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

const insertEventsStatement: Statement = {
  name: 'events_insert',
  text: `
    INSERT INTO events (world, id, type, payload, created_at)
    SELECT unnest($1::int[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::timestamptz[])`,
};

export function insertEvents(
  tx: Tx,
  events: readonly { world: number; id: string; type: string; payload: string; createdAt: Date }[],
): void {
  tx.query(insertEventsStatement, [
    int4s(events.map((event) => event.world)),
    texts(events.map((event) => event.id)),
    texts(events.map((event) => event.type)),
    texts(events.map((event) => event.payload)),
    times(events.map((event) => event.createdAt)),
  ]);
}

/** A test event is sent once: its run of seven began six attempts ago, for a worker too that takes it after a crash. */
const ONE_LEFT = -6;

const insertDeliveriesStatement: Statement = {
  name: 'deliveries_insert',
  text: `
    INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, next_attempt_at, leased_until, run_start, created_at, updated_at)
    SELECT world, id, endpoint_id, event_id, event_type, CASE state WHEN 'held' THEN 'held' ELSE 'pending' END,
           CASE state WHEN 'held' THEN NULL WHEN 'reserved' THEN clock_timestamp() + interval '${DELIVERY_LEASE_S} s' ELSE now() END,
           CASE state WHEN 'local' THEN clock_timestamp() + interval '${DELIVERY_LEASE_S} s' END,
           CASE state WHEN 'reserved' THEN ${ONE_LEFT} ELSE 0 END, created_at, created_at
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS endpoint_id,
                 unnest($4::text[]) AS event_id, unnest($5::text[]) AS event_type, unnest($6::text[]) AS state,
                 unnest($7::timestamptz[]) AS created_at) AS n`,
};

/** Reserved: for the request that makes it. Local: claimed already, by the process that commits it. */
export type FirstState = 'due' | 'held' | 'reserved' | 'local';

export function insertDeliveries(
  tx: Tx,
  deliveries: readonly {
    world: number;
    id: string;
    endpointId: string;
    eventId: string;
    eventType: string;
    state: FirstState;
    createdAt: Date;
  }[],
): void {
  tx.query(insertDeliveriesStatement, [
    int4s(deliveries.map((delivery) => delivery.world)),
    texts(deliveries.map((delivery) => delivery.id)),
    texts(deliveries.map((delivery) => delivery.endpointId)),
    texts(deliveries.map((delivery) => delivery.eventId)),
    texts(deliveries.map((delivery) => delivery.eventType)),
    texts(deliveries.map((delivery) => delivery.state)),
    times(deliveries.map((delivery) => delivery.createdAt)),
  ]);
}
