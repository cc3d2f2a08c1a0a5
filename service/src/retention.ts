import type { Logger } from 'pino';
import type { Database, Statement } from './db/database.ts';
import { deleteOldStatement as deleteOldAnswers } from './idempotency/store.ts';
import { deleteUnusedDocuments } from './kyc/sweep.ts';
import { deleteExpired } from './people/delete-expired.ts';
import type { DocumentStore } from './storage/document-store.ts';
import { disableFailing, LAST_DAY } from './webhooks/disable-failing.ts';
import type { Worker } from './workers/worker.ts';

const EVERY_MS = 60_000;

/** Dead letters are gone after their 30 days; so many at a time, so that no lock is held for long. */
const deleteDeadLetters: Statement = {
  name: 'retention_dead_letters',
  text: `
    DELETE FROM deliveries WHERE (world, id) IN (
      SELECT world, id FROM deliveries WHERE status = 'dead' AND dead_until <= now() LIMIT 1000)
    RETURNING 1`,
};

/** What one minute's look does: deletes what is no longer kept, a portion at a time, and tells of endpoints that fail. */
export function createSweep(
  db: Database,
  documents: DocumentStore,
  log: Logger,
): (isStopped: () => boolean) => Promise<void> {
  return async (isStopped) => {
    for (const statement of [deleteOldAnswers, deleteDeadLetters, ...deleteExpired]) {
      while (!isStopped() && (await db.query(statement)).length > 0);
    }
    for (const { id, url, day } of await disableFailing(db)) {
      const what = day === LAST_DAY ? 'the webhook endpoint was disabled' : 'a webhook endpoint fails';
      log.warn({ endpoint: id, host: new URL(url).host, days: day }, what);
    }
    // Last: it asks a store that may be far away.
    await deleteUnusedDocuments(db, documents, isStopped);
  };
}

/**
 * Idempotent answers are kept for 7 days, dead letters for 30, KYC documents that nobody submits for one; a look at them, and
 * at endpoints that fail, every minute.
 */
export function startRetention(
  db: Database,
  documents: DocumentStore,
  log: Logger,
  onError: (error: unknown) => void,
): Worker {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = createSweep(db, documents, log);
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep(() => stopped)).catch(onError);
  }, EVERY_MS);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}
