import { settleEach } from './settle-each.ts';
import { type WorkerName, wakeHere } from './wake.ts';
import type { Round } from './worker.ts';

/** An answer that takes longer is settled when it comes: a round that waited would hold up the work of all other rails. */
const PATIENCE_MS = 100;
/** What one rail may leave unanswered on one node, and as many as one settlement writes in a transaction. */
export const PORTION = 500;

/** Rails that may be asked more, and how much more, in the same order. */
export type Lanes = { readonly rails: readonly string[]; readonly rooms: readonly number[] };

export type RailWork<Job, Asked, Settled> = {
  readonly name: WorkerName;
  /** The names of those that there are. */
  readonly rails: readonly string[];
  /** What is due, at most so much of each lane, with a lease that is longer than any answer takes. */
  claim(lanes: Lanes): Promise<readonly Job[]>;
  /** In how many milliseconds the next is due on these rails; null: none is. */
  nextDueMs(rails: readonly string[]): Promise<number | null>;
  /** Outside any transaction. Never rejects. */
  ask(job: Job): Promise<Asked>;
  settle(portion: Asked[]): Promise<Settled[]>;
  onSettled(settled: Settled): void;
  onError(error: unknown): void;
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
export function createRailWorker<Job extends { readonly rail: string; readonly id: unknown }, Asked, Settled>(
  work: RailWork<Job, Asked, Settled>,
  patienceMs = PATIENCE_MS,
): RailWorker {
  const open = new Map(work.rails.map((rail) => [rail, new Set<Promise<void>>()]));
  let answered: { readonly id: Job['id']; readonly asked: Asked }[] = [];
  let listening = false;

  const lanes = (): Lanes => {
    const free = work.rails.filter((rail) => open.get(rail)!.size < PORTION);
    return { rails: free, rooms: free.map((rail) => PORTION - open.get(rail)!.size) };
  };
  const ask = (job: Job): Promise<void> => {
    const lane = open.get(job.rail)!;
    const asking = work.ask(job).then((asked) => {
      lane.delete(asking);
      answered.push({ id: job.id, asked });
      if (!listening) wakeHere(work.name, []);
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
  const takeAnswered = (): Asked[] => {
    const portion = new Map<Job['id'], Asked>();
    answered = answered.filter(({ id, asked }) => {
      if (portion.size === PORTION || portion.has(id)) return true;
      portion.set(id, asked);
      return false;
    });
    return [...portion.values()];
  };
  const settleAnswered = async (): Promise<number> => {
    const count = answered.length;
    while (answered.length > 0)
      for (const settled of await settleEach(takeAnswered(), work.settle, work.onError)) work.onSettled(settled);
    return count;
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
