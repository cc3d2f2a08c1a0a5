import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { isStatementError } from './failure.ts';
import { assertGrants } from './grants.ts';
import { openingOf } from './session.ts';

/**
 * A statement that waits for a table keeps everybody else waiting behind it. Requests give up after 2 s, so a migration does
 * before, lets them pass, and tries again. Not before 1 s (`deadlock_timeout`): only then does PostgreSQL end an autovacuum
 * that is in the way, which may take an hour on a large table.
 */
const LOCK_TIMEOUT = '1500ms';
/** lock_not_available, and deadlock_detected, where the database looks sooner than that. */
const HELD_UP: readonly unknown[] = ['55P03', '40P01'];
const PAUSE_MS = 200;
const PATIENCE_MS = 300_000;
const SLOW_MS = 2_000;

const migrations = new URL('../../migrations/', import.meta.url);
/** Any constant will do, as long as every node asks for the same: 'RLTO' in ASCII. */
const ADVISORY_LOCK = 0x524c544f;
const OLDEST_POSTGRES = 150_000;
/**
 * A migration takes as long as it takes, whatever the database allows others; all is made in one schema, which functions name.
 * Between two statements it does nothing for more than a moment: a host that is gone without a word would keep its locks, and its
 * turn, for as long as TCP tries.
 */
const PATIENT = [
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=60s',
  'idle_session_timeout=60s',
  'search_path=public',
];

export type MigrateOptions = {
  readonly folder?: URL;
  /** Nothing is made in a database that is none of ours yet. */
  readonly existing?: boolean;
  /** Called where another node is at it, for as long as it takes. */
  readonly onWait?: () => void;
  /** Called once for each migration that somebody holds up. */
  readonly onHeldUp?: (name: string) => void;
  /** Called where an index that is made concurrently takes its time. */
  readonly onIndex?: (name: string) => void;
  /** Called where there is no role for the service, and this user may not make it. */
  readonly onRoleMissing?: () => void;
  readonly patienceMs?: number;
  /** Gives up, whatever is under way: what is not committed is taken back. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * A migration of one such statement makes an index without keeping writers from its table. It stands in no transaction, and
 * what was begun stays behind under this name.
 */
const CONCURRENT_INDEX = /^(?:\s|--.*\n)*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?!IF\s)(\w+)\s/i;

/**
 * Brings the database up to date: plain SQL files, forward only, each in its own transaction (but for an index that is made
 * concurrently), one node at a time. Then gives the service's role its rights, whether or not there was something to make.
 * @throws StartupError when PostgreSQL is older than 15 or refuses a migration, the database is not in UTF-8, or newer than
 *   this program knows
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const { folder = migrations, existing = false, onWait, onRoleMissing, signal } = options;
  const client = new pg.Client({ ...openingOf(connectionString, PATIENT), connectionTimeoutMillis: 5_000 });
  // Whoever asks hears of a connection that breaks; the event, which would end the process, says nothing more.
  client.on('error', () => {});
  const giveUp = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', giveUp);
  await client.connect();
  try {
    await checkServer(client, existing);
    await haveTurn(client, onWait);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    for (const file of await findPending(client, folder)) await apply(client, new URL(file, folder), file, options);
    if (!(await assertGrants(client))) onRoleMissing?.();
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/**
 * The migrations that are still to be made, in their order. Any role may ask that may read the table `migrations`.
 * @throws StartupError when the database is newer than this program knows
 */
export async function findPending(client: pg.Client, folder = migrations): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const made = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'migrations'`);
  if (made.rowCount === 0) return files;
  const applied = (await client.query('SELECT name FROM migrations')).rows.map((row) => row.name as string);
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new StartupError(
      `the database was migrated by a newer version of Rialto (${unknown.join(', ')}). Run that version`,
    );
  }
  return files.filter((name) => !applied.includes(name));
}

/** Asks again and again: a statement that waited would hold a snapshot, for the end of which an index waits that is made concurrently. */
async function haveTurn(client: pg.Client, onWait?: () => void): Promise<void> {
  for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCK]);
    if (rows[0].taken) return;
    if (tries === 1) onWait?.();
  }
}

async function checkServer(client: pg.Client, existing: boolean): Promise<void> {
  const { rows } = await client.query(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
           to_regclass('migrations') IS NOT NULL AS made`);
  const { version, encoding, made } = rows[0] as { version: number; encoding: string; made: boolean };
  if (version < OLDEST_POSTGRES)
    throw new StartupError(`the database is PostgreSQL ${Math.floor(version / 10_000)}; Rialto needs 15 or newer`);
  if (encoding !== 'UTF8') {
    throw new StartupError(
      `the database has the encoding ${encoding}; Rialto needs UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    );
  }
  if (existing && !made) {
    throw new StartupError(
      "this database has no tables of Rialto. Run the command with the service's DATABASE_URL. If the database is new, start the service first",
    );
  }
}

async function apply(
  client: pg.Client,
  url: URL,
  name: string,
  { onHeldUp, onIndex, patienceMs = PATIENCE_MS }: MigrateOptions,
): Promise<void> {
  const sql = await readFile(url, 'utf8');
  const index = CONCURRENT_INDEX.exec(sql)?.[1];
  const started = performance.now();
  for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
    const telling = setTimeout(() => index && onIndex?.(name), SLOW_MS);
    try {
      await (index ? makeIndex(client, sql, name, index) : makeAtOnce(client, sql, name));
      return;
    } catch (error) {
      if (!HELD_UP.includes((error as { code?: unknown }).code)) throw named(error, name);
      if (tries === 1) onHeldUp?.(name);
      if (performance.now() - started > patienceMs) throw heldUp(error, name);
    } finally {
      clearTimeout(telling);
    }
  }
}

async function makeAtOnce(client: pg.Client, sql: string, name: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(sql);
    await record(client, name);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * PostgreSQL goes on with an index though the node that asked for it is gone: where it came to its end, that is it. Else it is
 * invalid, serves no query, costs every write, and if it is unique it refuses them: it is made anew, and not left behind.
 */
async function makeIndex(client: pg.Client, sql: string, name: string, index: string): Promise<void> {
  const made = await client.query('SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    index,
  ]);
  if (!made.rows[0]?.valid) {
    const takeAway = () => client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await takeAway();
    await client.query(sql).catch(async (error) => {
      await takeAway().catch(() => {});
      throw error;
    });
  }
  await record(client, name);
}

const record = (client: pg.Client, name: string) => client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);

/** "canceling statement due to lock timeout" alone says neither what to do nor that nothing is wrong. */
function heldUp(cause: unknown, migration: string): StartupError {
  return new StartupError(
    `the migration ${migration} could not lock its tables. A dump, a report or \`ledger check\` may be reading one of them; pg_stat_activity shows it. Earlier migrations are committed. Start again when the reader has ended`,
    { cause },
  );
}

/** "could not create unique index" alone says neither what it is about nor that the changes before it stay. */
function named(error: unknown, migration: string): unknown {
  if (!isStatementError(error)) return error;
  return new StartupError(
    `the database refused the migration ${migration}: ${error.message}. Earlier migrations are committed, so an older version does not start. Fix the cause and start again, or restore a backup`,
    { cause: error },
  );
}
