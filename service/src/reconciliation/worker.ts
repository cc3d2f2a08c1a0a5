import type { Database, Statement } from '../db/database.ts';
import type { Round } from '../workers/worker.ts';
import { reconcile } from './reconcile.ts';
import { type ReconciledRail, selectReconciledRails } from './store.ts';

/** A rail without new files is reconciled again after this time: items become exceptions by age. */
export const AGAIN_MS = 300_000;

const claimStatement: Statement = {
  name: 'reconciled_rails_claim',
  text: `
    UPDATE reconciled_rails r SET claimed_at = now() WHERE rail = $1 AND (
      r.claimed_at IS NULL OR r.claimed_at < now() - make_interval(secs => $2)
      OR (r.done_at >= r.claimed_at AND EXISTS (
        SELECT FROM statement_files f WHERE f.rail = r.rail AND f.status = 'imported' AND f.matched_at IS NULL)))
    RETURNING rail`,
};
const doneStatement: Statement = {
  name: 'reconciled_rails_done',
  text: 'UPDATE reconciled_rails SET done_at = now() WHERE rail = $1',
};

export type ReconciliationWorker = {
  readonly db: Database;
  readonly onError: (error: unknown) => void;
  readonly onExceptions: (found: { readonly rail: string; readonly cases: number }) => void;
  readonly againMs?: number;
};

/** Reconciles each rail after an import and every few minutes, one node at a time. */
export function createReconciliationWorker({ db, onError, onExceptions, againMs = AGAIN_MS }: ReconciliationWorker) {
  return async (): Promise<Round> => {
    let done = 0;
    for (const rail of await db.query<ReconciledRail>(selectReconciledRails)) {
      try {
        if ((await db.query(claimStatement, [rail.rail, againMs / 1_000])).length === 0) continue;
        const { matched, cases } = await reconcile(db, rail, onError);
        await db.query(doneStatement, [rail.rail]);
        done += matched;
        if (cases > 0) onExceptions({ rail: rail.rail, cases });
      } catch (error) {
        onError(error);
      }
    }
    return { done, nextDueMs: againMs };
  };
}
