import type { Database } from '../db/database.ts';
import { SLICE_MS } from '../db/portion.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { wakeWorker } from '../workers/wake.ts';
import { type ClockJob, claimDueJob, claimJobOf, deleteJob, moveJob } from './clock-store.ts';
import { type Moved, steps } from './deadlines.ts';

/**
 * The first slice moves this many rows, however slow they are: a small world's answer does not depend on the load. A
 * row that is only read costs a tenth.
 */
const FIRST_ROWS = 300;
const LOOK = 0.1;
const FIRST_PORTION = 200;

/** A later slice starts its last statement within the first half of its time. The statement takes the other half. */
const hasTime = (began: number) => () => performance.now() - began < SLICE_MS / 2;

export const moveFirst = (tx: Tx, job: ClockJob) => moveSlice(tx, job, (rows) => rows < FIRST_ROWS, FIRST_PORTION);

/**
 * Moves deadlines while `goesOn` returns true. The caller's transaction records the job's position, so that a crash
 * repeats and skips nothing.
 * @returns the job to continue, or null when every deadline is moved
 */
async function moveSlice(
  tx: Tx,
  job: ClockJob,
  goesOn: (rows: number) => boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<ClockJob | null> {
  let at = steps.findIndex(({ name }) => name === job.step);
  let { cursor } = job;
  let rows = 0;
  while (at < steps.length && goesOn(rows)) {
    const { name, move, portion, isOver, wakes } = steps[at]!;
    const size = Math.min(portion.size, most);
    const asked = performance.now();
    const values = [job.world, job.seconds, cursor, job.bounds[name], size, job.started_at];
    const [moved] = await tx.query<Moved>(move, values);
    portion.took(moved!.count, performance.now() - asked);
    rows += moved!.moved + LOOK * moved!.count;
    if (wakes && moved!.count > 0) tx.afterCommit(() => wakeWorker(wakes));
    if (isOver(moved!.count, size)) {
      at++;
      cursor = steps[at]?.first(job.started_at) ?? '';
    } else cursor = moved!.last!;
  }
  return at === steps.length ? null : { ...job, step: steps[at]!.name, cursor };
}

/**
 * Runs one slice in its own transaction. `onClaimed` receives the job's world.
 * @returns the job after it; undefined if none was due
 */
export function continueClock(
  db: Database,
  world: number | null,
  onClaimed: (job: ClockJob) => void = () => {},
): Promise<ClockJob | null | undefined> {
  return transaction(db, async (tx) => {
    const claim = world === null ? tx.query<ClockJob>(claimDueJob) : tx.query<ClockJob>(claimJobOf, [world]);
    const [job] = await claim;
    if (!job) return undefined;
    onClaimed(job);
    const next = await moveSlice(tx, job, hasTime(performance.now()));
    if (next) tx.query(moveJob, [job.world, next.step, next.cursor]);
    else tx.query(deleteJob, [job.world]);
    return next;
  });
}
