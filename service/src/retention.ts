import type { Logger } from 'pino';
import type { Database, Statement } from './db/database.ts';
import { deleteOldStatement as deleteOldAnswers } from './idempotency/store.ts';
import { disableFailing, LAST_DAY } from './webhooks/disable-failing.ts';
import type { Worker } from './workers/worker.ts';

const EVERY_MS = 60_000;

/** Drops the partitions of deliveries whose time is over, and makes those of the weeks to come. */
const rotateDeliveries: Statement = {
  name: 'retention_deliveries',
  text: 'SELECT rotate_deliveries() AS dropped',
};

/** What one minute's look does: deletes what is no longer kept, a portion at a time, and tells of endpoints that fail. */
export function createSweep(db: Database, log: Logger): (isStopped: () => boolean) => Promise<void> {
  return async (isStopped) => {
    await db.query(rotateDeliveries);
    while (!isStopped() && (await db.query(deleteOldAnswers)).length > 0);
    for (const { id, url, day } of await disableFailing(db)) {
      const what = day === LAST_DAY ? 'the webhook endpoint was disabled' : 'a webhook endpoint fails';
      log.warn({ endpoint: id, host: new URL(url).host, days: day }, what);
    }
  };
}

/** Idempotent answers are kept for 7 days, dead letters for 30; a look at them, and at endpoints that fail, every minute. */
export function startRetention(db: Database, log: Logger, onError: (error: unknown) => void): Worker {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = createSweep(db, log);
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
