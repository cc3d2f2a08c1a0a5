import { ApiError, ConnectionError, type Rialto, type WebhookEvent } from '../../sdk/src/rialto.ts';
import type { Cursor } from './cursor.ts';
import { type Following, follow } from './follow.ts';

type Events = AsyncGenerator<WebhookEvent, void, undefined>;

/** The service responds, but no stream data arrives. */
class NoStream extends Error {}

/**
 * Yields every event from the cursor on, then new events as they occur. An event counts as handled when the next one is
 * requested. After a lost connection the stream resumes at its position.
 */
export async function* followEvents(rialto: Rialto, cursor: Cursor, following: Following): Events {
  try {
    for (;;) yield* stream(rialto, cursor, following);
  } catch (error) {
    if (!(error instanceof NoStream)) throw error;
    following.onTrouble('The event stream sends no data; a proxy may buffer it. Polling twice a second instead.');
    cursor.move(undefined);
    const { signal } = following;
    yield* follow(following, () => poll(rialto, cursor, { signal, maxRetries: 0 }));
  }
}

/** Ends when the service does not know the cursor's position: a restored dump has new positions. */
async function* stream(rialto: Rialto, cursor: Cursor, following: Following): Events {
  const { signal } = following;
  const reporting = reportTo(following);
  if (cursor.place() === undefined) {
    const place = await presentPlace(rialto, { signal, ...reporting });
    yield* poll(rialto, cursor, { signal, maxRetries: Number.POSITIVE_INFINITY });
    cursor.move(place);
  }
  try {
    const { onResent } = following;
    const options = { lastEventId: cursor.place()!, signal, ...reporting, ...(onResent ? { onResent } : {}) };
    for await (const event of rialto.events.stream(options)) yield* handle(event, cursor, event.id);
  } catch (error) {
    if (!(error instanceof ApiError && error.param === 'Last-Event-ID')) throw error;
    cursor.move(undefined);
  }
}

/** Lists the events since the cursor's time. */
async function* poll(rialto: Rialto, cursor: Cursor, options: { signal: AbortSignal; maxRetries: number }): Events {
  const query = { order: 'asc', created_at: { gte: cursor.from() }, limit: 100 } as const;
  for await (const event of rialto.events.list(query, options)) yield* handle(event, cursor);
}

async function* handle(event: WebhookEvent, cursor: Cursor, place?: string): Events {
  const isNew = cursor.isNew(event);
  if (isNew) yield event;
  if (isNew || place) cursor.done(event, place);
}

type Reporting = { onOpen: (place: string) => void; onLost: (error: unknown) => void };

/** The current position of the stream. */
async function presentPlace(rialto: Rialto, { signal, onOpen, onLost }: Reporting & { signal: AbortSignal }) {
  const enough = new AbortController();
  let place: string | undefined;
  const opened = (at: string) => {
    onOpen(at);
    place = at;
    enough.abort();
  };
  const ends = AbortSignal.any([signal, enough.signal]);
  await rialto.events
    .stream({ signal: ends, onOpen: opened, onLost })
    .next()
    .catch((error) => {
      if (place === undefined) throw error;
    });
  return place;
}

function reportTo({ onTrouble }: Following): Reporting {
  let [opened, lost] = [false, false];
  return {
    onOpen: () => {
      if (lost) onTrouble('Reconnected to the service.');
      [opened, lost] = [true, false];
    },
    onLost: (error) => {
      if (!opened && error instanceof ConnectionError && error.code === 'timeout') throw new NoStream();
      if (!lost) onTrouble(`Lost the connection to the service (${(error as Error).message}). Reconnecting.`);
      lost = true;
    },
  };
}
