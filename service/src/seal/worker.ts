import type { Database } from '../db/database.ts';
import type { Round } from '../workers/worker.ts';
import { MOST } from './batch.ts';
import { closeBatch } from './close-batch.ts';
import { sendHead } from './send-head.ts';
import type { Witness } from './witness.ts';

export type SealWorker = {
  readonly db: Database;
  /** Where heads are kept outside the database, and how often one is sent. */
  readonly witness: { readonly to: Witness; readonly everyMs: number } | null;
  readonly onError: (error: unknown) => void;
  /** How often new postings are sealed. Full batches are sealed at once. */
  readonly everyMs: number;
};

/** Seals the ledger, and sends the head to the witness. A witness that fails does not stop the sealing. */
export function createSealWorker({ db, witness, onError, everyMs }: SealWorker) {
  /** On the monotonic clock. */
  let nextAt = 0;
  return async (): Promise<Round> => {
    const leftMs = nextAt - performance.now();
    if (leftMs > 0) return { done: 0, nextDueMs: leftMs };
    const count = await closeBatch(db, everyMs);
    if (count === MOST) return { done: count, nextDueMs: null };
    nextAt = performance.now() + everyMs;
    if (witness) await sendHead(db, witness.to, witness.everyMs).catch(onError);
    return { done: 0, nextDueMs: everyMs };
  };
}
