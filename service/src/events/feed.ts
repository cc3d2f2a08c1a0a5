import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import {
  compare,
  type FeedEvent,
  lastPosition,
  PAGE,
  type Position,
  positionOf,
  readFeed,
  readPayload,
} from './feed-store.ts';

/** A poll every second finds events of other nodes, as for workers. */
const POLL_MS = 1_000;
/** The delay after a COMMIT on this node, so that one read gets several events. */
const GATHER_MS = 20;
/** The delay while an older transaction is open. */
const OPEN_MS = 50;
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

export type Listening = {
  readonly caller: Caller;
  /** The last event that the client has. */
  readonly lastEventId: string | undefined;
  /** The stream also takes events that are resent. */
  readonly resent?: boolean;
  /** @throws if the caller may not listen any more */
  readonly check: () => Promise<unknown>;
};

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

type Stream = Pick<Listening, 'caller' | 'check' | 'resent'> & {
  readonly world: number;
  readonly out: Readable;
  /** Resolves when its client reads more. */
  drained: () => void;
  /** Heartbeats without room in the buffer since the client last read. */
  missed: number;
  at: Position;
};

/** Streams that have caught up, and their common position. */
type World = { at: Position; readonly streams: Set<Stream> };

const START: Position = { xid: 0n, id: '' };
/** The id of the start position, from which a client of a world without events resumes. */
const BEGINNING = '0';
const render = ({ id, payload }: FeedEvent) => `id: ${id}\ndata: ${payload}\n\n`;

