import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { BuildOptions } from '../rails/build-rail.ts';
import type { Rail } from '../rails/rail.ts';
import { openRegistry, type RailFault, type Registry } from '../rails/registry.ts';
import { actOnFault } from './pause-by-service.ts';
import { startProbing } from './probe.ts';
import { releaseWaiting } from './release-waiting.ts';

export type RailsOptions = BuildOptions & {
  readonly builtIn: Readonly<Record<string, Rail>>;
  readonly log: Logger;
};

/** Many calls may report one fault at the same time. */
const SAME_FAULT_MS = 5_000;

/** Opens the registry, and acts on what the providers report: pauses, closes, probes and resumes rails. */
export function openRails(options: RailsOptions): Registry {
  const { db, log } = options;
  const failed = (error: unknown, slug: string | null) => log.error({ err: error, rail: slug }, 'a rail failed');
  const registry = openRegistry({
    ...options,
    onFault: createFaultHandler(db, log),
    onOpen: (slug) => {
      releaseWaiting(db, slug)
        .then(() => {
          for (const worker of ['payments', 'refunds', 'payout_items'] as const) db.node.wake(worker);
        })
        .catch((error) => failed(error, slug));
    },
    onError: failed,
  });
  const stopProbing = startProbing(options, registry, failed);
  return {
    ...registry,
    stop: async () => {
      await stopProbing();
      await registry.stop();
    },
  };
}

function createFaultHandler(db: Database, log: Logger): (fault: RailFault) => void {
  const handled = new Map<string, number>();
  return (found) => {
    const { row, fault, why } = found;
    const key = `${row.slug} ${fault}`;
    const now = performance.now();
    if (now - (handled.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_FAULT_MS) return;
    handled.set(key, now);
    actOnFault(db, found).then(
      (acted) => {
        if (acted) log.error({ rail: row.slug, fault, answer: why }, faultMessages[fault]);
      },
      (error) => {
        handled.delete(key);
        log.error({ err: error, rail: row.slug }, 'the fault of a rail could not be handled');
      },
    );
  };
}

const faultMessages: Readonly<Record<RailFault['fault'], string>> = {
  credentials: 'the provider refuses the credentials of a rail, which is now paused',
  setup: 'the provider refuses the account of a rail, which is now paused',
  float: 'the float of a rail is too low for a payout, which waits',
  closed: 'the provider of a rail is closed',
};
