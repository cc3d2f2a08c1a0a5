import { eventExamples } from '../../contract/src/examples.ts';
import { newWebhookSecret } from '../../service/src/core/signature.ts';
import { type Database, openDatabase } from '../../service/src/db/database.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import { type EventDraft, eventsTo } from '../../service/src/events/emit.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import { sealSecret } from '../../service/src/kernel/seal.ts';
import { openSecrets } from '../../service/src/secrets/open.ts';
import { secretKeysOf } from '../../service/src/secrets/secret-keys.ts';
import { insertEndpoint } from '../../service/src/webhooks/store.ts';
import { WAKE_CHANNEL } from '../../service/src/workers/announce.ts';
import { randomFrom } from './random.ts';
import { query, SECRET_KEY, type World } from './world.ts';

/** Separate kinds, so that a probe's event reaches only the probe's endpoint. */
export const BULK = 'payment.succeeded';
export const PROBE = 'kyc.updated';
export const FRESH = 'refund.succeeded';
/** No endpoint subscribes to this kind. */
export const UNSUBSCRIBED = 'payout.completed';

const AT_ONCE = 500;

/** Adds endpoints to the bench's own world, without the API's limit on their number. @returns their ids */
export async function addEndpoints(world: World, urls: readonly string[], event: string): Promise<string[]> {
  const ids = urls.map(() => newId('wbk'));
  await withDatabase(world, async (db) => {
    const { encryptionKey } = await openSecrets(db, secretKeysOf([SECRET_KEY]));
    for (const [i, url] of urls.entries()) {
      const secret = sealSecret(
        newWebhookSecret((size) => Buffer.alloc(size, 7)),
        encryptionKey,
      );
      await db.query(insertEndpoint, [world.world, ids[i], url, [event], null, '{}', secret, null, []]);
    }
  });
  return ids;
}

/**
 * Writes `count` events with one delivery each, to the endpoints in turn, and commits them together. Then all are due,
 * and the service is notified.
 */
export async function addDue(world: World, endpoints: readonly string[], count: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const { object } = eventExamples[BULK].data;
  const draft = (): EventDraft => ({
    world: world.world,
    livemode: false,
    type: BULK,
    at: new Date(),
    object: JSON.stringify({ ...object, amount: 1 + Math.floor(random() * 1e6) }),
  });
  await withDatabase(world, (db) =>
    transaction(db, async (tx) => {
      for (const [i, id] of endpoints.entries()) {
        const events = eventsTo(tx, [{ world: world.world, id, events: [BULK], status: 'enabled' }]);
        let left = Math.floor(count / endpoints.length) + (i < count % endpoints.length ? 1 : 0);
        for (; left > 0; left -= AT_ONCE) {
          events.emit(Array.from({ length: Math.min(left, AT_ONCE) }, draft));
        }
      }
    }),
  );
  // Autovacuum would do this within a minute. Doing it now keeps every run independent of its timing.
  await query(world.url, 'VACUUM ANALYZE');
  await query(world.url, `SELECT pg_notify('${WAKE_CHANNEL}', '')`);
}

/** Waits until every attempt is recorded. @throws Error when one was sent twice, failed or is missing */
export async function verifyDelivered({ url }: World, count: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const [found] = await query<Record<'delivered' | 'attempts' | 'pending', number>>(url, countDelivered);
    if (found!.pending > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    if (found!.delivered === count && found!.attempts === count) return;
    throw new Error(`${count} deliveries must be sent once each, but the database has: ${JSON.stringify(found)}`);
  }
}

const countDelivered = `
  SELECT count(*) FILTER (WHERE status = 'succeeded' AND attempts_made = 1)::int AS delivered,
         count(*) FILTER (WHERE status = 'pending')::int AS pending,
         (SELECT count(*) FROM deliveries, unnest(attempts) a WHERE a ->> 'response_status' = '200')::int AS attempts
  FROM deliveries`;

async function withDatabase<T>({ url }: World, run: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 1 });
  try {
    return await run(db);
  } finally {
    await db.close();
  }
}
