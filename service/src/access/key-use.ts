import type { Database } from '../db/database.ts';
import { touchKeys } from './store.ts';

/** How often a node records the use of one key. */
const EVERY_MS = 60_000;
/** Uses within this time are written together. */
const GATHER_MS = 1_000;
const MAX_KNOWN = 100_000;

export type KeyUse = {
  /** Costs one map lookup. The write happens later. */
  note(keyId: string): void;
  stop(): Promise<void>;
};

/** Records when keys were last used, to the minute, outside the requests. */
export function watchKeyUse(
  db: Database,
  onError: (error: unknown) => void,
  { gatherMs = GATHER_MS, now = () => performance.now() }: { gatherMs?: number; now?: () => number } = {},
): KeyUse {
  const noted = new Map<string, number>();
  let used: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    timer = null;
    const keys = used;
    used = [];
    writing = writing.then(() => db.query(touchKeys, [keys])).catch(onError);
  };
  return {
    note: (keyId) => {
      const time = now();
      const before = noted.get(keyId);
      if (before !== undefined && time - before < EVERY_MS) return;
      if (noted.size >= MAX_KNOWN) noted.clear();
      noted.set(keyId, time);
      used.push(keyId);
      timer ??= setTimeout(write, gatherMs);
    },
    stop: async () => {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}
