import cluster from 'node:cluster';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { findUser, OWN_USER } from '../config/data-dir/system-user.ts';
import { StartupError } from '../config/startup-error.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { connectClient, createHosts } from '../db/hosts.ts';
import { findPending, type Migrated, type MigrateOptions, migrate, readServerVersion } from '../db/migrate.ts';
import { checkRights, readRights, refusePending, refuseUnmigrated } from '../db/rights.ts';
import { openServiceLogin, SERVICE_ROLE } from '../db/service-role.ts';
import { openingOf } from '../db/session.ts';
import { createWorldWrites } from '../db/world-writes.ts';
import { dropBackupSlot } from '../postgres/drop-backup-slot.ts';
import { defaults, type Embedded, hasCluster, runningEmbeddedUrl, startEmbedded } from '../postgres/start.ts';
import { awaitDatabase, explained } from './await-database.ts';

export type Connection = {
  readonly url: string;
  readonly db: Database;
  /** Closes the connections, and stops the embedded database if this process started it. */
  close(): Promise<void>;
};

/** `signal` aborts a migration, or the wait for another node's migration. */
export type ConnectOptions = Pick<MigrateOptions, 'signal' | 'onServer' | 'onMigrated'>;

/**
 * Connects the service to its database: starts the embedded one if configured, migrates, and logs in as the service.
 */
