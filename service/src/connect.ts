import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { type MigrateOptions, migrate } from './db/migrate.ts';
import { serviceRole } from './db/service-role.ts';
import { defaults, type Embedded, hasCluster, runningEmbeddedUrl, startEmbedded } from './postgres/start.ts';
import { StartupError } from './startup-error.ts';

export type Connection = {
  readonly url: string;
  readonly db: Database;
  /** Closes the connections, and the embedded database where this process started it. */
  close(): Promise<void>;
};

/**
 * For the service: the database of the settings, started where it is the embedded one, migrated, under the service's role.
 * @param signal gives up a migration, or the wait for another node's
 */
export async function connectService(
  config: Config,
  onDatabaseExit: () => void,
  signal?: AbortSignal,
): Promise<Connection> {
  const embedded: Embedded | null = config.DATABASE_URL
    ? null
    : await startEmbedded({ ...embeddedOf(config), onExit: onDatabaseExit });
  try {
    const url = embedded?.url ?? config.DATABASE_URL;
    await migrateOrExplain(url, { onWait: sayWaiting, signal });
    const owner = openDatabase(url, { max: 1 });
    const role = await serviceRole(owner).finally(() => owner.close());
    const options = { max: config.DATABASE_POOL, service: true, ...(role ? { role } : {}) };
    return connection(url, options, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * For the operator's commands: beside a running service, or with the embedded database started for as long as it takes. They
 * make none: one that a wrong setting made would be sound, and empty, whatever is asked of it.
 */
export async function connectOperator(config: Config): Promise<Connection> {
  if (!config.DATABASE_URL && !hasCluster(config.DATA_DIR)) {
    throw new StartupError(
      `there is no database in ${config.DATA_DIR}: give the command the service's DATA_DIR or DATABASE_URL; where there is none yet, start the service first`,
    );
  }
  const running = config.DATABASE_URL || (await runningEmbeddedUrl(config.DATA_DIR));
  const embedded = running ? null : await startEmbedded(embeddedOf(config));
  const url = embedded?.url ?? running!;
  try {
    await migrateOrExplain(url, { existing: true });
    return connection(url, { max: 4 }, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function embeddedOf({ DATA_DIR, BACKUP_DIR, WORKERS, DATABASE_POOL }: Config) {
  // Each process listens on a connection beside its pool; the operator's commands and backups need some.
  const needed = WORKERS * (DATABASE_POOL + 1) + 20;
  const settings = { max_connections: String(Math.max(needed, Number(defaults.max_connections))) };
  return { dataDir: DATA_DIR, settings, ...(BACKUP_DIR ? { archive: BACKUP_DIR } : {}) };
}

function connection(url: string, options: Parameters<typeof openDatabase>[1], embedded: Embedded | null): Connection {
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
  process.stderr.write(
    `rialto: the migration ${migration} waits for a table that somebody uses; trying for 5 minutes\n`,
  );
}

function sayIndex(migration: string): void {
  process.stderr.write(
    `rialto: the migration ${migration} makes an index while others write: that takes as long as the table is large, and longer beside a dump or a report\n`,
  );
}

async function migrateOrExplain(url: string, options: MigrateOptions): Promise<void> {
  try {
    await migrate(url, { ...options, onHeldUp: sayHeldUp, onIndex: sayIndex });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const host = URL.canParse(url) && new URL(url).host;
    throw new StartupError(`the database at ${host || 'its socket'} cannot be used: ${messageOf(error)}`);
  }
}

/** A refused connection to a name with several addresses is an AggregateError, whose own message is empty. */
function messageOf(error: unknown): string {
  const { message, errors, code } = error as { message?: string; errors?: Error[]; code?: string };
  return message || errors?.map((one) => one.message).join(', ') || code || String(error);
}
