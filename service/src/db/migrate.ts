import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { isStatementError } from './failure.ts';
import { assertGrants } from './grants.ts';
import { connectClient, createHosts } from './hosts.ts';
import { openingOf } from './session.ts';

/**
 * A statement that waits for a table lock blocks all later ones. Requests give up after 2 s, so a migration gives up
 * earlier, lets them pass and tries again.
 * It waits longer than 1 s (`deadlock_timeout`): only then does PostgreSQL cancel an autovacuum in its way, which may
 * take an hour on a large table.
 */
const LOCK_TIMEOUT = '1500ms';
/** lock_not_available; and deadlock_detected, if the database checks for deadlocks earlier than that. */
const HELD_UP: readonly unknown[] = ['55P03', '40P01'];
const PAUSE_MS = 200;
const PATIENCE_MS = 300_000;
const SLOW_MS = 2_000;

const migrations = new URL('../../migrations/', import.meta.url);
/** Any constant works, as long as every node uses the same: 'RLTO' in ASCII. */
const ADVISORY_LOCK = 0x524c544f;
const OLDEST_POSTGRES = 150_000;
/**
 * A migration has no time limit, whatever the database sets for others. Everything is created in one schema, which
 * functions name.
 * Between two statements a migration never pauses for long. Without a time-out, TCP retries would keep the locks and
 * the turn of a host that is gone.
 */
const PATIENT = [
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=60s',
  'idle_session_timeout=60s',
  'search_path=public',
];

/** `0043_idle_tests.sql` is number 43, `idle_tests`. */
export type Migrated = { readonly number: number; readonly name: string; readonly ms: number };

export type MigrateOptions = {
  readonly folder?: URL;
  /** Creates nothing in a database that is not Rialto's yet. */
  readonly existing?: boolean;
  /** Called once if another node is migrating. The wait has no time limit. */
  readonly onWait?: () => void;
  /** Called once, with the version of PostgreSQL. */
  readonly onServer?: (version: string) => void;
  /** Called after each migration. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** Called once for each migration that waits for a lock. */
  readonly onHeldUp?: (name: string) => void;
  /** Called if an index that is created concurrently takes long. */
  readonly onIndex?: (name: string) => void;
  /** Called if the service's role does not exist and this user may not create it. */
  readonly onRoleMissing?: () => void;
  readonly patienceMs?: number;
  /** Gives up, whatever is in progress. Uncommitted changes are rolled back. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * A migration with only this statement creates an index and does not block writers. It runs outside a transaction, so a
 * failed attempt leaves an index with this name.
 */
const CONCURRENT_INDEX = /^(?:\s|--.*\n)*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?!IF\s)(\w+)\s/i;

/**
 * Brings the database up to date with plain SQL files, forward only, one node at a time. Each file runs in its own
 * transaction, except for an index that is created concurrently.
 * Then it grants the service's role its rights, whether or not a migration ran.
 * @throws StartupError if PostgreSQL is older than 15 or refuses a migration, or the database is not in UTF-8 or newer
 * than this program
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const { folder = migrations, existing = false, onServer, onWait, onRoleMissing, signal } = options;
  const { connectionString: plain, ...opening } = openingOf(connectionString, PATIENT);
  signal?.throwIfAborted();
  const client = await connectClient(createHosts(plain, 'any'), opening);
  const giveUp = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', giveUp);
  try {
    await checkServer(client, existing);
    onServer?.(await readServerVersion(client));
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
 * The pending migrations in order. The caller's role only needs to read the table `migrations`.
 * @throws StartupError if the database is newer than this program
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

/**
 * Polls for the lock. A statement that waits would hold a snapshot, and an index that is created concurrently waits for
 * the end of every snapshot.
 */
async function haveTurn(client: pg.Client, onWait?: () => void): Promise<void> {
  for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCK]);
    if (rows[0].taken) return;
    if (tries === 1) onWait?.();
  }
}

/** Such as `18.4`. */
export async function readServerVersion(client: pg.Client): Promise<string> {
  return (await client.query('SHOW server_version')).rows[0].server_version;
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
  { onMigrated, onHeldUp, onIndex, patienceMs = PATIENCE_MS }: MigrateOptions,
): Promise<void> {
  const sql = await readFile(url, 'utf8');
  const index = CONCURRENT_INDEX.exec(sql)?.[1];
  const started = performance.now();
  for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
    const notice = setTimeout(() => index && onIndex?.(name), SLOW_MS);
    try {
      await (index ? makeIndex(client, sql, name, index) : makeAtOnce(client, sql, name));
      onMigrated?.(describe(name, performance.now() - started));
      return;
    } catch (error) {
      if (!HELD_UP.includes((error as { code?: unknown }).code)) throw named(error, name);
      if (tries === 1) onHeldUp?.(name);
      if (performance.now() - started > patienceMs) throw heldUp(error, name);
    } finally {
      clearTimeout(notice);
    }
  }
}

function describe(file: string, ms: number): Migrated {
  const [, number, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
  return { number: Number(number), name: name ?? file, ms: Math.round(ms) };
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
 * PostgreSQL continues an index when the node that asked for it is gone. A finished index is kept.
 * An unfinished one is invalid: it serves no query, costs every write and, if unique, refuses writes. It is dropped and
 * created again.
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

/** "canceling statement due to lock timeout" alone says neither what to do nor that nothing is broken. */
function heldUp(cause: unknown, migration: string): StartupError {
  return new StartupError(
    `the migration ${migration} could not lock its tables. A dump, a report or \`ledger check\` may be reading one of them; pg_stat_activity shows it. Earlier migrations are committed. Start again when the reader has ended`,
    { cause },
  );
}

/** "could not create unique index" alone says neither which migration failed nor that earlier ones stay. */
function named(error: unknown, migration: string): unknown {
  if (!isStatementError(error)) return error;
  return new StartupError(
    `the database refused the migration ${migration}: ${error.message}. Earlier migrations are committed, so an older version does not start. Fix the cause and start again, or restore a backup`,
    { cause: error },
  );
}
