import type { Database } from '../db/database.ts';
import { addLoad, loadArrays } from './load-store.ts';

const GATHER_MS = 1_000;

/** The measured costs of a world; parts that were not measured are absent. */
export type Cost = {
  readonly requests?: number;
  readonly refused?: number;
  readonly rows?: number;
  readonly batchMs?: number;
  readonly connectionMs?: number;
};

export type LoadCounter = {
  /** Adds to the costs of the world. This takes one map lookup, and the write happens later. */
  count(world: number, cost: Cost): void;
  /** Whether another world sent requests to this process within the last one or two seconds. */
  sharedWith(world: number): boolean;
  stop(): Promise<void>;
};

type Sum = { requests: number; refused: number; rows: number; batchMs: number; connectionMs: number };

/** The costs of each world on this node, added to the database once a second, for all nodes together. */
export function countLoad(db: Database, onError: (error: unknown) => void, gatherMs = GATHER_MS): LoadCounter {
  let sums = new Map<number, Sum>();
  let before = new Map<number, Sum>();
  let gatheredAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    timer = null;
    const gathered = [...sums];
    before = sums;
    gatheredAt = performance.now();
    sums = new Map();
    const values = loadArrays(gathered.map(([world, sum]) => ({ world, ...sum })));
    writing = writing.then(() => db.query(addLoad, values)).catch(onError);
  };
  return {
    count: (world, { requests = 0, refused = 0, rows = 0, batchMs = 0, connectionMs = 0 }) => {
      const sum = sums.get(world) ?? { requests: 0, refused: 0, rows: 0, batchMs: 0, connectionMs: 0 };
      sums.set(world, sum);
      sum.requests += requests;
      sum.refused += refused;
      sum.rows += rows;
      sum.batchMs += batchMs;
      sum.connectionMs += connectionMs;
      timer ??= setTimeout(write, gatherMs);
    },
    sharedWith: (world) => {
      const recent = performance.now() - gatheredAt < 2 * gatherMs ? [sums, before] : [sums];
      return recent.some((known) => [...known].some(([other, { requests }]) => other !== world && requests > 0));
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
