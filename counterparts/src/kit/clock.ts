export type Clock = {
  /** Milliseconds since 1970: the real clock plus all that it was advanced by. */
  now(): number;
  /** Runs `work` at a time of this clock. */
  at(ms: number, work: () => void | Promise<void>): void;
  /** Moves the clock forward and resolves when everything that became due has run, in the order of its times. */
  advance(ms: number): Promise<void>;
};

type Job = { readonly at: number; readonly work: () => void | Promise<void>; timer: NodeJS.Timeout };

/** Longer timers fire at once (Node.js, "timers"): a later job waits in steps. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function openClock(realTime: () => number = Date.now): Clock {
  let added = 0;
  const jobs = new Set<Job>();
  const now = () => realTime() + added;

  const run = async (job: Job): Promise<void> => {
    clearTimeout(job.timer);
    if (!jobs.delete(job)) return;
    try {
      await job.work();
    } catch (error) {
      console.error(error);
    }
  };
  const wake = (job: Job) => (now() < job.at ? arm(job) : void run(job));
  const arm = (job: Job) => {
    job.timer = setTimeout(wake, Math.min(Math.max(0, job.at - now()), MAX_TIMER_MS), job);
  };

  return {
    now,
    at: (ms, work) => {
      const job = { at: ms, work } as Job;
      jobs.add(job);
      arm(job);
    },
    advance: async (ms) => {
      added += ms;
      let due = dueOf(jobs, now());
      while (due.length > 0) {
        for (const job of due) await run(job);
        due = dueOf(jobs, now());
      }
      for (const job of jobs) {
        clearTimeout(job.timer);
        arm(job);
      }
    },
  };
}

const dueOf = (jobs: ReadonlySet<Job>, now: number) =>
  [...jobs].filter((job) => job.at <= now).sort((a, b) => a.at - b.at);
