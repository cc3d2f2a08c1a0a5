import type { Socket } from 'node:net';
import pg from 'pg';
import { isLocked, isOutdated, isStatementError, NotRun, OutcomeUnknown } from './failure.ts';
import { createFind, type Find } from './find.ts';
import { type Claim, createGate, type Gate } from './gate.ts';
import { createHistory, type History } from './history.ts';
import { createHosts, type ServerRole } from './hosts.ts';
import { IDLE_IN_TRANSACTION_TIMEOUT, LOCK_TIMEOUT, SILENCE, STATEMENT_TIMEOUT } from './limits.ts';
import { createNode, type Node } from './node.ts';
import { openPipeline, statementsOf } from './pipeline.ts';
import { readTime } from './read-time.ts';
import { openingOf } from './session.ts';
import { takeStandbyMissed, watchStandby } from './standby-missed.ts';
import type { Statement } from './statement.ts';

/**
 * The time for each answer to the requests of clients, which share batches. A COMMIT that waits for a synchronous
 * standby, or a frozen host, must not hold a batch queue for longer: its clients get 503, and their keys settle the
 * outcome.
 */
const ANSWER = 10_000;
/** A connection that is idle for this long is closed, before it counts as silent. */
const IDLE = 20_000;
/**
 * Each combination of a list's filters is a separate statement. There are thousands, and PostgreSQL keeps 56 to 91 kB
 * for each on every connection. The service has some 400 other statements.
 */
const MOST_STATEMENTS = 600;

/**
 * Every statement of the service has an index that finds its rows in the right order. A plan made while a table was
 * empty must not scan or sort all of it after a flood of rows: until autovacuum runs, a minute later, a claim would
 * take seconds.
 * PostgreSQL before 18 assigns unavoidable scans a cost so high that it compiles them, so JIT is off.
 */
const SERVICE_PLANS = ['enable_seqscan=off', 'enable_sort=off', 'jit=off'];

/** Half of the time is for locks, so that a statement that waits for one fails with 55P03 and not with 57014. */
const setTimeLimit: Statement = {
  name: 'set_time_limit',
  text: `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`,
};

/** Money and counters are bigint everywhere. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return BigInt;
    if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return readTime;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

export type Database = {
  readonly pool: pg.Pool;
  /** Passed before a connection is taken from the pool. */
  readonly gate: Gate;
  /** Takes a connection from the pool. If a host refuses, the next one of the URL is tried. */
  connect(): Promise<pg.PoolClient>;
  /**
   * Runs one statement outside a transaction. `claim` says on whose behalf; default: the service itself. `first` is
   * asked on the same connection whether to run it.
   * @throws NotRun if `first` says no
   */
  query<Row>(statement: Statement, values?: readonly unknown[], claim?: Claim, first?: First): Promise<Row[]>;
  /** The time in which the database must answer for this claim. Undefined: the connection's own limits are enough. */
  answerMsOf(claim: Claim): number | undefined;
  /** Reads one record. Concurrent lookups share a statement. */
  find: Find;
  /** Notices that the database has lost acknowledged transactions. Null for commands. */
  readonly history: History | null;
  /** The process that opened it. */
  readonly node: Node;
  close(): Promise<void>;
};

/** Runs queries: the database itself, or a transaction. */
export type Queries = Pick<Database, 'query'>;

export type { Statement } from './statement.ts';

/** Decides on a connection whether a statement runs on it. */
export type First = (client: pg.PoolClient) => Promise<boolean>;

type DatabaseOptions = {
  max: number;
  role?: string;
  service?: boolean;
  standby?: boolean;
  connectMs?: number;
  silenceMs?: number;
  answerMs?: number;
  history?: boolean;
};

/**
 * Connects as the role of the URL: the service's, or the owner's for commands and migrations.
 * `role` is for an owner's URL in test mode: each connection switches to that role. `silenceMs` and
 * `answerMs` apply to the service's connections. `history` checks connections for lost transactions. `standby`: the URL
 * leads to standbys, and `connectMs` is the time to reach one.
 */
