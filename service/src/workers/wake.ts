/**
 * Work that a worker may start at once, instead of at its next poll. Wakes are sent after COMMIT. `about` names the
 * records concerned, if known, so that the worker need not poll everything.
 */
export type WorkerName =
  | 'payments'
  | 'refunds'
  | 'payouts'
  | 'payout_items'
  | 'deliveries'
  | 'replays'
  | 'clocks'
  /** Not work: these endpoints have changed, and deliveries claimed for them must be claimed again. */
  | 'endpoints';

/** Null: anything may be due. */
export type About = readonly string[] | null;

/** The name of an endpoint in `about`, with its world, which is the first column of every index. */
export const endpointKey = (world: number, id: string) => `${world}:${id}`;

type Wake = (about: About) => void;

const sleepers = new Map<WorkerName, Set<Wake>>();
const listeners = new Set<(name: WorkerName, about: About) => void>();

/** Wakes the workers of this process, and notifies the listener that wakes other nodes. */
export function wakeWorker(name: WorkerName, about: About = null): void {
  wakeHere(name, about);
  for (const listener of listeners) listener(name, about);
}

export function wakeHere(name: WorkerName, about: About = null): void {
  for (const wake of sleepers.get(name) ?? []) wake(about);
}

export function onWake(name: WorkerName, wake: Wake): () => void {
  const set = sleepers.get(name) ?? new Set();
  sleepers.set(name, set.add(wake));
  return () => set.delete(wake);
}

export function onAnyWake(listener: (name: WorkerName, about: About) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
