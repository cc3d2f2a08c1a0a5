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
 * A database that lives has said something by then, and what is idle was closed before. From one whose host is gone nothing
 * comes for as long as TCP tries, a quarter of an hour.
 */
const SILENCE = STATEMENT_TIMEOUT + 15_000;
const IDLE = 30_000;
/**
 * Each combination of a list's filters is a statement of its own, thousands of them, and PostgreSQL keeps 56 to 91 kB for each and
 * connection. The service has some 400 without those.
 */
const MOST_STATEMENTS = 600;

/**
 * Every statement of the service has an index that finds its rows, in their order. A plan that was made while a table was
 * empty must not read all of it, nor sort what another index finds, when a flood has come since: until autovacuum looks
 * again, a minute later, a claim would take seconds. PostgreSQL before 18 counts what cannot be avoided as costly enough to
 * compile, hence the last.
 */
const SERVICE_PLANS = ['enable_seqscan=off', 'enable_sort=off', 'jit=off'];

/** Half of the time is for locks: who waits for one is told so (55P03), and not that the statement takes too long (57014). */
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
  /** Whoever takes a connection passes it first. */
  readonly gate: Gate;
  /** Rows of one statement, outside any transaction. `claim`: on whose behalf; default: the service itself. */
  query<Row>(statement: Statement, values?: readonly unknown[], claim?: Claim): Promise<Row[]>;
  /** One record; what is asked for at once shares a statement. */
  find: Find;
  /** The process that opened it. */
  readonly node: Node;
  close(): Promise<void>;
};

/** What can be asked: the database itself, or a transaction. */
export type Queries = Pick<Database, 'query'>;

export type { Statement } from './statement.ts';

/**
 * Connects as the role of the URL: the service's own, or the owner's for commands and migrations. `role` is for an owner's
 * URL that the service works with in test mode: each connection begins as that role. `silenceMs`: of the service's.
 */
export function openDatabase(
  connectionString: string,
  options: { max: number; role?: string; service?: boolean; silenceMs?: number },
): Database {
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
  // A connection that breaks is replaced at the next use. Whoever is using it hears of it from the statement under way; the
  // event, which would end the process, says nothing more.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (!options.service) return;
    const stream = client.connection.stream as Socket;
    const silent = () => stream.destroy(new Error('timeout: the database says nothing'));
    stream.setTimeout(options.silenceMs ?? SILENCE, silent);
  });
  const gate = createGate(options.max);
  const ask = async <Row>(statement: Statement, values?: readonly unknown[], claim: Claim = { by: 'internal' }) => {
    const leave = await gate.enter(claim);
    const client = await pool.connect().catch((error) => {
      leave();
      throw error;
    });
    const pipeline = openPipeline(client);
    try {
      // It travels with its statement and holds until their transaction ends, so it costs no round trip of its own.
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
  /** One with a limit gives up on a lock early. It is asked again for as long as any other waits, as behind a migration. */
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

/** The same database, with every statement of `query` on behalf of this claim. */
export const claimedBy = (db: Database, claim: Claim): Database => ({
  ...db,
  query: (statement, values) => db.query(statement, values, claim),
});
