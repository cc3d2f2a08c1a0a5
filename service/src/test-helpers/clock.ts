import { setTimeout as sleep } from 'node:timers/promises';
import type { InputOf } from '../../../contract/src/route.ts';
import type { advanceTestClock, TestClock } from '../../../contract/src/test-helpers.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller, Command } from '../kernel/command.ts';
import type { Answer } from '../kernel/operation.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { continueClock, moveFirst } from './clock-slice.ts';
import {
  advanceOffset,
  type ClockJob,
  insertJob,
  lockClock,
  selectClock,
  selectJob,
  unparkJob,
} from './clock-store.ts';
import { selectBounds, steps } from './deadlines.ts';

/** A century. Twenty of them move today's deadlines before the year 0, which RFC 3339 cannot express. */
const FURTHEST_S = 3_155_760_000;
/** How long the answer waits for the rest of an advance. A worker continues the remainder. */
const PATIENCE_MS = 1_000;

/**
 * Advancing a world's clock by n seconds brings every open deadline in it n seconds nearer. There is no second clock,
 * so workers, leases and signatures use only real time, and each integration's clock is its own.
 *
 * The first slice commits with the idempotency key, and most worlds need no other. If more is left, a job is committed
 * too, and a worker continues it (decision 33).
 */
export async function advanceClocks(
  tx: Tx,
  commands: Command<InputOf<typeof advanceTestClock>>[],
): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const { caller, input } of commands) answers.push(await advanceClock(tx, caller.world, input.seconds));
  return answers;
}

async function advanceClock(tx: Tx, world: number, seconds: number): Promise<string | Refusal> {
  const [clock] = await tx.query<{ clock_offset_s: bigint }>(lockClock, [world]);
  const advanced = Number(clock!.clock_offset_s) + seconds;
  if (advanced > FURTHEST_S) return invalidField('seconds', 'clock_too_far');
  const [underWay] = await tx.query<{ due_at: Date | null }>(selectJob, [world]);
  if (underWay) {
    if (underWay.due_at === null) tx.query(unparkJob, [world]);
    tx.afterCommit(() => tx.node.wake('clocks'));
    return new Refusal('clock_advance_in_progress');
  }
  tx.query(advanceOffset, [world, seconds]);
  const [begun] = await tx.query<Pick<ClockJob, 'bounds' | 'started_at'>>(selectBounds, [world]);
  const [{ name, first }] = steps as [(typeof steps)[number]];
  const { bounds, started_at: at } = begun!;
  const job = { world, seconds: BigInt(seconds), step: name, cursor: first(at), bounds, started_at: at };
  const rest = await moveFirst(tx, job);
  if (rest) {
    tx.query(insertJob, [world, seconds, rest.step, rest.cursor, JSON.stringify(bounds), at]);
    tx.afterCommit(() => tx.node.wake('clocks'));
  }
  return render(advanced, rest !== null);
}

function render(advanced: number, advancing: boolean): string {
  const clock: TestClock = {
    object: 'test_clock',
    livemode: false,
    status: advancing ? 'advancing' : 'ready',
    now_at: new Date(Date.now() + advanced * 1000).toISOString(),
    advanced_seconds: advanced,
  };
  return JSON.stringify(clock);
}

export async function readTestClock(db: Database, caller: Caller): Promise<string> {
  const [clock] = await db.query<{ clock_offset_s: bigint; advancing: boolean }>(selectClock, [caller.world]);
  return render(Number(clock!.clock_offset_s), clock!.advancing);
}

/**
 * Continues an advance whose answer is `advancing`, so that a medium-sized world is finished when its client gets the
 * answer. The answer itself stays as stored: a retry gets the same bytes.
 */
export async function awaitAdvance(db: Database, { caller }: Command<unknown>, answer: Answer): Promise<Answer> {
  if (answer.status !== 200 || JSON.parse(answer.body).status === 'ready') return answer;
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const rest = await continueClock(db, caller.world).catch(() => undefined);
    if (rest === null) break;
    if (rest) continue;
    const [clock] = await db.query<{ advancing: boolean }>(selectClock, [caller.world]).catch(() => []);
    if (!clock?.advancing) break;
    // The worker holds the job.
    await sleep(20);
  }
  return answer;
}