export function createFeed(db: Database, onError: (error: unknown) => void): Feed {
  const streams = new Set<Stream>();
  const worlds = new Map<number, World>();
  let timer: NodeJS.Timeout | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  let polling = false;
  let again = false;
  let stopped = false;

  const pollIn = (ms: number) => {
    if (stopped || worlds.size === 0 || dueAt <= Date.now() + ms) return;
    if (timer) clearTimeout(timer);
    dueAt = Date.now() + ms;
    timer = setTimeout(poll, ms);
  };

  const poll = async () => {
    dueAt = Number.POSITIVE_INFINITY;
    if (polling) {
      again = true;
      return;
    }
    polling = true;
    again = false;
    let next = POLL_MS;
    try {
      const asked = new Map(worlds);
      const from = [...asked].map(([world, { at }]) => ({ world, ...at }));
      const { open, events } = await readFeed(db, from);
      if (open) next = OPEN_MS;
      const counts = new Map<number, number>();
      for (const event of events) {
        counts.set(event.world, (counts.get(event.world) ?? 0) + 1);
        const world = asked.get(event.world)!;
        // Streams that joined meanwhile are left out: they may be at an earlier position than this read.
        if (worlds.get(event.world) === world) notifyWorld(world, event);
      }
      if ([...counts.values()].some((count) => count >= PAGE)) next = 0;
    } catch (error) {
      onError(error);
    }
    polling = false;
    pollIn(again ? 0 : next);
  };

  const notifyWorld = (world: World, event: FeedEvent) => {
    world.at = event;
    for (const stream of world.streams) {
      if (compare(event, stream.at) > 0) notify(stream, event);
      if (stream.out.readableLength > MOST_BUFFERED) {
        part(stream);
        follow(stream);
      }
    }
  };

  const notify = (stream: Stream, event: FeedEvent) => {
    stream.out.push(render(event));
    stream.at = event;
  };

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
      const world = worlds.get(stream.world);
      if (events.length < PAGE && (!world || compare(world.at, stream.at) <= 0)) return join(stream);
    }
  };

  const follow = (stream: Stream) =>
    catchUp(stream).catch((error) => {
      onError(error);
      stream.out.push(null);
    });

  /** There must be no await between the comparison in `catchUp` and this. */
  const join = (stream: Stream) => {
    if (stream.out.destroyed || stopped) return;
    const world = worlds.get(stream.world) ?? { at: stream.at, streams: new Set() };
    worlds.set(stream.world, world);
    world.streams.add(stream);
    pollIn(0);
  };

  const leave = (stream: Stream) => {
    streams.delete(stream);
    stream.drained();
    part(stream);
  };

  const part = (stream: Stream) => {
    const world = worlds.get(stream.world);
    if (world?.streams.delete(stream) && world.streams.size === 0) worlds.delete(stream.world);
  };

  /** Sent without an id, so that a stream resumes at its own position. A client that is far behind misses the event. */
  const repeat = async (announced: string) => {
    const [world, id] = announced.split(' ') as [string, string];
    const those = () => [...streams].filter((stream) => stream.resent && stream.world === Number(world));
    if (those().length === 0) return;
    const payload = await readPayload(db, Number(world), id).catch(onError);
    if (!payload) return;
    for (const { out } of those()) {
      if (!out.destroyed && out.readableLength <= MOST_BUFFERED) out.push(`event: resent\ndata: ${payload}\n\n`);
    }
  };

  const check = (stream: Stream) => stream.check().catch(() => stream.out.push(null));

  const heartbeat = setInterval(() => {
    for (const stream of streams) {
      if (!isFull(stream)) stream.out.push(':\n\n');
      else if (++stream.missed === MOST_MISSED) stream.out.destroy();
      check(stream);
    }
  }, HEARTBEAT_MS);

  return {
    open: async ({ caller, lastEventId, resent = false, check }) => {
      const resumed = lastEventId === undefined ? null : await resumeAt(db, caller.world, lastEventId);
      if (lastEventId !== undefined && !resumed)
        throw invalidField(
          'Last-Event-ID',
          'is not the id of one of your events. Without this header the stream begins now',
        );
      const at = resumed ?? (await lastPosition(db, caller.world)) ?? START;
      if (stopped) throw new Refusal('service_unavailable');
      // There is no await from here on, so that streams that open at the same time count each other.
      const mine = [...streams].filter(({ world }) => world === caller.world);
      if (mine.length >= MOST_STREAMS)
        throw new Refusal(
          'rate_limited',
          `This integration already has ${MOST_STREAMS} open streams in this mode. Close one first.`,
          {
            headers: { 'Retry-After': '10' },
          },
        );
      const take = () => {
        stream.missed = 0;
        stream.drained();
      };
      const out = new Readable({ read: take });
      const stream: Stream = { world: caller.world, caller, check, resent, out, at, drained: () => {}, missed: 0 };
      streams.add(stream);
      out.on('close', () => leave(stream));
      // The client gets its position before the first event, so that it loses nothing if it reconnects.
      out.push(`retry: 1000\nid: ${at.id || BEGINNING}\n\n`);
      follow(stream);
      return out;
    },
    wake: () => pollIn(GATHER_MS),
    isWatched: () => streams.size > 0,
    repeat,
    recheck: (id) => {
      for (const stream of streams) {
        const { caller } = stream;
        if (id === undefined || id === caller.id || id === caller.person?.session) check(stream);
      }
    },
    stop: () => {
      stopped = true;
      clearInterval(heartbeat);
      if (timer) clearTimeout(timer);
      for (const { out } of streams) out.push(null);
    },
  };
}

const isFull = ({ out }: Stream) => out.readableLength > out.readableHighWaterMark;

/** Waits until the client reads its buffer or disconnects. */
async function room(stream: Stream): Promise<void> {
  if (!isFull(stream)) return;
  await new Promise<void>((resolve) => {
    stream.drained = resolve;
  });
}

const resumeAt = async (db: Database, world: number, lastEventId: string): Promise<Position | null> =>
  lastEventId === BEGINNING ? START : positionOf(db, world, lastEventId);

/** One feed for each database, because a process may run several services. */
const feeds = new WeakMap<Database, Feed>();
export const feedOf = (db: Database): Feed | undefined => feeds.get(db);
export const offerFeed = (db: Database, feed: Feed): void => {
  feeds.set(db, feed);
};
