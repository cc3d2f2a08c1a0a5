import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { build } from '../config/build.ts';
import { StartupError } from '../config/startup-error.ts';
import { isStatementError } from './failure.ts';
import { assertGrants } from './grants.ts';
import { connectClient, createHosts } from './hosts.ts';
import { listMigrations, type MigrationFile, migrations, readMigration, runsOn } from './migration-file.ts';
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
 * Brings the database up to date with plain SQL files, forward only, one node at a time. Each file runs in its own
 * transaction, except for an index that is created concurrently and for slices of rows.
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
    for (const file of await findPending(client, folder)) {
      await apply(client, await readMigration(folder, file), file, options);
    }
    // The later version knows the rights on its tables, this one does not.
    if (await isNewer(client, folder)) return;
    if (!(await assertGrants(client))) onRoleMissing?.();
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/**
 * The pending migrations in order. The caller's role only needs to read the table `migrations`.
 * @throws StartupError if the database is newer than this program, and its migrations do not work with this version
 */
export async function findPending(client: pg.Client, folder = migrations): Promise<string[]> {
  const files = await listMigrations(folder);
  const applied = await readApplied(client);
  const unknown = applied
    .filter(({ name, worksWith }) => !files.includes(name) && !runsOn(build.version, worksWith))
    .map(({ name }) => name);
  if (unknown.length > 0) {
    throw new StartupError(
      `the database was migrated by a newer version of Rialto (${unknown.join(', ')}). Run that version`,
    );
  }
  const done = new Set(applied.map(({ name }) => name));
  return files.filter((name) => !done.has(name));
}

/** Whether a later version has migrated the database. */
async function isNewer(client: pg.Client, folder: URL): Promise<boolean> {
  const files = await listMigrations(folder);
  return (await readApplied(client)).some(({ name }) => !files.includes(name));
}

/** Databases before 0118 lack the column `works_with`. */
async function readApplied(client: pg.Client): Promise<{ name: string; worksWith: string | null }[]> {
  const made = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'migrations'`);
  if (made.rowCount === 0) return [];
  return (await client.query(`SELECT name, to_jsonb(m) ->> 'works_with' AS "worksWith" FROM migrations m`)).rows;
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
  file: MigrationFile,
  name: string,
  { onMigrated, onHeldUp, onIndex, patienceMs = PATIENCE_MS }: MigrateOptions,
): Promise<void> {
  const { index } = file;
  const started = performance.now();
  for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
    const notice = setTimeout(() => index && onIndex?.(name), SLOW_MS);
    try {
      if (index) await makeIndex(client, file, name, index);
      else if (file.slices) await makeInSlices(client, file, name);
      else await makeAtOnce(client, file, name);
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

async function makeAtOnce(client: pg.Client, file: MigrationFile, name: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(file.sql);
    await record(client, file, name);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** The block commits by itself, which PostgreSQL allows only outside a transaction. */
async function makeInSlices(client: pg.Client, file: MigrationFile, name: string): Promise<void> {
  await client.query(file.sql);
  await record(client, file, name);
}

/**
 * PostgreSQL continues an index when the node that asked for it is gone. A finished index is kept.
 * An unfinished one is invalid: it serves no query, costs every write and, if unique, refuses writes. It is dropped and
 * created again.
 */
async function makeIndex(client: pg.Client, file: MigrationFile, name: string, index: string): Promise<void> {
  const made = await client.query('SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    index,
  ]);
  if (!made.rows[0]?.valid) {
    const takeAway = () => client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await takeAway();
    await client.query(file.sql).catch(async (error) => {
      await takeAway().catch(() => {});
      throw error;
    });
  }
  await record(client, file, name);
}

async function record(client: pg.Client, { worksWith }: MigrationFile, name: string): Promise<void> {
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  if (worksWith) await client.query('UPDATE migrations SET works_with = $2 WHERE name = $1', [name, worksWith]);
}

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
