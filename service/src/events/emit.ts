import { type EventKind, eventKinds, groupOf } from '../../../contract/src/events.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { type ClaimedDelivery, endpointKey } from './local-deliveries.ts';
import { insertDeliveries, insertEvents, type Subscriber, selectSubscribers } from './store.ts';

/** The request to the API that caused an event. */
export type EventRequest = {
  readonly id: string;
  readonly idempotencyKey: string | null;
  /** Its span, if it was traced. */
  readonly traceparent?: string | undefined;
};

/** The same as a record keeps it, for its later events. */
export type StoredRequest = { id?: string; key?: string | null; traceparent?: string };

/** An event before it has an id. `object` is the serialised record, in the same form as in other answers. */
export type EventDraft = {
  readonly world: number;
  readonly livemode: boolean;
  readonly type: EventKind;
  readonly at: Date;
  readonly object: string;
  readonly previous?: string;
  readonly request?: EventRequest;
  /** For a record that keeps its request's span and nothing else of it. */
  readonly traceparent?: string | null;
};

export function requestOf({ requestId, idempotency, span }: Command<unknown>): EventRequest {
  return { id: requestId, idempotencyKey: idempotency?.key ?? null, traceparent: span?.traceparent };
}

type Asked = Pick<Command<unknown>, 'requestId' | 'idempotency' | 'span'>;

export function storedRequestOf({ requestId, idempotency, span }: Asked): StoredRequest {
  if (requestId === '') return {};
  return { id: requestId, key: idempotency?.key ?? null, ...(span ? { traceparent: span.traceparent } : {}) };
}

/** The request of a later event, if the record knows it. */
export function laterRequestOf({ id, key, traceparent }: StoredRequest): { readonly request?: EventRequest } {
  return id ? { request: { id, idempotencyKey: key ?? null, traceparent } } : {};
}

export type Events = {
  /**
   * Writes events and one delivery for each endpoint that takes their kind, in the same transaction as the change they
   * report.
   * @returns the payloads, in order
   */
  emit(drafts: readonly EventDraft[]): string[];
};

/** Reads the endpoints of these worlds. Request them together with the locks, so that `emit` waits for nothing. */
export async function openEvents(tx: Tx, those: readonly { readonly world: number }[]): Promise<Events> {
  return eventsTo(tx, await selectSubscribers(tx, [...new Set(those.map(({ world }) => world))]));
}

/** Events for these endpoints alone. */
export const eventsTo = (tx: Tx, subscribers: readonly Subscriber[]): Events => ({
  emit: (drafts) => (drafts.length > 0 ? emit(tx, subscribers, drafts) : []),
});

/** The payload's bytes are built here once, and every attempt sends them. */
function emit(tx: Tx, subscribers: readonly Subscriber[], drafts: readonly EventDraft[]): string[] {
  const events = drafts.map((draft) => {
    const id = newId('evt');
    const { world, livemode, type, at: createdAt } = draft;
    tx.wrote(world);
    const traceparent = draft.traceparent ?? draft.request?.traceparent ?? null;
    return { id, world, livemode, type, createdAt, payload: renderEvent(id, draft), traceparent };
  });
  const { localDeliveries, feed } = tx.node;
  const hasRoom = localDeliveries?.open();
  const listening = subscribers.length > 0 ? events : [];
  const deliveries = listening.flatMap((event) =>
    subscribers
      .filter((endpoint) => endpoint.world === event.world && takes(endpoint, event.type))
      .map((endpoint) => deliveryOf(event, endpoint, hasRoom)),
  );
  insertEvents(tx, events);
  if (feed?.isWatched()) tx.afterCommit(feed.wake);
  if (deliveries.length > 0) {
    const since = performance.now();
    insertDeliveries(tx, deliveries);
    tx.afterCommit(() => {
      const local = deliveries.flatMap((delivery) => delivery.local ?? []);
      if (local.length > 0) localDeliveries!.take(local, since);
      const due = deliveries.filter(({ state }) => state === 'due');
      const endpoints = new Set(due.map(({ world, endpointId }) => endpointKey(world, endpointId)));
      if (endpoints.size > 0) tx.node.wake('deliveries', [...endpoints]);
    });
  }
  return events.map((event) => event.payload);
}

const groups = Object.fromEntries(eventKinds.map(({ kind }) => [kind, groupOf(kind)]));
const takes = ({ events }: Subscriber, type: EventKind) =>
  events.includes(type) || events.includes('*') || events.includes(groups[type]!);

type Event = Pick<EventDraft, 'world' | 'livemode' | 'type'> &
  Pick<ClaimedDelivery, 'payload' | 'traceparent'> & {
    id: string;
    createdAt: Date;
  };

/** Held if the endpoint is disabled, local if this process has room, otherwise due now for a claim. */
function deliveryOf(event: Event, endpoint: Subscriber, hasRoom: ((key: string) => boolean) | undefined) {
  const { world, livemode, id: eventId, type: eventType, createdAt, payload, traceparent } = event;
  const { id: endpointId, status, target, claimedAs } = endpoint;
  const id = claimedAs ?? newId('dlv');
  const delivery = { id, world, endpointId, eventId, eventType, createdAt, local: null };
  if (claimedAs) return { ...delivery, state: 'reserved' as const };
  if (status === 'disabled') return { ...delivery, state: 'held' as const };
  if (!target || !hasRoom?.(endpointKey(world, endpointId))) return { ...delivery, state: 'due' as const };
  const ids = { world, livemode, id, endpoint_id: endpointId, event_id: eventId };
  const local: ClaimedDelivery = {
    ...{ ...ids, ...target, payload, traceparent },
    ...{ attempts_made: 0, run_start: 0, failing: false },
  };
  return { ...delivery, state: 'local' as const, local };
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
