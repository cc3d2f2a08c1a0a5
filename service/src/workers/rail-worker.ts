import type { Node, WorkerName } from '../db/node.ts';
import type { GiveWay } from './give-way.ts';
import { settleEach } from './settle-each.ts';
import type { Round } from './worker.ts';

/** An answer that takes longer is settled when it comes: a round that waited would hold up the work of all other rails. */
const PATIENCE_MS = 100;
/** What one rail may leave unanswered on one node, and as many as one settlement writes in a transaction. */
export const PORTION = 500;

/** Rails that may be asked more, and how much more, in the same order. */
export type RailQuotas = { readonly rails: readonly string[]; readonly rooms: readonly number[] };

export type Asked<Job, Answer> = { readonly job: Job; readonly answer: Answer };

export type RailWork<Job, Answer, Settled> = {
  readonly node: Node;
  readonly name: WorkerName;
  /** The names of those that there are. */
  readonly rails: readonly string[];
  /** What is due, at most so much of each lane, with a lease that is longer than any answer takes. */
  claim(lanes: RailQuotas): Promise<readonly Job[]>;
  /** In how many milliseconds the next is due on these rails; null: none is. */
  nextDueMs(rails: readonly string[]): Promise<number | null>;
  /** Outside any transaction. */
  ask(job: Job): Promise<Answer>;
  /** Stands in for the answer of a rail that throws: the outcome is unknown, and the rail is asked again under the same id. */
  readonly noAnswer: Answer;
  settle(portion: readonly Asked<Job, Answer>[]): Promise<Settled[]>;
  onSettled(settled: Settled): void;
  onError(error: unknown): void;
  /** After each settlement, where the jobs are bulk work. */
  readonly giveWay?: GiveWay;
  /** Hears of jobs whose settlement failed by itself. Those that have failed before are settled apart from the others. */
  readonly failures?: {
    countOf(job: Job): number;
    failed(job: Job, error: unknown): Promise<void>;
    settled(job: Job): void;
  };
};

export type RailWorker = {
  round(): Promise<Round>;
  /** After the last round: settles what is still to be answered. */
  finish(): Promise<void>;
};

/**
 * Claims what is due, asks its rails, and settles what they say. Each rail has a lane of its own, in claims and in what is
 * unanswered: one that hangs is asked no more until it answers, and the others go on as if it were not there.
 */
export function createRailWorker<
  Job extends { readonly rail: string; readonly id: unknown; readonly world?: number },
  Answer,
  Settled,
>(work: RailWork<Job, Answer, Settled>, patienceMs = PATIENCE_MS): RailWorker {
  const open = new Map(work.rails.map((rail) => [rail, new Set<Promise<void>>()]));
  type Answered = Asked<Job, Answer>;
  let answered: Answered[] = [];
  let listening = false;

  const lanes = (): RailQuotas => {
    const free = work.rails.filter((rail) => open.get(rail)!.size < PORTION);
    return { rails: free, rooms: free.map((rail) => PORTION - open.get(rail)!.size) };
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
    const lane = open.get(job.rail)!;
    const asking = askRail(job).then((answer) => {
      lane.delete(asking);
      answered.push({ job, answer });
      if (!listening) work.node.wakeHere(work.name, []);
    });
    lane.add(asking);
    return asking;
  };
  const askAll = async (jobs: readonly Job[]) => {
    listening = true;
    await atMost(patienceMs, Promise.all(jobs.map(ask)));
    listening = false;
  };
  /** One answer for each job: what was claimed again before its rail had answered has two, and in one portion both would be settled. */
  const takeAnswered = (): Answered[] => {
    const portion = new Map<Job['id'], Answered>();
    answered = answered.filter((one) => {
      if (portion.size === PORTION || portion.has(one.job.id)) return true;
      portion.set(one.job.id, one);
      return false;
    });
    return [...portion.values()];
  };
  const fail = (error: unknown, { job }: Answered) =>
    work.failures ? work.failures.failed(job, error) : work.onError(error);
  const settlePortion = async (portion: Answered[]) => {
    const began = performance.now();
    for (const settled of await settleEach(portion, work.settle, fail, ({ job }) => job.world)) work.onSettled(settled);
    const { world } = portion[0]!.job;
    if (world !== undefined) await work.giveWay?.(world, performance.now() - began);
  };
  /** One that has failed before is likely to fail again, and would take the transaction of all others with it. */
  const settleAnswered = async (): Promise<number> => {
    const count = answered.length;
    while (answered.length > 0) {
      const { again = [], first = [] } = Object.groupBy(takeAnswered(), ({ job }) =>
        work.failures?.countOf(job) ? 'again' : 'first',
      );
      if (first.length > 0) await settlePortion(first);
      for (const one of again) await settleAgain(one);
    }
    return count;
  };
  const settleAgain = async (one: Answered) => {
    const { countOf, settled } = work.failures!;
    const before = countOf(one.job);
    try {
      for (const result of await work.settle([one])) work.onSettled(result);
      // A settlement in several steps tells of a failure and throws nothing.
      if (countOf(one.job) === before) settled(one.job);
    } catch (error) {
      await fail(error, one);
    }
  };

  return {
    round: async () => {
      const { rails, rooms } = lanes();
      const jobs = await work.claim({ rails, rooms });
      if (jobs.length > 0) await askAll(jobs);
      const done = jobs.length + (await settleAnswered());
      return { done, nextDueMs: done > 0 ? null : await work.nextDueMs(rails) };
    },
    finish: async () => {
      await Promise.all([...open.values()].flatMap((lane) => [...lane]));
      await settleAnswered();
    },
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
