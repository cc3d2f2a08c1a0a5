/**
 * Work that a worker of this process may start on at once, instead of at its next look. Called after COMMIT; other nodes
 * look for themselves.
 */
export type WorkerName = 'payments' | 'refunds' | 'deliveries';

const sleepers = new Map<WorkerName, Set<() => void>>();

export function wakeWorker(name: WorkerName): void {
  for (const wake of sleepers.get(name) ?? []) wake();
}

export function onWake(name: WorkerName, wake: () => void): () => void {
  const set = sleepers.get(name) ?? new Set();
  sleepers.set(name, set.add(wake));
  return () => set.delete(wake);
}
