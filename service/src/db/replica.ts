import { claimedBy, type Database, openDatabase } from './database.ts';
import { NotRun } from './failure.ts';
import { findEach } from './find.ts';
import {
  ANSWER_MS,
  flushed,
  followStandby,
  type ReplicaState,
  STANDBY_PATIENCE_MS,
  timeline,
} from './follow-standby.ts';
import { type Claim, GateFull } from './gate.ts';
import { createPositions, type WorldPosition } from './positions.ts';
import { createWorldWrites } from './world-writes.ts';

/** Exports have time. */
export const EXPORT_PATIENCE_MS = 2_000;

/** The present position of the primary, and that of the last note of a world. */
const selectWritten = findEach(
  'replica_written',
  `
    SELECT ${flushed} AS position, ${timeline} AS timeline,
           (SELECT (w.position - '0/0')::int8 FROM world_writes w
            WHERE w.world = n.world ORDER BY w.position DESC LIMIT 1) AS written`,
);

/** `replica`: a standby answered. The others went to the primary. */
export type ReplicaOutcome = 'replica' | 'behind' | 'failed' | 'unused';

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

  const readsOf = async ({ claim, world, patienceMs = STANDBY_PATIENCE_MS }: ReplicaReader): Promise<Database> => {
    const primary = claimedBy(db, claim);
    const { status, lagMs } = follower.state;
    if (status !== 'in use') {
      count('unused');
      return primary;
    }
    type Written = WorldPosition & { readonly timeline: number };
    const asked = (await db.find<Written>(selectWritten, { world, id: '' }))!;
    const required = positions.required(performance.now(), asked);
    const patience = (lagMs ?? 0) > patienceMs ? 0 : patienceMs;
    return {
      ...primary,
      query: async (statement, values) => {
        try {
          const first = follower.reaches(asked.timeline, required, patience);
          const rows = await standby.query<never>(statement, values, claim, first);
          count('replica');
          return rows;
        } catch (error) {
          // Too many of this world wait. The primary would only be the next to be flooded.
          if (error instanceof GateFull) throw error;
          count(error instanceof NotRun ? 'behind' : 'failed');
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

/** Where lists, exports and reports read. Without standbys: from this database. */
export const readsOf = (db: Database, reader: ReplicaReader): Promise<Database> | Database =>
  db.node.replica?.readsOf(reader) ?? claimedBy(db, reader.claim);
