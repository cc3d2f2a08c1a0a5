import type { Logger } from 'pino';
import { walkAudit } from '../audit/walk.ts';
import { readArchiver } from '../db/archiver.ts';
import type { Database, Statement } from '../db/database.ts';
import { deleteOldStatement as deleteOldAnswers } from '../idempotency/store.ts';
import { deleteUnusedDocuments } from '../kyc/sweep.ts';
import { deleteExpired } from '../people/delete-expired.ts';
import { deleteOldCalls } from '../rails/calls.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { disableFailing, LAST_DAY } from '../webhooks/disable-failing.ts';
import { type Telling, tellDevelopers } from '../webhooks/tell-developers.ts';
import { askSoon, bringNear } from './bring-near.ts';
import { watchSteadiness } from './steady-clock.ts';

/** Makes the partitions of deliveries of the weeks to come, and drops those whose time is over. $1: nothing is dropped. */
const rotateDeliveries: Statement = {
  name: 'retention_deliveries',
  text: 'SELECT rotate_deliveries($1) AS dropped',
};

/** The same for the days of the request log. */
const rotateRequestLog: Statement = {
  name: 'retention_request_log',
  text: 'SELECT rotate_request_log($1) AS dropped',
};

export type SweepOptions = {
  readonly db: Database;
  readonly documents: DocumentStore;
  /** How developers hear of endpoints that fail. */
  readonly telling: Telling;
  readonly log: Logger;
  /** How long the database's clock has to have gone by itself before what it says is over is deleted. */
  readonly steadyMs: number;
};

/**
 * What one minute's look does: makes room for what comes, removes what is no longer kept and tells of what fails. After
 * the database's clock was set, or this process began, nothing is removed for `steadyMs`: what a wrong clock says is over is not.
 */
export function createSweep(options: SweepOptions): (isStopped: () => boolean) => Promise<void> {
  const { db, documents, log, steadyMs } = options;
  const lookAtClock = watchSteadiness(db, steadyMs);
  let begun = false;
  let setBack = false;
  return async (isStopped) => {
    const { setByMs, doubted, steady } = await lookAtClock();
    if (setByMs !== 0)
      log.error({ set_by_ms: setByMs }, "the database's clock was set: nothing is deleted for a while");
    setBack ||= setByMs < 0;
    // It may have been set back while nobody looked, too.
    if (setBack || !begun) await bringNear(db);
    if (setBack) await askSoon(db);
    begun = true;
    setBack = false;
    await checkRecords(db, log);
    if (!doubted) await endFailing(options);
    if (steady) await deleteOld(db, isStopped);
    await db.query(rotateRequestLog, [!steady]);
    // Where it cannot have its lock it throws, and the next look tries again.
    await db.query(rotateDeliveries, [!steady]);
    // Last: it asks a store that may be away for weeks, and without partitions no delivery could end.
    if (steady) await deleteUnusedDocuments(db, documents, isStopped);
  };
}

/** Says where the audit log's chain is broken, and where archiving is stuck. */
async function checkRecords(db: Database, log: Logger): Promise<void> {
  const verdict = await walkAudit(db);
  if (verdict && !verdict.whole)
    log.error({ seq: String(verdict.seq), fault: verdict.fault }, "the audit log's chain is broken");
  const { stuck } = await readArchiver(db);
  if (stuck) log.error({ segment: stuck }, 'archiving WAL fails: it gathers until the disk of the database is full');
}

async function deleteOld(db: Database, isStopped: () => boolean): Promise<void> {
  for (const statement of [deleteOldAnswers, ...deleteExpired]) {
    while (!isStopped() && (await db.query(statement)).length > 0);
  }
  await db.query(deleteOldCalls);
}

async function endFailing({ db, telling, log }: SweepOptions): Promise<void> {
  for (const endpoint of await disableFailing(db)) {
    const { id, url, day } = endpoint;
    const told = await tellDevelopers(db, telling, endpoint);
    const what = day === LAST_DAY ? 'the webhook endpoint was disabled' : 'a webhook endpoint fails';
    log.warn({ endpoint: id, host: new URL(url).host, days: day, told }, what);
  }
}
