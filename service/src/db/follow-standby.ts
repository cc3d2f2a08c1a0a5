import type { PoolClient } from 'pg';
import type { Database, First } from './database.ts';
import { openPipeline } from './pipeline.ts';
import type { Positions } from './positions.ts';
import { singleFlight } from './single-flight.ts';
import type { Statement } from './statement.ts';

const EVERY_MS = 500;
/** A standby that does not answer in this time is lost, and its readers turn to the primary. */
export const ANSWER_MS = 1_000;
/** How long a reader waits for the standby to reach its own writes. A healthy one needs a few milliseconds. */
export const STANDBY_PATIENCE_MS = 50;
/** Between two looks at the position of a standby. */
const PAUSE_MS = 5;

/**
 * The flushed position includes every acknowledged commit. The inserted position lies behind a page's header when the
 * last record ends at the page's end, and an idle standby would never reach it.
 */
export const flushed = `(pg_current_wal_flush_lsn() - '0/0')::int8`;
/** The name of a WAL file begins with it. */
export const timeline = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int4`;

const selectPrimary: Statement = {
  name: 'replica_primary',
  text: `
    SELECT ${flushed} AS position, ${timeline} AS timeline, system_identifier::text AS system
    FROM pg_control_system()`,
};

/** Null: the server is no standby, or one of another database or of another history than the primary's. */
const selectReplayed: Statement = {
  name: 'replica_replayed',
  text: `
    SELECT CASE WHEN pg_is_in_recovery() AND s.system_identifier = $1 AND r.min_recovery_end_timeline = $2
                THEN (pg_last_wal_replay_lsn() - '0/0')::int8 END AS replayed
    FROM pg_control_system() s, pg_control_recovery() r`,
};

type Primary = { readonly position: bigint; readonly timeline: number; readonly system: string };

export type ReplicaState = {
  readonly status: 'in use' | 'behind' | 'not reached' | 'not a standby of this database';
  /** Milliseconds, at most. Null: not known. */
  readonly lagMs: number | null;
};
const notReached: ReplicaState = { status: 'not reached', lagMs: null };

export type StandbyFollower = {
  readonly state: ReplicaState;
  onState(listener: (state: ReplicaState) => void): void;
  /** Whether the server of a connection has reached a position on this timeline, after a wait of at most this time. */
  reaches(line: number, required: bigint, patienceMs: number): First;
  stop(): void;
};

/** Reads the positions of the primary and of the standby at regular intervals. */
export function followStandby(
  db: Database,
  standby: Database,
  positions: Positions,
  maxLagMs: number,
): StandbyFollower {
  const listeners: ((state: ReplicaState) => void)[] = [];
  let primary: Primary | null = null;
  let state = notReached;
  let reported: ReplicaState['status'] | null = null;

  const notePrimary = async () => {
    const sentAt = performance.now();
    const [now] = await db.query<Primary>(selectPrimary);
    const isOther = primary && (now!.timeline !== primary.timeline || now!.position < primary.position);
    if (isOther) {
      positions.clear();
      db.node.worldWrites?.forget();
    }
    primary = now!;
    positions.add({ sentAt, gotAt: performance.now(), position: primary.position });
    return primary;
  };
  const readState = async ({ position, timeline: line, system }: Primary): Promise<ReplicaState> => {
    const { replayed, askedAt } = await askedFor(standby, (client) =>
      waitFor(() => readReplayed(client, system, line), position, STANDBY_PATIENCE_MS),
    );
    if (replayed === null) return { status: 'not a standby of this database', lagMs: null };
    const lagMs = positions.lagAt(askedAt, replayed);
    return { status: lagMs !== null && lagMs <= maxLagMs ? 'in use' : 'behind', lagMs };
  };
  const tick = singleFlight(async () => {
    const known = await notePrimary().catch(() => null);
    // While the primary cannot be reached, nobody reads.
    if (known === null) return;
    state = await readState(known).catch(() => notReached);
    if (state.status === reported) return;
    reported = state.status;
    for (const listener of listeners) listener(state);
  });
  tick();
  const timer = setInterval(tick, EVERY_MS).unref();

  return {
    get state() {
      return state;
    },
    onState: (listener) => listeners.push(listener),
    reaches: (line, required, patienceMs) => async (client) => {
      const read = () => readReplayed(client, primary!.system, line);
      const { replayed } = await waitFor(read, required, patienceMs);
      return replayed !== null && replayed >= required;
    },
    stop: () => clearInterval(timer),
  };
}

async function readReplayed(client: PoolClient, system: string, line: number): Promise<bigint | null> {
  const { rows } = await openPipeline(client, ANSWER_MS).issue(selectReplayed, [system, line]);
  return (rows[0] as { replayed: bigint | null }).replayed;
}

/** Asks until the position is reached, and at least once. `askedAt` is the time of the last question. */
async function waitFor(read: () => Promise<bigint | null>, required: bigint, patienceMs: number) {
  const end = performance.now() + patienceMs;
  for (;;) {
    const askedAt = performance.now();
    const replayed = await read();
    if (replayed === null || replayed >= required || performance.now() >= end) return { replayed, askedAt };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function askedFor<T>(standby: Database, ask: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await standby.connect();
  try {
    const answer = await ask(client);
    client.release();
    return answer;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
