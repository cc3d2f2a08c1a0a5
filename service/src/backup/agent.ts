import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Logger } from 'pino';
import { readConfig } from '../config/config.ts';
import { openLog } from '../config/log.ts';
import { openDatabase } from '../db/database.ts';
import { openArchiveName } from '../postgres/archive.ts';
import { runningEmbeddedUrl } from '../postgres/start.ts';
import { ownArchive } from './own-archive.ts';
import { openRemote } from './remote.ts';
import { type Agent, createRounds } from './rounds.ts';
import { shipWal, type WalShipper } from './ship-wal.ts';
import { openSlot } from './wal-slot.ts';

/** After a stop signal, uploads of WAL in progress get this time. */
const STOP_MS = 4_000;
/** WAL that waits for longer is an error in the log, each minute. */
const LATE_MS = 60_000;

/** The process beside the service that backs up the embedded database to the store. It ends with the service. */
async function main(): Promise<void> {
  // Requests come first.
  setPriority(10);
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const stop = new AbortController();
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => stop.abort());
  const url = await runningEmbeddedUrl(config.DATA_DIR);
  if (!url) throw new Error('the embedded database does not run');
  const db = openDatabase(url, { max: 2 });
  const archive = openArchiveName(config.DATA_DIR);
  try {
    await work({ config, log, db, url, remote: openRemote(config), archive, signal: stop.signal });
  } catch (error) {
    log.error({ err: error }, 'backups to the store stopped');
    process.exitCode = 1;
  }
  await db.close();
  process.exit();
}

async function work(agent: Agent): Promise<void> {
  const { log, db, url, remote, archive, signal } = agent;
  const slot = await openSlot(db);
  const ownership = await ownArchive(remote, archive, slot.segmentBytes);
  let failedAt = 0;
  const shipper = await shipWal({
    ...{ remote, ownership, url, archive, timeline: slot.timeline, from: slot.from },
    onFailure: (error) => {
      if (failedAt > 0 && performance.now() - failedAt < LATE_MS) return;
      failedAt = performance.now();
      log.warn({ err: error }, 'WAL could not be stored; it is kept in DATA_DIR and tried again');
    },
  });
  log.info({ archive }, 'backups to the store begin');
  const watch = watchAge(shipper, log);
  try {
    await Promise.race([signal.aborted || once(signal, 'abort'), shipper.ended, runRounds(agent, slot.from)]);
    if (signal.aborted) await shipper.stop(STOP_MS);
  } finally {
    clearInterval(watch);
  }
}

async function runRounds(agent: Agent, from: bigint): Promise<void> {
  const rounds = await createRounds(agent, from);
  await rounds.run();
}

function watchAge(shipper: WalShipper, log: Logger): NodeJS.Timeout {
  return setInterval(() => {
    const ms = shipper.oldestMs();
    if (ms > LATE_MS)
      log.error({ oldest_s: Math.round(ms / 1_000) }, 'the backup of WAL is late; WAL accumulates in DATA_DIR');
  }, LATE_MS);
}

main().catch((error) => {
  process.stderr.write(`rialto: backups do not start: ${error.stack ?? error}\n`);
  process.exit(1);
});
