import { decisions } from '../../../../contract/src/member-rights.ts';
import { type Schedule, scheduleProblems } from '../../../../contract/src/schedules.ts';
import { type AccountRow, selectAccount } from '../../accounts/store.ts';
import { runAt } from '../../core/runs.ts';
import type { Database } from '../../db/database.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { openEvents } from '../../events/emit.ts';
import { findOwn } from '../../integrations/own.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Round } from '../../workers/worker.ts';
import { createPayouts, type PayoutOptions } from '../create.ts';
import { notifyPeople, type ScheduleNotifier } from './notify.ts';
import { changed, dueAt, payoutOf } from './plan.ts';
import {
  claimPayoutSchedule,
  nextDueSchedule,
  type PayoutScheduleRow,
  putOffSchedule,
  selectScheduleWorld,
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

/** Money may arrive, and a wallet may be unfrozen: such a run is tried again each hour for a day. */
const AGAIN_MS = 3_600_000;
const TRY_FOR_MS = 24 * 3_600_000;
const passing: readonly Problem[] = ['insufficient_funds', 'wallet_frozen'];

/**
 * Sends the notice of a run, and makes the run: a payout with the rights of the person who approved the schedule. The
 * payout and the schedule's next time commit together, so each run is made once.
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
  await notifyPeople(tx, notifier, row, 'schedule_upcoming');
}

async function emit(tx: Tx, row: PayoutScheduleRow, type: 'schedule.upcoming' | 'schedule.failed'): Promise<void> {
  const events = await openEvents(tx, [row]);
  events.emit([scheduleEvent(row, type)]);
}

async function run(tx: Tx, options: ScheduleWorker, row: PayoutScheduleRow, now: Date): Promise<void> {
  const at = row.run_at!.toISOString();
  const following = runAt(row, row.run + 1);
  // The service was away for a whole interval. Many payouts at once are for a person to decide.
  if (following && following <= now)
    return fail(tx, options, { ...row, status: 'paused', due_at: null, last_run: lastRun(at, 'too_late') }, now);
  const caller = await approverOf(tx, row, options.live);
  if (!caller) {
    const pending = { status: 'pending', approved_by: null, approved_at: null, due_at: null } as const;
    return fail(tx, options, { ...row, ...pending, last_run: lastRun(at, 'approver_not_allowed') }, now);
  }
  const command = { caller, requestId: '', idempotency: null, input: payoutOf(row) };
  const [made] = await createPayouts(tx, [command], options.payouts);
  if (typeof made === 'string') {
    const { id } = JSON.parse(made) as { id: string };
    const next = atFollowing({ ...row, last_run: { at, payout: id, problem: null } }, now);
    return updateSchedule(tx, changed(next, now));
  }
  const problem = problemOf(made!);
  const failed = { ...row, last_run: lastRun(at, problem) };
  const mayTryAgain = passing.includes(problem) && now.getTime() - row.run_at!.getTime() < TRY_FOR_MS;
  const next = mayTryAgain ? { ...failed, due_at: new Date(now.getTime() + AGAIN_MS) } : atFollowing(failed, now);
  // The next tries are silent, and their end is not.
  if (mayTryAgain && row.last_run?.at === at && row.last_run.problem === problem)
    return updateSchedule(tx, changed(next, now));
  return fail(tx, options, next, now);
}

const lastRun = (at: string, problem: Problem) => ({ at, payout: null, problem });
const problemOf = ({ code }: Refusal): Problem => scheduleProblems.find((one) => one === code) ?? 'refused';

async function fail(tx: Tx, { notifier }: ScheduleWorker, row: PayoutScheduleRow, now: Date): Promise<void> {
  const next = changed(row, now);
  await emit(tx, next, 'schedule.failed');
  updateSchedule(tx, next);
  // The row may be at the following run already.
  await notifyPeople(tx, notifier, { ...next, run_at: new Date(next.last_run!.at) }, 'schedule_failed');
}

/** The schedule at the run after this one, or ended if there is none. */
function atFollowing(row: PayoutScheduleRow, now: Date): PayoutScheduleRow {
  const run_at = runAt(row, row.run + 1);
  if (!run_at) return { ...row, status: 'ended', due_at: null };
  const next = { ...row, run: row.run + 1, run_at, noticed: false };
  return { ...next, due_at: dueAt(next, now) };
}

/** The person who approved the schedule, if they still may; null otherwise. */
async function approverOf(tx: Tx, row: PayoutScheduleRow, live: boolean): Promise<Caller | null> {
  const { world, livemode, approved_by } = row;
  const [account] = await tx.query<AccountRow>(selectAccount, [approved_by]);
  const [own] = await tx.query<{ integration: string; merchant: string; live: boolean }>(selectScheduleWorld, [world]);
  if (!account || account.suspended_at || !own) return null;
  if (account.type !== 'merchant' && account.type !== 'developer') return null;
  if (livemode && (!live || !own.live || account.two_factor === 'none')) return null;
  const { id, type, identifier } = account;
  const caller: Caller = {
    ...{ kind: type, id, world, livemode, scopes: new Set(), integration: own.integration },
    owner: { type: 'merchant', id: own.merchant },
    person: { id, type, session: '', identifier, role: null },
  };
  try {
    await findOwn(tx, caller, own.integration, decisions);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return caller;
}
