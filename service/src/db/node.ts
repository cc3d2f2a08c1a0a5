import type { Tracing } from '../tracing/span.ts';
import type { WorldWrites } from './world-writes.ts';

/** Work that a worker may start on at once, instead of at its next poll. */
export type WorkerName =
  | 'payments'
  | 'refunds'
  | 'payouts'
  | 'payout_items'
  | 'payout_names'
  | 'deliveries'
  | 'replays'
  | 'clocks'
  | 'callbacks'
  | 'incoming'
  | 'floats'
  | 'cases'
  | 'exports'
  | 'schedules'
  | 'people'
  | 'messages'
  | 'receipts'
  | 'alerts'
  | 'checkout'
  | 'holds'
  | 'reserves'
  | 'seal'
  | 'statements'
  | 'reconciliation'
  /** No work: these endpoints changed, and what was claimed for them is claimed again. */
  | 'endpoints';

/** Names the work, so that the worker need not look at everything. Null: anything may be due. */
export type About = readonly string[] | null;

type Wake = (about: About) => void;
type WakeListener = (name: WorkerName, about: About) => void;

/**
 * One process, as its own transactions and workers see it. A process may run several services, each with its own
 * database and node. A room that offers something to rooms below it adds a field to this type (`declare module`) and
 * sets it when the service starts.
 */
export interface Node {
  /** While traces are on. */
  tracing?: Tracing | undefined;
  /** Wakes the workers of this process and, by `workers/announce.ts`, those of other nodes. Call it after COMMIT. */
  wake(name: WorkerName, about?: About): void;
  /** Wakes the workers of this process only. */
  wakeHere(name: WorkerName, about?: About): void;
  /** @returns how to stop listening */
  onWake(name: WorkerName, wake: Wake): () => void;
  /** @returns how to stop listening */
  onAnyWake(listener: WakeListener): () => void;
  /** Notes which worlds write. Undefined: nobody reads from standbys. */
  worldWrites?: WorldWrites | undefined;
}

export function createNode(): Node {
  const sleepers = new Map<WorkerName, Set<Wake>>();
  const listeners = new Set<WakeListener>();
  const wakeHere = (name: WorkerName, about: About = null) => {
    for (const wake of sleepers.get(name) ?? []) wake(about);
  };
  return {
    wakeHere,
    wake: (name, about = null) => {
      wakeHere(name, about);
      for (const listener of listeners) listener(name, about);
    },
    onWake: (name, wake) => {
      const set = sleepers.get(name) ?? new Set();
      sleepers.set(name, set.add(wake));
      return () => set.delete(wake);
    },
    onAnyWake: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
