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

/** What one minute's look does: removes what is no longer kept and tells of endpoints that fail. */
export function createSweep(db: Database, log: Logger): (isStopped: () => boolean) => Promise<void> {
  return async (isStopped) => {
    while (!isStopped() && (await db.query(deleteOldAnswers)).length > 0);
    for (const { id, url, day } of await disableFailing(db)) {
      const what = day === LAST_DAY ? 'the webhook endpoint was disabled' : 'a webhook endpoint fails';
      log.warn({ endpoint: id, host: new URL(url).host, days: day }, what);
    }
    // Last: where it cannot have its lock it throws, and the next look tries again.
    await db.query(rotateDeliveries);
  };
}

/** Idempotent answers are kept for 7 days, deliveries that are over for 30; a look at them, and at endpoints that fail, every minute. */
export function startRetention(db: Database, log: Logger, onError: (error: unknown) => void): Worker {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = createSweep(db, log);
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
