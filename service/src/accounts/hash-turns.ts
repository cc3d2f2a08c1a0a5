/**
 * Whose password is hashed. Each kind has its own queue, so that none waits for another. `known`: operators and live
 * users on a known device or session, so that strangers cannot fill their places.
 */
export const turnKinds = ['known', 'operator', 'live', 'test'] as const;
export type Turn = { readonly kind: (typeof turnKinds)[number]; readonly network: string };

export type TurnLimits = {
  /** Concurrent jobs. */
  readonly parallel: number;
  /** Concurrent test jobs: a live deployment with several cores reserves one core for the other kinds. */
  readonly parallelTest: number;
  /** The most waiting jobs of a kind. */
  readonly waiting: number;
};

/** The result of adding a job: it starts, it waits, or a full queue turned one away. */
export type Entered<Job> =
  | { readonly outcome: 'begins' | 'waits' }
  /** `full`: no network in the queue has more jobs than this one. */
  | { readonly outcome: 'full' }
  /** The newest job of the network that fills the queue is turned away. It may be the job just added. */
  | { readonly outcome: 'turned_away'; readonly job: Job };

export type HashTurns<Job> = {
  enter(job: Job, turn: Turn): Entered<Job>;
  /** Reports that a job has ended. @returns the jobs that start now */
  leave(turn: Turn): Job[];
  /** Drops a waiting job. @returns false if it no longer waits */
  drop(job: Job, turn: Turn): boolean;
};

type Line<Job> = {
  running: number;
  waiting: number;
  /** In the order of their turns. */
  readonly networks: Map<string, Job[]>;
};

/**
 * Orders password hashing: the kinds take turns, and so do the networks within a kind. A network with a thousand
 * requests delays another by one job. A flood in test never takes the place reserved for live and operators.
 */
export function createHashTurns<Job>({ parallel, parallelTest, waiting: most }: TurnLimits): HashTurns<Job> {
  const lines = new Map<Turn['kind'], Line<Job>>(
    turnKinds.map((kind) => [kind, { running: 0, waiting: 0, networks: new Map() }]),
  );
  const order = [...turnKinds];
  let running = 0;

  const hasRoom = (kind: Turn['kind']) =>
    running < parallel && (kind !== 'test' || lines.get(kind)!.running < parallelTest);
  const begin = (kind: Turn['kind']) => {
    running++;
    lines.get(kind)!.running++;
    // This kind's next turn comes after the others.
    order.push(...order.splice(order.indexOf(kind), 1));
  };

  return {
    enter: (job, { kind, network }) => {
      const line = lines.get(kind)!;
      if (line.waiting === 0 && hasRoom(kind)) {
        begin(kind);
        return { outcome: 'begins' };
      }
      const own = line.networks.get(network) ?? [];
      let displaced: Job | undefined;
      if (line.waiting >= most) {
        const [largest, jobs] = findLargest(line);
        if (largest === network) return { outcome: 'turned_away', job };
        if (jobs.length <= own.length + 1)
          return own.length > 0 ? { outcome: 'turned_away', job } : { outcome: 'full' };
        displaced = jobs.pop();
        line.waiting--;
      }
      own.push(job);
      line.networks.set(network, own);
      line.waiting++;
      return displaced === undefined ? { outcome: 'waits' } : { outcome: 'turned_away', job: displaced };
    },
    leave: ({ kind }) => {
      running--;
      lines.get(kind)!.running--;
      const begins: Job[] = [];
      for (let next = nextKind(); next !== undefined; next = nextKind()) {
        begins.push(takeNext(lines.get(next)!));
        begin(next);
      }
      return begins;
    },
    drop: (job, { kind, network }) => {
      const line = lines.get(kind)!;
      const jobs = line.networks.get(network);
      const at = jobs?.indexOf(job) ?? -1;
      if (at < 0) return false;
      jobs!.splice(at, 1);
      if (jobs!.length === 0) line.networks.delete(network);
      line.waiting--;
      return true;
    },
  };

  function nextKind(): Turn['kind'] | undefined {
    return order.find((kind) => lines.get(kind)!.waiting > 0 && hasRoom(kind));
  }
}

/** Takes the oldest job of the network whose turn it is. That network's next turn comes after the others. */
function takeNext<Job>(line: Line<Job>): Job {
  const [network, jobs] = line.networks.entries().next().value!;
  const job = jobs.shift()!;
  line.networks.delete(network);
  if (jobs.length > 0) line.networks.set(network, jobs);
  line.waiting--;
  return job;
}

function findLargest<Job>({ networks }: Line<Job>): [string, Job[]] {
  return [...networks].reduce((largest, one) => (one[1].length > largest[1].length ? one : largest));
}
