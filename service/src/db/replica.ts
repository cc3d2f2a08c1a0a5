import { claimedBy, type Database, openDatabase } from './database.ts';
import { isCanceled, NotRun } from './failure.ts';
import { findEach } from './find.ts';
import {
  ANSWER_MS,
  flushed,
  followStandby,
  type ReplicaState,
  STANDBY_PATIENCE_MS,
  timeline,
} from './follow-standby.ts';
import { type Claim, GateFull, GateTimeout } from './gate.ts';
import { createPositions, type WorldPosition } from './positions.ts';
import { createWorldWrites } from './world-writes.ts';

/** Exports have time. */
export const EXPORT_PATIENCE_MS = 2_000;
/** After this time on a standby, a second read would make the client wait for more than 30 s. */
const SECOND_READ_MS = 5_000;

/** The present position of the primary, and that of the last note of a world. */
const selectWritten = findEach(
  'replica_written',
  `
    SELECT ${flushed} AS position, ${timeline} AS timeline,
           (SELECT (w.position - '0/0')::int8 FROM world_writes w
            WHERE w.world = n.world ORDER BY w.position DESC LIMIT 1) AS written`,
);

/** `replica`: a standby answered. The others went to the primary, except failures that are final. */
export const replicaOutcomes = ['replica', 'behind', 'failed', 'unused'] as const;
export type ReplicaOutcome = (typeof replicaOutcomes)[number];

/** On whose behalf, and which world's writes the answer must include. */
export type ReplicaReader = { readonly claim: Claim; readonly world: number; readonly patienceMs?: number };

export type Replica = {
  /** A database for lists, exports and reports: a standby answers its `query` if it may, otherwise the primary. */
  readsOf(reader: ReplicaReader): Promise<Database>;
  readonly state: ReplicaState;
  onState(listener: (state: ReplicaState) => void): void;
  onRead(listener: (outcome: ReplicaOutcome) => void): void;
  close(): Promise<void>;
};

declare module './node.ts' {
  interface Node {
    replica?: Replica | undefined;
  }
}

export type ReplicaOptions = {
  readonly url: string;
  readonly max: number;
  readonly maxLagMs: number;
};

/**
 * Reads from standbys. The primary says first which position in the log the reader needs: it includes the writes of
 * the reader's world that any node has acknowledged, and everything that is older than `maxLagMs`. The connection to
 * the standby is asked for its own position before each statement, so it may lead to any of several standbys.
 */
export function openReplica(db: Database, { url, max, maxLagMs }: ReplicaOptions): Replica {
  const standby = openDatabase(url, { max, service: true, standby: true, connectMs: ANSWER_MS });
  const positions = createPositions(maxLagMs);
  const follower = followStandby(db, standby, positions, maxLagMs);
  const listeners: ((outcome: ReplicaOutcome) => void)[] = [];
  db.node.worldWrites ??= createWorldWrites();
  const count = (outcome: ReplicaOutcome) => {
    for (const listener of listeners) listener(outcome);
  };
  const unusedBy =
    (primary: Database): Database['query'] =>
    (statement, values) => {
      count('unused');
      return primary.query(statement, values);
    };

  const readsOf = async ({ claim, world, patienceMs = STANDBY_PATIENCE_MS }: ReplicaReader): Promise<Database> => {
    const primary = claimedBy(db, claim);
    const { status, lagMs } = follower.state;
    if (status !== 'in use') return { ...primary, query: unusedBy(primary) };
    type Written = WorldPosition & { readonly timeline: number };
    const asked = (await db.find<Written>(selectWritten, { world, id: '' }))!;
    const required = positions.required(performance.now(), asked);
    const patience = (lagMs ?? 0) > patienceMs ? 0 : patienceMs;
    return {
      ...primary,
      query: async (statement, values) => {
        const begunAt = performance.now();
        try {
          const first = follower.reaches(asked.timeline, required, patience);
          const rows = await standby.query<never>(statement, values, claim, first);
          count('replica');
          return rows;
        } catch (error) {
          count(error instanceof NotRun ? 'behind' : 'failed');
          if (isFinalFailure(error, claim, performance.now() - begunAt)) throw error;
          return primary.query(statement, values);
        }
      },
    };
  };
  return {
    readsOf,
    get state() {
      return follower.state;
    },
    onState: follower.onState,
    onRead: (listener) => listeners.push(listener),
    close: async () => {
      follower.stop();
      await standby.close();
    },
  };
}

/**
 * Whether the primary is not asked after a standby failed. It would only be the next to be flooded by this world, and
 * would run a slow statement a second time. The service itself may wait.
 */
export function isFinalFailure(error: unknown, { by }: Claim, tookMs: number): boolean {
  if (error instanceof NotRun) return false;
  if (error instanceof GateFull || error instanceof GateTimeout || isCanceled(error)) return true;
  return by !== 'internal' && tookMs > SECOND_READ_MS;
}

/** Where lists, exports and reports read. Without standbys: from this database. */
export const readsOf = (db: Database, reader: ReplicaReader): Promise<Database> | Database =>
  db.node.replica?.readsOf(reader) ?? claimedBy(db, reader.claim);