export async function connectService(
  config: Config,
  onDatabaseExit: () => void,
  options: ConnectOptions = {},
): Promise<Connection> {
  if (config.DATABASE_OWNER_URL && !config.DATABASE_URL) {
    throw new StartupError(
      "DATABASE_OWNER_URL is set but DATABASE_URL is not. Set DATABASE_URL to the URL of the service's role",
    );
  }
  if (config.DATABASE_URL && config.BACKUP_S3_BUCKET && cluster.isPrimary) {
    throw new StartupError(
      'BACKUP_S3_BUCKET is for the embedded database. For that of DATABASE_URL use pgBackRest (docs/pgbackrest.md)',
    );
  }
  if (!config.DATABASE_URL && !hasCluster(config.DATA_DIR)) sayNobody();
  const embedded: Embedded | null = config.DATABASE_URL
    ? null
    : await startEmbedded({ ...embeddedOf(config), onExit: onDatabaseExit });
  try {
    if (embedded && !config.BACKUP_S3_BUCKET) await withClient(embedded.url, dropBackupSlot);
    const url = embedded ? await loginTo(config, embedded.url, options) : config.DATABASE_URL;
    if (!embedded) await prepareExternal(config, options);
    const rights = await withClient(url, readRights);
    // With several processes only the first one warns.
    checkRights(rights, config.LIVE, cluster.isPrimary ? warn : () => {});
    // An owner's connection at least switches to the service's role. This prevents mistakes, not attacks.
    const role = rights.excess.length > 0 && rights.mayTakeRole ? { role: SERVICE_ROLE } : {};
    return connection(url, { max: config.DATABASE_POOL, service: true, history: true, ...role }, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Migrates the embedded database as its superuser. @returns the URL of the service's own login */
async function loginTo({ MIGRATE }: Config, url: string, options: ConnectOptions): Promise<string> {
  if (MIGRATE) await migrateOrExplain(url, { onWait: sayWaiting, ...options });
  else refuseUnmigrated(await readPending(url, options));
  return withClient(url, (superuser) => openServiceLogin(superuser, url));
}

/**
 * Migrates under the owner's role, on a connection that is closed afterwards. Without the owner's URL the service's
 * role checks that no migration is pending.
 * In test mode a DATABASE_URL of the owner still migrates, as before there were two URLs.
 */
async function prepareExternal(config: Config, connectOptions: ConnectOptions): Promise<void> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: owner, LIVE, MIGRATE } = config;
  const options = { onWait: sayWaiting, ...connectOptions };
  const { signal } = connectOptions;
  await awaitDatabase(url, { signal, onWait: cluster.isPrimary ? say : () => {} });
  if (owner && MIGRATE) return migrateOrExplain(owner, options);
  const rights = await withClient(url, readRights);
  if (rights.mayMigrate && MIGRATE && !LIVE) return migrateOrExplain(url, options);
  checkRights(rights, LIVE, () => {});
  const pending = await readPending(url, connectOptions);
  if (!MIGRATE) refuseUnmigrated(pending);
  refusePending(pending, rights);
}

async function readPending(url: string, { onServer }: ConnectOptions = {}): Promise<string[]> {
  return withClient(url, async (client) => {
    onServer?.(await readServerVersion(client));
    return findPending(client);
  });
}

/**
 * Connects operator commands: to a running service's database, or to the embedded database, which is started for the
 * command.
 * A command never creates a database: with a wrong setting it would get a valid but empty one.
 */
export async function connectOperator(config: Config): Promise<Connection> {
  const external = config.DATABASE_OWNER_URL || config.DATABASE_URL;
  const embedded = external ? null : await openEmbedded(config);
  const url = embedded?.url ?? external;
  try {
    if (!config.MIGRATE) refuseUnmigrated(await readPending(url));
    else if (!external || config.DATABASE_OWNER_URL) await migrateOrExplain(url, { existing: true });
    else await prepareForCommand(url);
    const connected = connection(url, { max: 4 }, embedded);
    // Nodes that read from a standby must know what the command writes.
    if (config.DATABASE_REPLICA_URL) connected.db.node.worldWrites = createWorldWrites();
    return connected;
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Without DATABASE_OWNER_URL a command uses the service's role, on a database without pending migrations. */
async function prepareForCommand(url: string): Promise<void> {
  const rights = await withClient(url, readRights);
  if (rights.mayMigrate) return migrateOrExplain(url, { existing: true });
  checkRights(rights, false, () => {});
  refusePending(await readPending(url), rights);
}

/** For `npm run admin -- migrate`, which may be the first to use an external database. */
export async function migrateOnly(config: Config, onMigrated: (migrated: Migrated) => void): Promise<void> {
  const options = { onWait: sayWaiting, onMigrated };
  const external = config.DATABASE_OWNER_URL || config.DATABASE_URL;
  if (external) return migrateOrExplain(external, options);
  const { url, stop } = await openEmbedded(config);
  await migrateOrExplain(url, options).finally(stop);
}

/** For commands that change nothing: a connection that only reads, and no migration. */
export async function withReader<T>(config: Config, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const external = config.DATABASE_OWNER_URL || config.DATABASE_URL;
  const { url, stop } = external ? { url: external, stop: async () => {} } : await openEmbedded(config);
  const only = async (client: pg.Client) => {
    await client.query('SET default_transaction_read_only = on');
    return ask(client);
  };
  return withClient(url, only).finally(stop);
}

/** The embedded database for a command: the running service's, or started until `stop`. */
async function openEmbedded(config: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  if (!hasCluster(config.DATA_DIR)) {
    throw new StartupError(
      `there is no database in ${config.DATA_DIR}. Run the command with the service's DATA_DIR or DATABASE_URL. If there is no database yet, start the service first`,
    );
  }
  const running = await runningEmbeddedUrl(config.DATA_DIR);
  if (running) return { url: running, stop: async () => {} };
  return startEmbedded(embeddedOf(config));
}

function embeddedOf({ DATA_DIR, BACKUP_DIR, WORKERS, DATABASE_POOL }: Config) {
  // Each process has a listening connection beside its pool. Operator commands and backups need some more.
  const needed = WORKERS * (DATABASE_POOL + 1) + 20;
  const settings = { max_connections: String(Math.max(needed, Number(defaults.max_connections))) };
  return { dataDir: DATA_DIR, settings, ...(BACKUP_DIR ? { archive: BACKUP_DIR } : {}) };
}

function connection(
  url: string,
  options: Parameters<typeof openDatabase>[1],
  embedded: Pick<Embedded, 'stop'> | null,
): Connection {
  const db = openDatabase(url, options);
  return {
    url,
    db,
    close: async () => {
      await db.close();
      await embedded?.stop();
    },
  };
}

function sayWaiting(): void {
  process.stderr.write('rialto: another node is migrating the database; waiting for it\n');
}

function sayHeldUp(migration: string): void {
  process.stderr.write(`rialto: the migration ${migration} waits for a table that is in use; trying for 5 minutes\n`);
}

function sayIndex(migration: string): void {
  process.stderr.write(
    `rialto: the migration ${migration} builds an index while the database is in use. A large table takes longer, and so does a running dump or report\n`,
  );
}

/** The service does not create a system user by itself, because the user would remain on the machine. */
function sayNobody(): void {
  if (process.geteuid?.() !== 0 || findUser(OWN_USER)) return;
  process.stderr.write(
    `rialto: started as root, so the database runs as the user nobody. To give it its own user, run \`useradd --system ${OWN_USER}\` before the first start\n`,
  );
}

function sayRoleMissing(): void {
  warn(
    `the role ${SERVICE_ROLE} does not exist, and this user may not create it. Create it as an administrator and run \`npm run admin -- migrate\`: see docs/postgresql-least-privileges.md`,
  );
}

function say(line: string): void {
  process.stderr.write(`rialto: ${line}\n`);
}

function warn(line: string): void {
  say(`WARNING: ${line}`);
}

async function migrateOrExplain(url: string, options: MigrateOptions): Promise<void> {
  try {
    await migrate(url, { ...options, onHeldUp: sayHeldUp, onIndex: sayIndex, onRoleMissing: sayRoleMissing });
  } catch (error) {
    throw explained(error, url);
  }
}

/** Queries the database on a connection that is closed afterwards. */
async function withClient<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const { connectionString, ...opening } = openingOf(url);
  try {
    const client = await connectClient(createHosts(connectionString, 'any'), opening);
    try {
      return await ask(client);
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    throw explained(error, url);
  }
}
