import type { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { createFeedReader } from './feed-reader.ts';
import { compare, lastPosition, PAGE, type Position, positionOf, readFeed, readPayload } from './feed-store.ts';
import {
  BEGINNING,
  createStream,
  isBufferFull,
  isOfGroup,
  type Listening,
  notify,
  room,
  type Stream,
  sendHeartbeat,
} from './feed-stream.ts';

/** The delay after a COMMIT on this node, so that one read gets several events. */
const GATHER_MS = 20;
/**
 * Proxies close a connection that is silent for a minute, often after 30 s. A heartbeat also checks that the caller may
 * still listen.
 */
const HEARTBEAT_MS = 10_000;
const MOST_STREAMS = 50;
/**
 * A client that is behind by this many bytes gets its events separately, at its own pace: it is slow, or many events
 * came at once.
 */
const MOST_BUFFERED = 1024 * 1024;
/** A client that has not read for this many heartbeats is disconnected, because its buffer would keep its memory. */
const MOST_MISSED = 6;

/** One reader of events for all streams of a node. */
export type Feed = {
  /** Opens a stream of server-sent events. @throws Refusal */
  open(listening: Listening): Promise<Readable>;
  /** Called when events were committed on this node. */
  wake(): void;
  isWatched(): boolean;
  /** Called when an event is resent. `announced` is its world and id. */
  repeat(announced: string): Promise<void>;
  /** Called when a key, session or account with this id changed on any node. Without an id, any may have changed. */
  recheck(id?: string): void;
  /** Ends every stream. */
  stop(): void;
};

declare module '../db/node.ts' {
  interface Node {
    feed?: Feed;
  }
}

const START: Position = { xid: 0n, id: '' };

export function createFeed(db: Database, onError: (error: unknown) => void): Feed {
  const streams = new Set<Stream>();
  let stopped = false;

  const reader = createFeedReader(
    db,
    (stream) => stream.out.readableLength > MOST_BUFFERED && leaveBehind(stream),
    onError,
  );

  /** Reads the events that a stream has missed, at its client's pace, until it reaches the position of the others. */
  const catchUp = async (stream: Stream) => {
    await room(stream);
    while (!stream.out.destroyed && !stopped) {
      const { events } = await readFeed(db, [{ world: stream.world, ...stream.at }]);
      for (const event of events) {
        if (stream.out.destroyed || stopped) return;
        notify(stream, event);
        await room(stream);
      }
      const at = reader.positionOf(stream.world);
      if (events.length < PAGE && (!at || compare(at, stream.at) <= 0)) return reader.join(stream);
    }
  };

  const follow = (stream: Stream) =>
    catchUp(stream).catch((error) => {
      onError(error);
      stream.out.push(null);
    });

  const leaveBehind = (stream: Stream) => {
    reader.part(stream);
    follow(stream);
  };

  const leave = (stream: Stream) => {
    streams.delete(stream);
    stream.drained();
    reader.part(stream);
  };

  const heartbeat = setInterval(() => beat(streams), HEARTBEAT_MS);

  return {
    open: async (listening) => {
      const at = await startOf(db, listening);
      if (stopped) throw new Refusal('service_unavailable');
      // There is no await from here on, so that streams that open at the same time count each other.
      refuseTooMany(streams, listening.caller);
      const stream = createStream(listening, at);
      streams.add(stream);
      stream.out.on('close', () => leave(stream));
      follow(stream);
      return stream.out;
    },
    wake: () => reader.pollIn(GATHER_MS),
    isWatched: () => streams.size > 0,
    repeat: (announced) => repeat(db, streams, announced).catch(onError),
    recheck: (id) => recheck(streams, id),
    stop: () => {
      stopped = true;
      clearInterval(heartbeat);
      reader.stop();
      for (const { out } of streams) out.push(null);
    },
  };
}

/** The position after which a stream begins. @throws Refusal if the last event is unknown */
async function startOf(db: Database, { caller, lastEventId }: Listening): Promise<Position> {
  if (lastEventId === undefined) return (await lastPosition(db, caller.world)) ?? START;
  const resumed = lastEventId === BEGINNING ? START : await positionOf(db, caller.world, lastEventId);
  if (resumed) return resumed;
  throw invalidField('Last-Event-ID', 'not_own_event');
}

function refuseTooMany(streams: ReadonlySet<Stream>, { world }: Caller): void {
  const own = [...streams].filter((stream) => stream.world === world);
  if (own.length < MOST_STREAMS) return;
  throw new Refusal(
    'rate_limited',
    `This integration already has ${MOST_STREAMS} open streams in this mode. Close one first.`,
    { headers: { 'Retry-After': '10' } },
  );
}

/** Ends a stream whose caller may not listen any more. */
const check = (stream: Stream) => stream.check().catch(() => stream.out.push(null));

function recheck(streams: ReadonlySet<Stream>, id: string | undefined): void {
  for (const stream of streams) {
    const { caller } = stream;
    if (id === undefined || id === caller.id || id === caller.person?.session) check(stream);
  }
}

function beat(streams: ReadonlySet<Stream>): void {
  for (const stream of streams) {
    if (!isBufferFull(stream)) sendHeartbeat(stream);
    else if (++stream.missed === MOST_MISSED) stream.out.destroy();
    check(stream);
  }
}

/** Sent without an id, so that a stream resumes at its own position. A client that is far behind misses the event. */
async function repeat(db: Database, streams: ReadonlySet<Stream>, announced: string): Promise<void> {
  const [world, id] = announced.split(' ') as [string, string];
  const those = () => [...streams].filter((stream) => stream.resent && stream.world === Number(world));
  if (those().length === 0) return;
  const payload = await readPayload(db, Number(world), id);
  if (!payload) return;
  for (const { out } of those().filter((stream) => isOfGroup(stream, payload))) {
    if (!out.destroyed && out.readableLength <= MOST_BUFFERED) out.push(`event: resent\ndata: ${payload}\n\n`);
  }
}
