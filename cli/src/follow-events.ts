import { ApiError, ConnectionError, type Rialto, type WebhookEvent } from '../../sdk/src/rialto.ts';
import type { Cursor } from './cursor.ts';
import { type Following, follow } from './follow.ts';

type Events = AsyncGenerator<WebhookEvent, void, undefined>;

/** The service answers, and no stream comes through. */
class NoStream extends Error {}

/**
 * Every event from the cursor on, and then as they come. One is dealt with when the next is asked for. A connection that is lost
 * is waited for, and the stream goes on where it was.
 */
export async function* followEvents(rialto: Rialto, cursor: Cursor, following: Following): Events {
  try {
    for (;;) yield* stream(rialto, cursor, following);
  } catch (error) {
    if (!(error instanceof NoStream)) throw error;
    following.onTrouble('No stream of events comes through; asking twice a second. Does a proxy hold it back?');
    cursor.move(undefined);
    const { signal } = following;
    yield* follow(following, () => look(rialto, cursor, { signal, maxRetries: 0 }));
  }
}

/** Ends where the service does not know the cursor's place: a dump that was restored has new places. */
async function* stream(rialto: Rialto, cursor: Cursor, following: Following): Events {
  const { signal } = following;
  const reporting = reportTo(following);
  if (cursor.place() === undefined) {
    const place = await presentPlace(rialto, { signal, ...reporting });
    yield* look(rialto, cursor, { signal, maxRetries: Number.POSITIVE_INFINITY });
    cursor.move(place);
  }
  try {
    const { onResent } = following;
    const options = { lastEventId: cursor.place()!, signal, ...reporting, ...(onResent ? { onResent } : {}) };
    for await (const event of rialto.events.stream(options)) yield* dealWith(event, cursor, event.id);
  } catch (error) {
    if (!(error instanceof ApiError && error.param === 'Last-Event-ID')) throw error;
    cursor.move(undefined);
  }
}

/** What happened since the cursor's time, read as a list. */
async function* look(rialto: Rialto, cursor: Cursor, options: { signal: AbortSignal; maxRetries: number }): Events {
  const query = { order: 'asc', created_at: { gte: cursor.from() }, limit: 100 } as const;
  for await (const event of rialto.events.list(query, options)) yield* dealWith(event, cursor);
}

async function* dealWith(event: WebhookEvent, cursor: Cursor, place?: string): Events {
  const isNew = cursor.isNew(event);
  if (isNew) yield event;
  if (isNew || place) cursor.done(event, place);
}

type Reporting = { onOpen: (place: string) => void; onLost: (error: unknown) => void };

/** Where the stream is now. */
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
      if (lost) onTrouble('The service is there again.');
      [opened, lost] = [true, false];
    },
    onLost: (error) => {
      if (!opened && error instanceof ConnectionError && error.code === 'timeout') throw new NoStream();
      if (!lost) onTrouble(`Lost the service (${(error as Error).message}); waiting for it.`);
      lost = true;
    },
  };
}
