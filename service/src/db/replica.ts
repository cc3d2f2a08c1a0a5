import type { PoolClient } from 'pg';
import { type Database, openDatabase } from './database.ts';
import { NotRun } from './failure.ts';
import { findEach } from './find.ts';
import { type Claim, GateFull } from './gate.ts';
import { openPipeline } from './pipeline.ts';
import { type Asked, createPositions } from './positions.ts';
import { singleFlight } from './single-flight.ts';
import type { Statement } from './statement.ts';
import { createWorldWrites } from './world-writes.ts';

const EVERY_MS = 500;
/** A standby that does not answer in this time is lost, and its readers turn to the primary. */
const ANSWER_MS = 1_000;
/** How long a reader waits for the standby to reach its own writes. A healthy one needs a few milliseconds. */
const PATIENCE_MS = 50;
/** Exports have time. */
export const EXPORT_PATIENCE_MS = 2_000;
/** Between two looks of a reader, or of the watch. */
const PAUSE_MS = 5;

/**
 * The flushed position includes every acknowledged commit. The insert position lies behind a page's header when the
 * last record ends at the page's end, and an idle standby would never reach it.
 */
const flushed = `(pg_current_wal_flush_lsn() - '0/0')::int8`;
/** The name of a WAL file begins with it. */
const timeline = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int4`;

const selectPrimary: Statement = {
  name: 'replica_primary',
  text: `
    SELECT ${flushed} AS position, ${timeline} AS timeline, system_identifier::text AS system
    FROM pg_control_system()`,
};

const selectWritten = findEach(
  'replica_written',
  `
    SELECT ${flushed} AS position, ${timeline} AS timeline,
           (SELECT (w.position - '0/0')::int8 FROM world_writes w
            WHERE w.world = n.world ORDER BY w.position DESC LIMIT 1) AS written`,
);

/** Null: the server is no standby, or one of another database or of another history than the primary's. */
const selectReplayed: Statement = {
  name: 'replica_replayed',
  text: `
    SELECT CASE WHEN pg_is_in_recovery() AND s.system_identifier = $1 AND r.min_recovery_end_timeline = $2
                THEN (pg_last_wal_replay_lsn() - '0/0')::int8 END AS replayed
    FROM pg_control_system() s, pg_control_recovery() r`,
};

type Primary = { readonly position: bigint; readonly timeline: number; readonly system: string };
type Written = Asked & Pick<Primary, 'timeline'>;

export type ReplicaState = {
  readonly status: 'in use' | 'behind' | 'not reached' | 'not a standby of this database';
  /** Milliseconds, at most. Null: not known. */
  readonly lagMs: number | null;
};
/** `replica`: a standby answered. The others went to the primary. */
export type ReplicaOutcome = 'replica' | 'behind' | 'failed' | 'unused';

/** On whose behalf, and which world's writes the answer must include. */
export type Reader = { readonly claim: Claim; readonly world: number; readonly patienceMs?: number };

export type Replica = {
  /** A database for lists, exports and reports: a standby answers its `query` if it may, otherwise the primary. */
  readsOf(reader: Reader): Promise<Database>;
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
  const states: ((state: ReplicaState) => void)[] = [];
  const reads: ((outcome: ReplicaOutcome) => void)[] = [];
  let primary: Primary | null = null;
  let state: ReplicaState = { status: 'not reached', lagMs: null };
  db.node.worldWrites ??= createWorldWrites();

  const report = (next: ReplicaState) => {
    const isNews = next.status !== state.status;
    state = next;
    if (isNews) for (const listener of states) listener(next);
  };
  const count = (outcome: ReplicaOutcome) => {
    for (const listener of reads) listener(outcome);
  };
  const replayedBy = async (client: PoolClient, line: number) => {
    const values = [primary!.system, line];
    const { rows } = await openPipeline(client, ANSWER_MS).issue(selectReplayed, values);
    return (rows[0] as { replayed: bigint | null }).replayed;
  };
  const reaches = (line: number, required: bigint, patienceMs: number) => async (client: PoolClient) => {
    const end = performance.now() + patienceMs;
    for (;;) {
      const replayed = await replayedBy(client, line);
      if (replayed === null) return false;
      if (replayed >= required) return true;
      if (performance.now() >= end) return false;
      await pause();
    }
  };

  const notePrimary = async () => {
    const sentAt = performance.now();
    const [row] = await db.query<Primary>(selectPrimary);
    const isOther = primary && (row!.timeline !== primary.timeline || row!.position < primary.position);
    if (isOther) {
      positions.clear();
      db.node.worldWrites?.forget();
    }
    primary = row!;
    positions.add({ sentAt, gotAt: performance.now(), position: primary.position });
    return primary;
  };
  const readState = async ({ position, timeline: line }: Primary): Promise<ReplicaState> => {
    let replayed: bigint | null = null;
    let asked = 0;
    const client = await standby.connect();
    try {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        asked = performance.now();
        replayed = await replayedBy(client, line);
        if (replayed === null || replayed >= position || asked >= end) break;
        await pause();
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    if (replayed === null) return { status: 'not a standby of this database', lagMs: null };
    const lagMs = positions.lagAt(asked, replayed);
    return { status: lagMs !== null && lagMs <= maxLagMs ? 'in use' : 'behind', lagMs };
  };
  const watch = singleFlight(async () => {
    // While the primary cannot be reached, nobody reads.
    const known = await notePrimary().catch(() => null);
    if (known === null) return;
    report(await readState(known).catch(() => ({ status: 'not reached' as const, lagMs: null })));
  });
  watch();
  const timer = setInterval(watch, EVERY_MS).unref();

  const readsOf = async ({ claim, world, patienceMs = PATIENCE_MS }: Reader): Promise<Database> => {
    const fromPrimary: Database = { ...db, query: (statement, values) => db.query(statement, values, claim) };
    if (state.status !== 'in use') {
      count('unused');
      return fromPrimary;
    }
    const asked = (await db.find<Written>(selectWritten, { world, id: '' }))!;
    const required = positions.required(performance.now(), asked);
    const patience = (state.lagMs ?? 0) > patienceMs ? 0 : patienceMs;
    return {
      ...fromPrimary,
      query: async (statement, values) => {
        try {
          const first = reaches(asked.timeline, required, patience);
          const rows = await standby.query<never>(statement, values, claim, first);
          count('replica');
          return rows;
        } catch (error) {
          // Too many of this world wait. The primary would only be the next to be flooded.
          if (error instanceof GateFull) throw error;
          count(error instanceof NotRun ? 'behind' : 'failed');
          return fromPrimary.query(statement, values);
        }
      },
    };
  };
  return {
    readsOf,
    get state() {
      return state;
    },
    onState: (listener) => states.push(listener),
    onRead: (listener) => reads.push(listener),
    close: async () => {
      clearInterval(timer);
      await standby.close();
    },
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Where lists, exports and reports read. Without standbys: from this database. */
export const readsOf = (db: Database, reader: Reader): Promise<Database> | Database =>
  db.node.replica?.readsOf(reader) ?? {
    ...db,
    query: (statement, values) => db.query(statement, values, reader.claim),
  };
