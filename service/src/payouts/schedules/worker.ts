import { type Schedule, scheduleProblems } from '../../../../contract/src/schedules.ts';
import { followingRun, runAt } from '../../core/runs.ts';
import type { Database } from '../../db/database.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { openEvents } from '../../events/emit.ts';
import type { Caller } from '../../kernel/command.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { createTransfers } from '../../transfers/create.ts';
import type { Round } from '../../workers/worker.ts';
import { createPayouts, type PayoutOptions } from '../create.ts';
import { findApprover } from './find-approver.ts';
import { notifyPeople, type ScheduleNotifier } from './notify.ts';
import { changed, dueAt, payoutOf, transferOf } from './plan.ts';
import {
  claimPayoutSchedule,
  nextDueSchedule,
  type PayoutScheduleRow,
  putOffSchedule,
  updateSchedule,
} from './store.ts';
import { scheduleEvent } from './view.ts';

export type ScheduleWorker = {
  readonly db: Database;
  readonly payouts: PayoutOptions;
  readonly notifier: ScheduleNotifier;
  /** Whether the deployment has a live mode. Without it no live schedule runs. */
  readonly live: boolean;
  readonly onError: (error: unknown) => void;
};

type Problem = NonNullable<NonNullable<Schedule['last_run']>['problem']>;

/** Money may arrive, and a wallet may be unfrozen: such a run is tried again each hour, for a day or until the next. */
const AGAIN_MS = 3_600_000;
const TRY_FOR_MS = 24 * 3_600_000;
const passing: readonly Problem[] = ['insufficient_funds', 'wallet_frozen'];

/**
 * Sends the notice of a run, and makes the run: a payout or a transfer with the rights of the person or key that
 * approved the schedule. It commits together with the schedule's next time, so each run is made once.
 */
export function createScheduleWorker(options: ScheduleWorker): () => Promise<Round> {
  const { db, onError } = options;
  return async () => {
    let claimed: PayoutScheduleRow | undefined;
    const step = async (tx: Tx): Promise<boolean> => {
      [claimed] = await tx.query<PayoutScheduleRow>(claimPayoutSchedule);
      if (claimed) await stepOn(tx, options, claimed);
      return claimed !== undefined;
    };
    const isDone = await transaction(db, step).catch(async (error) => {
      // The database is unreachable, or the step failed unexpectedly: the other schedules go on.
      if (!claimed) throw error;
      onError(error);
      await db.query(putOffSchedule, [claimed.world, claimed.id, claimed.version]);
      return false;
    });
    if (isDone) return { done: 1, nextDueMs: null };
    const [next] = await db.query<{ ms: number | null }>(nextDueSchedule);
    return { done: 0, nextDueMs: next?.ms ?? null };
  };
}

async function stepOn(tx: Tx, options: ScheduleWorker, row: PayoutScheduleRow): Promise<void> {
  const now = new Date();
  if (!row.noticed) await notice(tx, options, row, now);
  else await run(tx, options, row, now);
}

async function notice(tx: Tx, { notifier }: ScheduleWorker, row: PayoutScheduleRow, now: Date): Promise<void> {
  const next = changed({ ...row, noticed: true, due_at: row.run_at }, now);
  await emit(tx, next, 'schedule.upcoming');
  updateSchedule(tx, next);
  await notifyPeople(tx, notifier, row, 'upcoming');
}

async function emit(tx: Tx, row: PayoutScheduleRow, type: 'schedule.upcoming' | 'schedule.failed'): Promise<void> {
  const events = await openEvents(tx, [row]);
  events.emit([scheduleEvent(row, type)]);
}

async function run(tx: Tx, options: ScheduleWorker, row: PayoutScheduleRow, now: Date): Promise<void> {
  const at = row.run_at!.toISOString();
  const following = timeAfter(row);
  // The service was away for a whole interval. Many runs at once are for a person to decide.
  if (following && following <= now)
    return fail(tx, options, { ...row, status: 'paused', due_at: null, last_run: lastRun(at, 'too_late') }, now);
  const caller = await findApprover(tx, row, options.live);
  if (!caller) {
    const pending = { status: 'pending', approved_by: null, approved_at: null, due_at: null } as const;
    return fail(tx, options, { ...row, ...pending, last_run: lastRun(at, 'approver_not_allowed') }, now);
  }
  const made = await move(tx, options, row, caller);
  if (typeof made === 'string') {
    const { id } = JSON.parse(made) as { id: string };
    const record = row.kind === 'payout' ? { payout: id, transfer: null } : { payout: null, transfer: id };
    const next = atFollowing({ ...row, last_run: { at, ...record, problem: null } }, now);
    return updateSchedule(tx, changed(next, now));
  }
  const problem = problemOf(made);
  const failed = { ...row, last_run: lastRun(at, problem) };
  const again = new Date(now.getTime() + AGAIN_MS);
  const isInTime = now.getTime() - row.run_at!.getTime() < TRY_FOR_MS && (following === null || again < following);
  const mayTryAgain = passing.includes(problem) && isInTime;
  const next = mayTryAgain ? { ...failed, due_at: again } : atFollowing(failed, now);
  // The next tries are silent, and their end is not.
  if (mayTryAgain && row.last_run?.at === at && row.last_run.problem === problem)
    return updateSchedule(tx, changed(next, now));
  return fail(tx, options, next, now);
}

/** Moves the money of a run. @returns the serialised record, or the refusal */
async function move(
  tx: Tx,
  { payouts }: ScheduleWorker,
  row: PayoutScheduleRow,
  caller: Caller,
): Promise<string | Refusal> {
  const command = { caller, requestId: '', idempotency: null };
  const [made] =
    row.kind === 'payout'
      ? await createPayouts(tx, [{ ...command, input: payoutOf(row) }], payouts)
      : await createTransfers(tx, [{ ...command, input: transferOf(row) }]);
  return made!;
}

const lastRun = (at: string, problem: Problem) => ({ at, payout: null, transfer: null, problem });
const problemOf = ({ code }: Refusal): Problem => scheduleProblems.find((one) => one === code) ?? 'refused';

async function fail(tx: Tx, { notifier }: ScheduleWorker, row: PayoutScheduleRow, now: Date): Promise<void> {
  const next = changed(row, now);
  await emit(tx, next, 'schedule.failed');
  updateSchedule(tx, next);
  // The row may be at the following run already.
  await notifyPeople(tx, notifier, { ...next, run_at: new Date(next.last_run!.at) }, 'failed');
}

/** The schedule at the run after this one, or ended if there is none. */
function atFollowing(row: PayoutScheduleRow, now: Date): PayoutScheduleRow {
  const run = followingRun(row, row.run);
  if (run === null) return { ...row, status: 'ended', due_at: null };
  const next = { ...row, run, run_at: runAt(row, run), noticed: false };
  return { ...next, due_at: dueAt(next, now) };
}

function timeAfter(row: PayoutScheduleRow): Date | null {
  const run = followingRun(row, row.run);
  return run === null ? null : runAt(row, run);
}
