import { int4s, texts, times } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

export type Subscriber = {
  world: number;
  id: string;
  events: string[];
  status: 'enabled' | 'disabled';
  /** The delivery's id, where the request that makes it sends it itself: no worker looks at it for the length of a lease. */
  claimedAs?: string;
};

const selectSubscribersStatement: Statement = {
  name: 'events_select_subscribers',
  text: `SELECT world, id, events, status FROM webhook_endpoints WHERE world = ANY ($1::int[]) AND deleted_at IS NULL`,
};

export function selectSubscribers(tx: Tx, worlds: readonly number[]): Promise<Subscriber[]> {
  return tx.query(selectSubscribersStatement, [worlds]);
}

const insertEventsStatement: Statement = {
  name: 'events_insert',
  text: `
    INSERT INTO events (world, id, type, payload, created_at)
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])`,
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
    INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, next_attempt_at, run_start, created_at, updated_at)
    SELECT world, id, endpoint_id, event_id, event_type, CASE WHEN held THEN 'held' ELSE 'pending' END,
           CASE WHEN held THEN NULL WHEN claimed THEN now() + interval '30 s' ELSE now() END,
           CASE WHEN claimed THEN ${ONE_LEFT} ELSE 0 END, created_at, created_at
    FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::timestamptz[])
      AS n (world, id, endpoint_id, event_id, event_type, held, claimed, created_at)`,
};

export function insertDeliveries(
  tx: Tx,
  deliveries: readonly {
    world: number;
    id: string;
    endpointId: string;
    eventId: string;
    eventType: string;
    held: boolean;
    claimed: boolean;
    createdAt: Date;
  }[],
): void {
  tx.query(insertDeliveriesStatement, [
    deliveries.map((delivery) => delivery.world),
    deliveries.map((delivery) => delivery.id),
    deliveries.map((delivery) => delivery.endpointId),
    deliveries.map((delivery) => delivery.eventId),
    deliveries.map((delivery) => delivery.eventType),
    deliveries.map((delivery) => delivery.held),
    deliveries.map((delivery) => delivery.claimed),
    deliveries.map((delivery) => delivery.createdAt),
  ]);
}
