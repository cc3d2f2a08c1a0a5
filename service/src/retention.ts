import type { Database, Statement } from './db/database.ts';
import { deleteOldStatement as deleteOldAnswers } from './idempotency/store.ts';
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

/** Deletes what is no longer kept (idempotent answers 7 days, dead letters 30), a portion a minute or until none is left. */
export function startRetention(db: Database, onError: (error: unknown) => void): Worker {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async () => {
    for (const statement of [deleteOldAnswers, deleteDeadLetters]) {
      while (!stopped && (await db.query(statement)).length > 0);
    }
  };
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(onError);
  }, EVERY_MS);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}
