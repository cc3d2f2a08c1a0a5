import type { Database } from '../db/database.ts';
import { compare, type FeedEvent, PAGE, type Position, readFeed } from './feed-store.ts';
import { notify, type Stream } from './feed-stream.ts';

/** A poll every second finds events of other nodes, as for workers. */
const POLL_MS = 1_000;
/** The delay while an older transaction is open. */
const OPEN_MS = 50;

/** Streams that have caught up, and their common position. */
type World = { at: Position; readonly streams: Set<Stream> };

export type FeedReader = {
  /** Adds a stream that has caught up. There must be no await between the comparison with `positionOf` and this. */
  join(stream: Stream): void;
  part(stream: Stream): void;
  /** The position of the streams of this world; undefined without streams. */
  positionOf(world: number): Position | undefined;
  pollIn(ms: number): void;
  stop(): void;
};

/**
 * Reads new events for all streams that have caught up, with one statement for all worlds.
 * @param onNotified called after a stream got an event
 */
export function createFeedReader(
  db: Database,
  onNotified: (stream: Stream) => void,
  onError: (error: unknown) => void,
): FeedReader {
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
    const next = await readOnce().catch((error) => {
      onError(error);
      return POLL_MS;
    });
    polling = false;
    pollIn(again ? 0 : next);
  };

  /** @returns after how many milliseconds to read again */
  const readOnce = async (): Promise<number> => {
    const asked = new Map(worlds);
    const from = [...asked].map(([world, { at }]) => ({ world, ...at }));
    const { open, events } = await readFeed(db, from);
    const counts = new Map<number, number>();
    for (const event of events) {
      counts.set(event.world, (counts.get(event.world) ?? 0) + 1);
      const world = asked.get(event.world)!;
      // Streams that joined meanwhile are left out: they may be at an earlier position than this read.
      if (worlds.get(event.world) === world) notifyWorld(world, event);
    }
    if ([...counts.values()].some((count) => count >= PAGE)) return 0;
    return open ? OPEN_MS : POLL_MS;
  };

  const notifyWorld = (world: World, event: FeedEvent) => {
    world.at = event;
    for (const stream of world.streams) {
      if (compare(event, stream.at) > 0) notify(stream, event);
      onNotified(stream);
    }
  };

  return {
    join: (stream) => {
      if (stream.out.destroyed || stopped) return;
      const world = worlds.get(stream.world) ?? { at: stream.at, streams: new Set() };
      worlds.set(stream.world, world);
      world.streams.add(stream);
      pollIn(0);
    },
    part: (stream) => {
      const world = worlds.get(stream.world);
      if (world?.streams.delete(stream) && world.streams.size === 0) worlds.delete(stream.world);
    },
    positionOf: (world) => worlds.get(world)?.at,
    pollIn,
    stop: () => {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
