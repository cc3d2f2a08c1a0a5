import type { EventKind } from '../../../contract/src/events.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { endpointKey, wakeWorker } from '../workers/wake.ts';
import { insertDeliveries, insertEvents, type Subscriber, selectSubscribers } from './store.ts';

/** An event before it has an id. `object` is the record as it is sent elsewhere, already serialised. */
export type EventDraft = {
  readonly world: number;
  readonly livemode: boolean;
  readonly type: EventKind;
  readonly at: Date;
  readonly object: string;
  readonly previous?: string;
  readonly request?: { readonly id: string; readonly idempotencyKey: string | null };
};

/** The endpoints of these worlds. Ask for them together with the locks; `emitEvents` then waits for nothing. */
export function subscribersOf(tx: Tx, worlds: Iterable<number>): Promise<Subscriber[]> {
  return selectSubscribers(tx, [...new Set(worlds)]);
}

/**
 * Writes events and one delivery for each endpoint that takes their kind, in the transaction of what they tell of. The
 * payload's bytes are made here, once: every attempt sends them.
 * @returns the payloads, in order
 */
export function emitEvents(tx: Tx, subscribers: readonly Subscriber[], drafts: readonly EventDraft[]): string[] {
  if (drafts.length === 0) return [];
  const events = drafts.map((draft) => {
    const id = newId('evt');
    return { id, world: draft.world, type: draft.type, createdAt: draft.at, payload: renderEvent(id, draft) };
  });
  const deliveries = events.flatMap((event) =>
    subscribers
      .filter(
        (endpoint) =>
          endpoint.world === event.world && (endpoint.events.includes(event.type) || endpoint.events.includes('*')),
      )
      .map((endpoint) => ({
        id: endpoint.claimedAs ?? newId('dlv'),
        world: event.world,
        endpointId: endpoint.id,
        eventId: event.id,
        eventType: event.type,
        held: endpoint.status === 'disabled',
        claimed: endpoint.claimedAs !== undefined,
        createdAt: event.createdAt,
      })),
  );
  insertEvents(tx, events);
  if (deliveries.length > 0) {
    insertDeliveries(tx, deliveries);
    tx.afterCommit(() => wakeWorker('deliveries', waitingFor(deliveries)));
  }
  return events.map((event) => event.payload);
}

/** The endpoints that a worker has something to send to. */
function waitingFor(deliveries: readonly { world: number; endpointId: string; held: boolean; claimed: boolean }[]) {
  const due = deliveries.filter((delivery) => !delivery.held && !delivery.claimed);
  return [...new Set(due.map(({ world, endpointId }) => endpointKey(world, endpointId)))];
}

function renderEvent(id: string, draft: EventDraft): string {
  const previous = draft.previous ? `,"previous_attributes":${draft.previous}` : '';
  const requestId = draft.request ? JSON.stringify(draft.request.id) : 'null';
  const key = draft.request?.idempotencyKey ? JSON.stringify(draft.request.idempotencyKey) : 'null';
  return (
    `{"id":"${id}","object":"event","type":"${draft.type}","api_version":"v1",` +
    `"created_at":"${draft.at.toISOString()}","livemode":${draft.livemode},"metadata":{},` +
    `"data":{"object":${draft.object}${previous}},"request":{"id":${requestId},"idempotency_key":${key}}}`
  );
}
