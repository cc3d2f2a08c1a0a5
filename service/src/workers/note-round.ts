import type { Node, WorkerName } from '../db/node.ts';

declare module '../db/node.ts' {
  interface Node {
    /** When each worker of this process last ended a round, or started, in Unix milliseconds. */
    lastRounds?: Map<string, number>;
  }
}

/** Notes that a worker goes on: a round that never ends is found by the time of the last one. */
export function noteRound(node: Node, worker: WorkerName | 'retention'): void {
  node.lastRounds ??= new Map();
  node.lastRounds.set(worker, Date.now());
}
