import type { Node, WorkerName } from '../db/node.ts';
import type { Rails } from '../rails/rail.ts';
import type { GiveWay } from './give-way.ts';
import { settleEach } from './settle-each.ts';
import type { Round } from './worker.ts';

/** A slower answer is settled when it arrives: a round that waited for it would delay the work of all other rails. */
const PATIENCE_MS = 100;
/** The most open requests of one rail on one node, and the most that one settlement writes in a transaction. */
export const PORTION = 500;

/** Rails that may be asked more, and how much more, in the same order. */
export type RailQuotas = { readonly rails: readonly string[]; readonly rooms: readonly number[] };

export type AnsweredJob<Job, Answer> = { readonly job: Job; readonly answer: Answer };

export type RailWork<Job, Answer, Settled> = {
  readonly node: Node;
  readonly name: WorkerName;
  /** The rails, which may change while the worker runs. */
  readonly rails: Pick<Rails, 'names' | 'room'>;
  /** Claims due jobs, at most each rail's quota, with a lease that is longer than any answer takes. */
  claim(quotas: RailQuotas): Promise<readonly Job[]>;
  /** Milliseconds until the next job is due on these rails; null if there is none. */
  nextDueMs(rails: readonly string[]): Promise<number | null>;
  /** Runs outside any transaction. */
  ask(job: Job): Promise<Answer>;
  /** Replaces the answer of a rail that throws. The outcome is unknown, and the record is looked for. */
  readonly noAnswer: Answer;
  settle(portion: readonly AnsweredJob<Job, Answer>[]): Promise<Settled[]>;
  onSettled(settled: Settled): void;
  onError(error: unknown): void;
  /** Called after each settlement, if the jobs are bulk work. */
  readonly giveWay?: GiveWay;
  /** Receives jobs whose settlement failed on its own. Jobs that failed before are settled apart from the others. */
  readonly failures?: {
    countOf(job: Job): number;
    failed(job: Job, error: unknown): Promise<void>;
    settled(job: Job): void;
  };
};

type RailJob = { readonly rail: string; readonly id: unknown; readonly world?: number };

export type RailWorker = {
  round(): Promise<Round>;
  /** Call it after the last round. It settles the answers that are still to come. */
  finish(): Promise<void>;
};

/**
 * Claims due jobs, asks their rails, and settles the answers. Each rail has its own quota for claims and open requests:
 * a rail that hangs is not asked again until it answers, and the others continue unaffected.
 */
export function createRailWorker<Job extends RailJob, Answer, Settled>(
  work: RailWork<Job, Answer, Settled>,
  patienceMs = PATIENCE_MS,
): RailWorker {
  /** Unanswered requests, the oldest first, and when they began. */
  const open = new Map<string, Map<Promise<void>, number>>();
  const openOf = (rail: string): Map<Promise<void>, number> => {
    const inFlight = open.get(rail) ?? new Map();
    open.set(rail, inFlight);
    return inFlight;
  };
  const roomOf = (rail: string): number => {
    const { size } = openOf(rail);
    return Math.min(PORTION - size, work.rails.room(rail, size));
  };
  type Answered = AnsweredJob<Job, Answer>;
  let answered: Answered[] = [];
  let listening = false;
  const settleAll = createSettler(work);

  const quotas = (): RailQuotas => {
    const free = work.rails
      .names()
      .map((rail) => ({ rail, room: roomOf(rail) }))
      .filter(({ room }) => room > 0);
    return { rails: free.map(({ rail }) => rail), rooms: free.map(({ room }) => room) };
  };
  const askRail = async (job: Job): Promise<Answer> => {
    try {
      return await work.ask(job);
    } catch (error) {
      work.onError(error);
      return work.noAnswer;
    }
  };
  const ask = (job: Job): Promise<void> => {
    const inFlight = openOf(job.rail);
    const asking = askRail(job).then((answer) => {
      inFlight.delete(asking);
      answered.push({ job, answer });
      if (!listening) work.node.wakeHere(work.name, []);
    });
    inFlight.set(asking, performance.now());
    return asking;
  };
  /** A rail that lets an earlier request wait would make every round last as long as the patience. */
  const hangs = (rail: string): boolean => {
    const [oldest] = openOf(rail).values();
    return oldest !== undefined && performance.now() - oldest > patienceMs;
  };
  const askAll = async (jobs: readonly Job[]) => {
    listening = true;
    const hanging = new Set(jobs.map(({ rail }) => rail).filter(hangs));
    const asked = jobs.map((job) => ({ rail: job.rail, asking: ask(job) }));
    const awaited = asked.filter(({ rail }) => !hanging.has(rail)).map(({ asking }) => asking);
    await atMost(patienceMs, Promise.all(awaited));
    listening = false;
  };
  /**
   * One answer for each job. A job that was claimed again before its rail answered has two, and one portion would
   * settle both.
   */
  const takeAnswered = (): Answered[] => {
    const portion = new Map<Job['id'], Answered>();
    answered = answered.filter((one) => {
      if (portion.size === PORTION || portion.has(one.job.id)) return true;
      portion.set(one.job.id, one);
      return false;
    });
    return [...portion.values()];
  };
  const settleAnswered = async (): Promise<number> => {
    const count = answered.length;
    while (answered.length > 0) await settleAll(takeAnswered());
    return count;
  };

  return {
    round: async () => {
      const { rails, rooms } = quotas();
      const jobs = await work.claim({ rails, rooms });
      if (jobs.length > 0) await askAll(jobs);
      const done = jobs.length + (await settleAnswered());
      return { done, nextDueMs: done > 0 ? null : await work.nextDueMs(rails) };
    },
    finish: async () => {
      await Promise.all([...open.values()].flatMap((inFlight) => [...inFlight.keys()]));
      await settleAnswered();
    },
  };
}

function createSettler<Job extends RailJob, Answer, Settled>(
  work: RailWork<Job, Answer, Settled>,
): (answered: AnsweredJob<Job, Answer>[]) => Promise<void> {
  type Answered = AnsweredJob<Job, Answer>;
  const fail = (error: unknown, { job }: Answered) =>
    work.failures ? work.failures.failed(job, error) : work.onError(error);
  const settlePortion = async (portion: Answered[]) => {
    const began = performance.now();
    for (const settled of await settleEach(portion, work.settle, fail, ({ job }) => job.world)) work.onSettled(settled);
    const { world } = portion[0]!.job;
    if (world !== undefined) await work.giveWay?.(world, performance.now() - began);
  };
  const settleAgain = async (one: Answered) => {
    const { countOf, settled } = work.failures!;
    const before = countOf(one.job);
    try {
      for (const result of await work.settle([one])) work.onSettled(result);
      // A settlement in several steps reports a failure without throwing.
      if (countOf(one.job) === before) settled(one.job);
    } catch (error) {
      await fail(error, one);
    }
  };

  /** A job that has failed before is likely to fail again, and would roll back the transaction of all others. */
  return async (answered) => {
    const { again = [], first = [] } = Object.groupBy(answered, ({ job }) =>
      work.failures?.countOf(job) ? 'again' : 'first',
    );
    if (first.length > 0) await settlePortion(first);
    for (const one of again) await settleAgain(one);
  };
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
