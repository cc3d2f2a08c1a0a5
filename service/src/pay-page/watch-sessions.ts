import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import { readVersions } from './store.ts';

/** One indexed statement for all pages that are open at this node. Without open pages nothing is read. */
const POLL_MS = 400;
/** The longest pause while the database is down. */
const LONGEST_PAUSE_MS = 15_000;
const HEARTBEAT_MS = 15_000;
/** Pages beyond these poll by themselves. */
const MOST_STREAMS = 5_000;
const MOST_OF_SESSION = 20;
/** The browser connects again by itself. A stream that ends bounds the memory of a client that is gone. */
const LONGEST_MS = 600_000;

type Stream = { readonly out: Readable; readonly until: number; sent: string | undefined };

export type SessionWatch = {
  /** A stream of server-sent events with the version of a session; null if there are too many. */
  open(token: string): Readable | null;
  stop(): void;
};

/** Tells open pages when their session or its payment changes, on whatever node that happens. */
export function watchSessions(db: Database, onError: (error: unknown) => void): SessionWatch {
  const streams = new Map<string, Set<Stream>>();
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let failures = 0;

  const poll = async () => {
    try {
      const tokens = [...streams.keys()];
      const versions = await readVersions(db, tokens);
      failures = 0;
      for (const [token, version] of versions) {
        for (const stream of streams.get(token) ?? []) {
          if (stream.sent !== version) stream.out.push(`data: ${version}\n\n`);
          stream.sent = version;
          if (stream.until < performance.now()) stream.out.push(null);
        }
      }
      // A session that was deleted.
      for (const token of tokens)
        if (!versions.has(token)) for (const { out } of streams.get(token) ?? []) out.push(null);
    } catch (error) {
      if (failures++ === 0) onError(error);
    }
    timer = null;
    again();
  };
  const again = () => {
    if (!stopped && timer === null && count > 0)
      timer = setTimeout(poll, Math.min(POLL_MS * 2 ** failures, LONGEST_PAUSE_MS));
  };
  const heartbeat = setInterval(() => {
    for (const set of streams.values()) for (const { out } of set) out.push(':\n\n');
  }, HEARTBEAT_MS).unref();

  return {
    open: (token) => {
      const set = streams.get(token) ?? new Set<Stream>();
      if (stopped || count >= MOST_STREAMS || set.size >= MOST_OF_SESSION) return null;
      const stream: Stream = {
        out: new Readable({ read: () => undefined }),
        until: performance.now() + LONGEST_MS,
        sent: undefined,
      };
      streams.set(token, set.add(stream));
      count++;
      stream.out.push('retry: 3000\n\n');
      stream.out.on('close', () => {
        count--;
        set.delete(stream);
        if (set.size === 0) streams.delete(token);
      });
      again();
      return stream.out;
    },
    stop: () => {
      stopped = true;
      clearInterval(heartbeat);
      if (timer) clearTimeout(timer);
      for (const set of streams.values()) for (const { out } of set) out.push(null);
    },
  };
}
