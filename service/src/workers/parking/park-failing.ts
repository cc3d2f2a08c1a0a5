import type { ParkedKind } from '../../../../contract/src/parked-settlements.ts';
import type { Database } from '../../db/database.ts';
import { isUnreachable } from '../../db/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import { park, putOff } from './store.ts';

/** With waits of 2, 4, 8 … seconds, at most an hour, these take about 70 minutes. */
export const MOST_FAILURES = 12;
const LONGEST_WAIT_S = 3_600;
/** Above this number the counts start again, which bounds the memory of a process. */
const MOST_KNOWN = 10_000;

export type ParkableJob = { readonly world: number; readonly id: string; readonly payout_id?: string };

export type Parking = {
  /** How often this process saw the job's settlement fail. A job that failed is settled apart from the others. */
  countOf(job: ParkableJob): number;
  /**
   * Records that the job's settlement failed on its own. The job waits longer each time, and is parked after the last
   * failure.
   */
  failed(job: ParkableJob, error: unknown): Promise<void>;
  settled(job: ParkableJob): void;
};

export type ParkingOptions = {
  readonly db: Database;
  readonly kind: ParkedKind;
  readonly onError: (error: unknown) => void;
  readonly onParked: (parked: { kind: ParkedKind; record: string; reason: string }) => void;
};

/**
 * Counts the failures of each job in this process, and writes only on a failure, so that other settlements cost nothing
 * more.
 */
export function createParking({ db, kind, onError, onParked }: ParkingOptions): Parking {
  const failures = new Map<string, number>();
  const keyOf = ({ world, id }: ParkableJob) => `${world} ${id}`;
  return {
    countOf: (job) => failures.get(keyOf(job)) ?? 0,
    settled: (job) => void failures.delete(keyOf(job)),
    failed: async (job, error) => {
      onError(error);
      // The database is unreachable, which says nothing about this job.
      if (isUnreachable(error)) return;
      const key = keyOf(job);
      const count = (failures.get(key) ?? 0) + 1;
      const values = [job.world, job.id, job.payout_id ?? null];
      try {
        if (count < MOST_FAILURES) {
          if (failures.size >= MOST_KNOWN) failures.clear();
          failures.set(key, count);
          await db.query(putOff[kind], [...values, Math.min(2 ** count, LONGEST_WAIT_S)]);
          return;
        }
        const reason = error instanceof Error ? error.message : String(error);
        await db.query(park[kind], [...values, newId('prk'), reason.slice(0, 300)]);
        failures.delete(key);
        onParked({ kind, record: job.id, reason });
      } catch (failure) {
        // The lease ends by itself, and the job fails once more.
        onError(failure);
      }
    },
  };
}
