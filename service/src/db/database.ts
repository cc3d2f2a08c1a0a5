import type { Socket } from 'node:net';
import pg from 'pg';
import { isLocked, isOutdated, isStatementError } from './failure.ts';
import { createFind, type Find } from './find.ts';
import { type Claim, createGate, type Gate } from './gate.ts';
import { createNode, type Node } from './node.ts';
import { openPipeline, statementsOf } from './pipeline.ts';
import { readTime } from './read-time.ts';
import { openingOf } from './session.ts';
import type { Statement } from './statement.ts';

/** Milliseconds. The database gives up on a lock, a statement or an idle transaction before the caller does. */
const LOCK_TIMEOUT = 2_000;
const STATEMENT_TIMEOUT = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT = 10_000;
/**
 * A live database has answered by then, and idle connections were closed earlier. If its host is gone, TCP would retry
 * for a quarter of an hour.
 */
const SILENCE = STATEMENT_TIMEOUT + 15_000;
const IDLE = 30_000;
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
  /** Runs one statement outside a transaction. `claim` says on whose behalf; default: the service itself. */
  query<Row>(statement: Statement, values?: readonly unknown[], claim?: Claim): Promise<Row[]>;
  /** Reads one record. Concurrent lookups share a statement. */
  find: Find;
  /** The process that opened it. */
  readonly node: Node;
  close(): Promise<void>;
};

/** Runs queries: the database itself, or a transaction. */
export type Queries = Pick<Database, 'query'>;

export type { Statement } from './statement.ts';

type DatabaseOptions = { max: number; role?: string; service?: boolean; silenceMs?: number };

/**
 * Connects as the role of the URL: the service's, or the owner's for commands and migrations.
 * `role` is for an owner's URL in test mode: each connection switches to that role. `silenceMs` applies to the
 * service's connections.
 */
export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const pool = openPool(connectionString, options);
  const gate = createGate(options.max);
  const ask = async <Row>(statement: Statement, values?: readonly unknown[], claim: Claim = { by: 'internal' }) => {
    const leave = await gate.enter(claim);
    const client = await pool.connect().catch((error) => {
      leave();
      throw error;
    });
    const pipeline = openPipeline(client);
    try {
      // Sent with its statement and valid until their transaction ends, so it needs no extra round trip.
      const { withinMs } = statement;
      if (withinMs !== undefined) pipeline.issue(setTimeLimit, [`${withinMs}`, `${withinMs / 2}`]).catch(() => {});
      const result = pipeline.issue(statement, values);
      pipeline.flush();
      const { rows } = await result;
      client.release(statementsOf(client) > MOST_STATEMENTS);
      return rows as Row[];
    } catch (error) {
      client.release(!isStatementError(error) || isOutdated(error));
      throw error;
    } finally {
      leave();
    }
  };
  /**
   * A statement with a time limit gives up on a lock early. It is retried for as long as other statements wait for a
   * lock, for example during a migration.
   */
  const query: typeof ask = async (statement, values, claim) => {
    const end = performance.now() + LOCK_TIMEOUT;
    for (;;) {
      try {
        return await ask(statement, values, claim);
      } catch (error) {
        if (statement.withinMs === undefined || !isLocked(error) || performance.now() >= end) throw error;
      }
    }
  };
  return {
    pool,
    gate,
    query,
    find: createFind(query),
    node: createNode(),
    close: () => pool.end(),
  };
}

function openPool(connectionString: string, options: DatabaseOptions): pg.Pool {
  const settings = [
    `lock_timeout=${LOCK_TIMEOUT}`,
    `statement_timeout=${STATEMENT_TIMEOUT}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT}`,
    ...(options.service ? SERVICE_PLANS : []),
    ...(options.role ? [`role=${options.role}`] : []),
  ];
  const pool = new pg.Pool({
    ...openingOf(connectionString, settings),
    max: options.max,
    pipeline: true,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE,
    application_name: 'rialto',
  } as pg.PoolConfig);
  // A broken connection is replaced at its next use, and its user gets the error from the statement in flight. Without
  // this handler the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (!options.service) return;
    const stream = client.connection.stream as Socket;
    const silent = () => stream.destroy(new Error('timeout: the database does not answer'));
    stream.setTimeout(options.silenceMs ?? SILENCE, silent);
  });
  return pool;
}

/** The same database with every statement of `query` on behalf of this claim. */
export const claimedBy = (db: Database, claim: Claim): Database => ({
  ...db,
  query: (statement, values) => db.query(statement, values, claim),
});