export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const { pool, take } = openPool(connectionString, options);
  const history = options.history ? createHistory() : null;
  const connect = async () => {
    history?.refuseIfLost();
    const client = await take();
    try {
      await history?.check(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const gate = createGate(options.max);
  const answerMs = options.service ? (options.answerMs ?? ANSWER) : undefined;
  // The service's own long work has the limit of its connection.
  const answerMsOf = ({ by }: Claim) => (by === 'internal' ? undefined : answerMs);
  const ask: Database['query'] = async <Row>(
    statement: Statement,
    values?: readonly unknown[],
    claim: Claim = { by: 'internal' },
    first?: First,
  ) => {
    const leave = await gate.enter(claim);
    const client = await connect().catch((error) => {
      leave();
      throw error;
    });
    const pipeline = openPipeline(client, answerMsOf(claim));
    try {
      if (first && !(await first(client))) throw new NotRun();
      // Sent with its statement and valid until their transaction ends, so it needs no extra round trip.
      const { withinMs } = statement;
      if (withinMs !== undefined) pipeline.issue(setTimeLimit, [`${withinMs}`, `${withinMs / 2}`]).catch(() => {});
      const result = pipeline.issue(statement, values);
      pipeline.flush();
      const { rows } = await result;
      if (takeStandbyMissed(client)) throw new OutcomeUnknown('a synchronous standby was not reached');
      client.release(statementsOf(client) > MOST_STATEMENTS);
      return rows as Row[];
    } catch (error) {
      client.release(!(isStatementError(error) || error instanceof NotRun) || isOutdated(error));
      throw error;
    } finally {
      leave();
    }
  };
  /**
   * A statement with a time limit gives up on a lock early. It is retried for as long as other statements wait for a
   * lock, for example during a migration. One that depends on its connection has another server to go to.
   */
  const query: typeof ask = async (statement, values, claim, first) => {
    const end = performance.now() + LOCK_TIMEOUT;
    for (;;) {
      try {
        return await ask(statement, values, claim, first);
      } catch (error) {
        const isFinal = first !== undefined || statement.withinMs === undefined || !isLocked(error);
        if (isFinal || performance.now() >= end) throw error;
      }
    }
  };
  return {
    pool,
    gate,
    connect,
    query,
    answerMsOf,
    history,
    find: createFind(query),
    node: createNode(),
    close: () => pool.end(),
  };
}

const roleOf = ({ service, standby }: DatabaseOptions): ServerRole =>
  standby ? 'standby' : service ? 'primary' : 'any';

function openPool(connectionString: string, options: DatabaseOptions) {
  const settings = [
    `lock_timeout=${LOCK_TIMEOUT}`,
    `statement_timeout=${STATEMENT_TIMEOUT}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT}`,
    ...(options.service ? SERVICE_PLANS : []),
    ...(options.role ? [`role=${options.role}`] : []),
  ];
  const { connectionString: plain, ...opening } = openingOf(connectionString, settings);
  const hosts = createHosts(plain, roleOf(options), options.connectMs);
  const pool = new pg.Pool({
    ...opening,
    Client: hosts.Client,
    max: options.max,
    pipeline: true,
    types,
    connectionTimeoutMillis: options.connectMs ?? 5_000,
    idleTimeoutMillis: IDLE,
    application_name: 'rialto',
  } as pg.PoolConfig);
  // A broken connection is replaced at its next use, and its user gets the error from the statement in flight. Without
  // this handler the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    watchStandby(client);
    if (!options.service) return;
    const stream = client.connection.stream as Socket;
    const silent = () => stream.destroy(new Error('timeout: the database does not answer'));
    stream.setTimeout(options.silenceMs ?? SILENCE, silent);
  });
  const take = async (): Promise<pg.PoolClient> => {
    for (let tries = 1; ; tries++) {
      try {
        return await pool.connect();
      } catch (error) {
        if (tries >= hosts.count || isPoolFull(error)) throw error;
      }
    }
  };
  return { pool, take };
}

/** No connection became free in time: another host would not help. */
const isPoolFull = (error: unknown) => /timeout exceeded when trying to connect/.test((error as Error).message);

/** The same database with every statement of `query` on behalf of this claim. */
export const claimedBy = (db: Database, claim: Claim): Database => ({
  ...db,
  query: (statement, values) => db.query(statement, values, claim),
});
