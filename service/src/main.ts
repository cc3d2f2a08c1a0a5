import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type BackupAgent, startBackupAgent } from './boot/backup-agent.ts';
import { banner } from './boot/banner.ts';
import { type Connection, connectService } from './boot/connect.ts';
import { makeDemoMerchant } from './boot/demo-merchant.ts';
import { forkProcesses, type Serving } from './boot/fork.ts';
import { logStart } from './boot/log-start.ts';
import { proveSecrets } from './boot/prove-secrets.ts';
import { openPort, serve } from './boot/serve.ts';
import { refuseArguments } from './config/arguments.ts';
import { build } from './config/build.ts';
import { readConfig } from './config/config.ts';
import { holdDataDir } from './config/data-dir/hold.ts';
import { openLog } from './config/log.ts';
import { loadSecrets } from './config/secrets.ts';
import { StartupError } from './config/startup-error.ts';
import { warnOfSettings } from './config/warn-of-settings.ts';
import { openTracing } from './tracing/open.ts';

/** Work that is not finished after this time is given up: clients retry, and leases expire. */
const DRAIN_MS = 9_000;

/** npm may repeat a terminal's Ctrl-C. A later signal means that the person does not want to wait. */
const SAME_MS = 500;

async function main(): Promise<void> {
  refuseArguments(process.argv.slice(2));
  let connection: Connection | null = null;
  let serving: Serving | null = null;
  let backups: BackupAgent | null = null;
  let stopping = false;
  let shutdownDelayMs = 0;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code || 1), shutdownDelayMs + DRAIN_MS).unref();
    await serving?.stop();
    await backups?.stop();
    await connection?.close();
    process.exit(code);
  };
  // Installed before anything starts, so that a Ctrl-C in the first second leaves nothing behind either.
  const leaving = new AbortController();
  onInterrupt(() => {
    leaving.abort();
    if (connection) stop(0);
  });

  const config = readConfig(process.env);
  if (config.LIVE) refuseRoot();
  // Also with an external database: the directory may hold secrets and documents.
  if (existsSync(config.DATA_DIR)) holdDataDir(config.DATA_DIR);
  shutdownDelayMs = config.SHUTDOWN_DELAY_SECONDS * 1_000;
  const log = openLog(config.LOG_LEVEL);
  if (cluster.isPrimary) for (const warning of warnOfSettings(process.env)) log.warn(warning);
  const onDatabaseExit = () => {
    log.fatal('the embedded PostgreSQL stopped unexpectedly; its log is in DATA_DIR');
    stop(1);
  };
  connection = await connectService(config, onDatabaseExit, {
    signal: leaving.signal,
    // One of several processes logs the start of all.
    ...(cluster.isPrimary ? logStart(log, build, config, process.env) : {}),
  }).catch((error) => {
    // The error of an aborted start has no useful message.
    if (leaving.signal.aborted) return null;
    throw error;
  });
  if (leaving.signal.aborted || !connection) return stop(0);
  try {
    const { db, url } = connection;
    const secrets = loadSecrets(config);
    await proveSecrets(db, secrets);
    // With several processes only the first one creates and prints shared data.
    const isFirst = cluster.isPrimary;
    if (isFirst && config.BACKUP_S3_BUCKET) backups = startBackupAgent(log);
    // Demo credentials are shown once, so they are not created if the start fails here.
    if (isFirst) await openPort(config);
    const demo = isFirst && config.DEMO && !config.LIVE ? await makeDemoMerchant(db, config, secrets) : null;
    serving =
      isFirst && config.WORKERS > 1
        ? forkProcesses({ count: config.WORKERS, databaseUrl: url, log })
        : serve({ config, secrets, db, connectionString: url, log, tracing: await openTracing(config, log) });
    const port = await serving.port;
    if (isFirst) {
      const base = config.PUBLIC_URL || `http://localhost:${port}`;
      process.stdout.write(`${banner({ base, demo, role: config.ROLE, live: config.LIVE })}\n`);
    }
    // Now and not at the end, because a kill -9 leaves no time for it. The next start takes a third less time.
    flushCompileCache();
  } catch (error) {
    if (stopping) return;
    await serving?.stop();
    await backups?.stop();
    await connection.close();
    throw error;
  }
}

/** Calls `leave` at the first signal and its repetitions. A later signal ends the process immediately. */
function onInterrupt(leave: () => void): void {
  let interruptedAt = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (interruptedAt > 0 && Date.now() - interruptedAt > SAME_MS) process.exit(1);
      interruptedAt ||= Date.now();
      leave();
    });
  }
}

function refuseRoot(): void {
  if (process.geteuid?.() !== 0) return;
  throw new StartupError(
    'LIVE=on does not run as root. Create a system user (useradd --system rialto), make it the owner of DATA_DIR (chown -R rialto: DATA_DIR), and start as that user',
  );
}

main().catch((error) => {
  const text = error instanceof StartupError ? error.message : (error.stack ?? String(error));
  process.stderr.write(`rialto: ${text}\n`);
  process.exit(1);
});
