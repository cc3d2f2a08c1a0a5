import type { Logger } from 'pino';
import { walkAudit } from './audit/walk.ts';
import { readArchiver } from './db/archiver.ts';
import type { Database, Statement } from './db/database.ts';
import { deleteOldStatement as deleteOldAnswers } from './idempotency/store.ts';
import { deleteUnusedDocuments } from './kyc/sweep.ts';
import { deleteExpired } from './people/delete-expired.ts';
import { deleteOldCalls } from './rails/calls.ts';
import type { DocumentStore } from './storage/document-store.ts';
import { disableFailing, LAST_DAY } from './webhooks/disable-failing.ts';
import { type Telling, tellDevelopers } from './webhooks/tell-developers.ts';
import type { Worker } from './workers/worker.ts';

const EVERY_MS = 60_000;

/** Drops the partitions of deliveries whose time is over, and makes those of the weeks to come. */
const rotateDeliveries: Statement = {
  name: 'retention_deliveries',
  text: 'SELECT rotate_deliveries() AS dropped',
};

/** The same for the days of the request log. */
const rotateRequestLog: Statement = {
  name: 'retention_request_log',
  text: 'SELECT rotate_request_log() AS dropped',
};

export type RetentionOptions = {
  readonly db: Database;
  readonly documents: DocumentStore;
  /** How developers hear of endpoints that fail. */
  readonly telling: Telling;
  readonly log: Logger;
};

/** What one minute's look does: removes what is no longer kept and tells of what fails. */
export function createSweep({
  db,
  documents,
  telling,
  log,
}: RetentionOptions): (isStopped: () => boolean) => Promise<void> {
  return async (isStopped) => {
    for (const statement of [deleteOldAnswers, ...deleteExpired]) {
      while (!isStopped() && (await db.query(statement)).length > 0);
    }
    for (const endpoint of await disableFailing(db)) {
      const { id, url, day } = endpoint;
      const told = await tellDevelopers(db, telling, endpoint);
      const what = day === LAST_DAY ? 'the webhook endpoint was disabled' : 'a webhook endpoint fails';
      log.warn({ endpoint: id, host: new URL(url).host, days: day, told }, what);
    }
    await db.query(deleteOldCalls);
    const verdict = await walkAudit(db);
    if (verdict && !verdict.whole)
      log.error({ seq: String(verdict.seq), fault: verdict.fault }, "the audit log's chain is broken");
    const { stuck } = await readArchiver(db);
    if (stuck) log.error({ segment: stuck }, 'archiving WAL fails: it gathers until the disk of the database is full');
    await db.query(rotateRequestLog);
    // Where it cannot have its lock it throws, and the next look tries again.
    await db.query(rotateDeliveries);
    // Last: it asks a store that may be away for weeks, and without partitions no delivery could end.
    await deleteUnusedDocuments(db, documents, isStopped);
  };
}

/**
 * Idempotent answers are kept for 7 days, deliveries that are over and the request log for 30, KYC documents that nobody submits for one; a look at them, and
 * at endpoints that fail, every minute.
 */
export function startRetention(options: RetentionOptions, onError: (error: unknown) => void): Worker {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = createSweep(options);
  const look = () => {
    sweeping = sweeping.then(() => sweep(() => stopped)).catch(onError);
  };
  // At once: where nobody has looked for weeks, what ends now has no partition to go to.
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}
