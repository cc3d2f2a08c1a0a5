import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartupError } from '../config/startup-error.ts';
import { answerMetrics, type Place } from './processes-metrics.ts';

/** The pause before a restart, so that a process that keeps failing does not take the cores from the others. */
const AGAIN_AFTER_MS = 1_000;

export type Serving = {
  /** The port, once the service listens. Rejects with StartupError. */
  readonly port: Promise<number>;
  /** Finishes work in progress. */
  stop(): Promise<void>;
};

export type ForkOptions = {
  readonly count: number;
  /** The service's login at the database, which this process has migrated (and started, if it is the embedded one). */
  readonly databaseUrl: string;
  readonly log: Logger;
};

/**
 * Starts this program `count` times as nodes that accept connections at one port, which this process holds. This
 * process does no other work.
 * A node that ends is started again; all nodes end with this process.
 */
export function forkProcesses({ count, databaseUrl, log }: ForkOptions): Serving {
  const running = new Set<Worker>();
  let stopping = false;
  const start = (place: Place): Worker => {
    // The first process has read the files of both URLs.
    const files = { DATABASE_URL_FILE: '', DATABASE_OWNER_URL_FILE: '' };
    const worker = cluster.fork({ ...place, ...files, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: '' });
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    return worker;
  };
  const keep = (worker: Worker, place: Place) =>
    worker.once('exit', async (code, signal) => {
      if (stopping) return;
      log.error({ pid: worker.process.pid, code, signal }, 'a process ended; another one replaces it');
      await sleep(AGAIN_AFTER_MS);
      if (!stopping) keep(start(place), place);
    });
  const open = async (number: number): Promise<number> => {
    const place = { PROCESS: String(number) };
    const worker = start(place);
    const port = await portOf(worker);
    keep(worker, place);
    return port;
  };
  // Each process accepts connections itself. With Node's round robin (`handoff`), connections for a process that was
  // just killed would stay open and unanswered. With `reusePort` a second service could take the same port.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  answerMetrics();
  return {
    port: Promise.all(Array.from({ length: count }, (_, i) => open(i + 1))).then(([port]) => port!),
    stop: async () => {
      stopping = true;
      await Promise.all([...running].map(end));
    },
  };
}

async function portOf(worker: Worker): Promise<number> {
  const controller = new AbortController();
  const { signal } = controller;
  try {
    return await Promise.race([
      once(worker, 'listening', { signal }).then(([{ port }]) => port as number),
      once(worker, 'exit', { signal }).then(() => {
        throw new StartupError('a process did not start; its own message has the reason');
      }),
    ]);
  } finally {
    controller.abort();
  }
}

async function end(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
