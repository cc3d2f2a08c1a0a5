import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { singleFlight } from './single-flight.ts';
import type { Statement } from './statement.ts';

/** The maximum age of figures in /metrics. Scrapes do not query the database. */
const EVERY_MS = 15_000;
/** The first scrape waits this long for the first figures. */
const FIRST_MS = 3_000;

export type ReadEvery<Row> = {
  /** The rows of the last poll; null if it failed. */
  known(): Promise<readonly Row[] | null>;
  stop(): void;
};

/** Runs a statement at regular intervals, however often its rows are read. `values` gives its parameters each time. */
export function readEvery<Row>(
  db: Database,
  statement: Statement,
  everyMs = EVERY_MS,
  values: () => readonly unknown[] = () => [],
): ReadEvery<Row> {
  let rows: readonly Row[] | null = null;
  const poll = singleFlight(async () => {
    rows = await db.query<Row>(statement, values()).catch(() => null);
  });
  const first = poll();
  const timer = setInterval(poll, everyMs).unref();
  return {
    known: async () => {
      if (!rows) await Promise.race([first, sleep(FIRST_MS, null, { ref: false })]);
      return rows;
    },
    stop: () => clearInterval(timer),
  };
}
