import pg from 'pg';

/** Milliseconds. The database gives up on a lock, a statement or an idle transaction before the caller does. */
const LOCK_TIMEOUT = 2_000;
const STATEMENT_TIMEOUT = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT = 10_000;

/**
 * Every statement of the service has an index that finds its rows, in their order. A plan that was made while a table was
 * empty must not read all of it, nor sort what another index finds, when a flood has come since: until autovacuum looks
 * again, a minute later, a claim would take seconds. PostgreSQL before 18 counts what cannot be avoided as costly enough to
 * compile, hence the last.
 */
const SERVICE_PLANS = ['enable_seqscan=off', 'enable_sort=off', 'jit=off'];

/** Money and counters are bigint everywhere (PostgreSQL's int8 is type 20). */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return BigInt;
    if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return readTime;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const readAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;
/**
 * A time as PostgreSQL writes it in UTC, which every connection is set to: but for a `T` and the minutes of `+00` it is what
 * `Date` reads by itself, twice as fast. The driver's own reader has what is left, such as infinity.
 */
function readTime(text: string): Date {
  if (text[10] !== ' ' || text.length < 22 || !text.endsWith('+00')) return readAnyTime(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

export type Database = {
  readonly pool: pg.Pool;
  /** Rows of one statement, outside any transaction. */
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** What can be asked: the database itself, or a transaction. */
export type Queries = Pick<Database, 'query'>;

/** A statement with a name is parsed and planned once for each connection. */
export type Statement = { readonly name: string; readonly text: string };

/**
 * Connects. The service's connections take the role `rialto_service`, which cannot change a posting; the operator's
 * commands, which read whole tables, and migrations keep the role of the URL.
 */
export function openDatabase(
  connectionString: string,
  options: { max: number; role?: string; service?: boolean },
): Database {
  const settings = [
    'TimeZone=UTC',
    `lock_timeout=${LOCK_TIMEOUT}`,
    `statement_timeout=${STATEMENT_TIMEOUT}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT}`,
    ...(options.service ? SERVICE_PLANS : []),
    ...(options.role ? [`role=${options.role}`] : []),
  ];
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    pipeline: true,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'rialto',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  } as pg.PoolConfig);
  // A connection that breaks is replaced at the next use. Whoever is using it hears of it from the statement under way; the
  // event, which would end the process, says nothing more.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    pool,
    query: async <Row>(statement: Statement, values: readonly unknown[] = []) =>
      (await pool.query({ ...statement, values: values as unknown[] })).rows as Row[],
    close: () => pool.end(),
  };
}
