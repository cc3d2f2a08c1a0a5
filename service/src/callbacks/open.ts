import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { ContextSource } from '../rails/context.ts';
import type { Rails } from '../rails/rail.ts';
import type { Callback } from './callback.ts';
import { commitCallbacks } from './commit.ts';
import { openContext } from './context.ts';
import { createKeep } from './keep.ts';
import { createRailLimit } from './limit-rate.ts';
import { createReceiver } from './receive.ts';
import { registerCallbacks } from './register.ts';
import { registerReturned } from './returned.ts';
import { openSpool } from './spool.ts';
import { watchCallbacks } from './watch.ts';

export type CallbacksOptions = {
  readonly db: Database;
  readonly rails: Rails;
  /** Derived from SECRET_KEY. */
  readonly key: Buffer;
  /** The public base address for callbacks; null if the deployment has none. */
  readonly base: string | null;
  readonly docBase: string;
  readonly dataDir: string;
  readonly registry: Registry;
  /** For tests: how often the figures for /metrics are read. */
  readonly figuresEveryMs?: number | undefined;
  readonly log: Logger;
};

export type Callbacks = {
  /** Mounts the callback addresses, and the page to which payers return. */
  register(app: FastifyInstance): void;
  readonly contextOf: ContextSource;
  stop(): Promise<void>;
};

/** Callbacks of rails on this node: received, committed, and given to the next check of their records. */
export function openCallbacks(options: CallbacksOptions): Callbacks {
  const { db, rails, key, base, docBase, dataDir, registry, log } = options;
  const onError = (error: unknown) => log.error({ err: error }, 'a callback could not be written to the database');
  const commit = (callbacks: readonly Callback[]) => commitCallbacks(db, callbacks);
  const metrics = watchCallbacks(db, rails, registry, options.figuresEveryMs);
  const spool = openSpool({ directory: join(dataDir, 'callbacks'), commit, onError });
  const { onArrived, onKept } = metrics;
  const keep = createKeep({ commit, spool, onKept, onError });
  const receive = createReceiver({ key, rails, keep, mayTake: createRailLimit(), onArrived, onError });
  // Callbacks that an earlier process left on the disk.
  spool.drain();
  return {
    register: (app) => {
      registerCallbacks(app, { receive, base, docBase });
      registerReturned(app);
    },
    contextOf: openContext({ db, rails, base, key }),
    stop: async () => {
      metrics.stop();
      await spool.stop();
    },
  };
}
