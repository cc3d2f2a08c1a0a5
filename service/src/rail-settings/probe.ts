import type { Database } from '../db/database.ts';
import { type BuildOptions, connectRail } from '../rails/build-rail.ts';
import { hideSecrets } from '../rails/credentials.ts';
import type { Registry } from '../rails/registry.ts';
import { toRailRow } from '../rails/store.ts';
import { resumeAfterProbe } from './pause-by-service.ts';
import { claimProbes, forgetProbes, type RailRecord, reopenRails } from './store.ts';
import { unknownPayment } from './unknown-payment.ts';

const LOOK_MS = 2_000;

type OnError = (error: unknown, slug: string | null) => void;

/**
 * Tries to resume the rails that the service paused, and reopens closed ones at their time. Each attempt is made by one
 * node. @returns how to stop
 */
export function startProbing(options: BuildOptions, registry: Registry, onError: OnError): () => Promise<void> {
  const { db } = options;
  let working: Promise<unknown> = Promise.resolve();
  let isWorking = false;
  const look = async () => {
    // Most deployments have no paused rail, and many have no rail at all.
    if (!registry.names().some((name) => registry.row(name))) return;
    await db.query(reopenRails);
    await db.query(forgetProbes);
    // Together: a provider that hangs does not delay the others.
    const records = await db.query<RailRecord>(claimProbes);
    await Promise.all(records.map((record) => probe(db, record, options, onError)));
  };
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    working = look()
      .catch((error) => onError(error, null))
      .finally(() => {
        isWorking = false;
      });
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await working;
  };
}

/**
 * Asks for the balance and for an unknown payment, with a connection of its own and so with fresh tokens. A rail whose
 * provider has neither is resumed: if the credentials are still refused, it is paused again, for longer.
 */
async function probe(db: Database, record: RailRecord, options: BuildOptions, onError: OnError): Promise<void> {
  const { slug, credentials } = record;
  try {
    const { rail, ...connected } = connectRail({ row: toRailRow(record), credentials: credentials! }, options);
    try {
      await rail.balance?.();
      const answer = await rail.check?.(unknownPayment(record));
      if (answer?.state === 'not_taken') throw new Error(answer.why ?? answer.state);
    } catch (error) {
      throw new Error(hideSecrets((error as Error).message, connected.credentials));
    } finally {
      connected.close().catch(() => {});
    }
    await resumeAfterProbe(db, record);
  } catch (error) {
    onError(error, slug);
  }
}
