/**
 * Whose password is hashed. Each kind has its own line, so that none waits for another's. `known`: operators and people in live
 * whose device or session is known, so that strangers fill none of their places.
 */
export const turnKinds = ['known', 'operator', 'live', 'test'] as const;
export type Turn = { readonly kind: (typeof turnKinds)[number]; readonly network: string };

export type TurnLimits = {
  /** Jobs at once. */
  readonly parallel: number;
  /** Jobs of test at once: in a live deployment one of several cores is kept for the others. */
  readonly parallelTest: number;
  /** Jobs of a kind that may wait. */
  readonly waiting: number;
};

/** What became of a job that came: it begins, it waits, or a line was full and turned one away. */
export type Entered<Job> =
  | { readonly outcome: 'begins' | 'waits' }
  /** `full`: every network in line has as few as this one. */
  | { readonly outcome: 'full' }
  /** The newest job of the network that fills the line gives way; it may be the one that came. */
  | { readonly outcome: 'turned_away'; readonly job: Job };

export type HashTurns<Job> = {
  enter(job: Job, turn: Turn): Entered<Job>;
  /** A job has ended. @returns those that begin now */
  leave(turn: Turn): Job[];
  /** A job that waits is given up. @returns false where it does not wait any more */
  drop(job: Job, turn: Turn): boolean;
};

type Line<Job> = {
  running: number;
  waiting: number;
  /** In the order of their turns. */
  readonly networks: Map<string, Job[]>;
};

/**
 * The order in which passwords are hashed: the kinds take turns, and so do the networks within a kind. A network that asks a
 * thousand times delays another by one job, and a flood in test never takes the place that is kept for live and operators.
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
    // This kind's next turn comes after the others'.
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

/** The oldest job of the network whose turn it is; its next turn comes after the others'. */
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
