import { closeFor } from '../cases/close-for.ts';
import { openCases } from '../cases/open-cases.ts';
import type { Database } from '../db/database.ts';
import type { Rail, Rails } from '../rails/rail.ts';
import type { RailRow } from '../rails/rail-row.ts';
import type { Round } from '../workers/worker.ts';
import { claimFloat, type FloatRow, keepFailed, keepMeasured } from './store.ts';

/** How often a float is measured. Providers publish no limit for balance queries; they are slow at some of them. */
export const MEASURE_MS = 180_000;

export type FloatWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  /** Called once, when a float falls below its minimum. */
  readonly onLow: (float: { readonly rail: string; readonly available: bigint; readonly minimum: bigint }) => void;
  readonly everyMs?: number;
};

/** Measures the float of each configured rail. A rail that fails or hangs leaves the others alone. */
export function createFloatWorker(options: FloatWorker) {
  const { db, rails, onError, everyMs = MEASURE_MS } = options;
  /** By rail, on the monotonic clock. */
  const nextAt = new Map<string, number>();
  return async (): Promise<Round> => {
    const due = rails.names().flatMap((name) => {
      const [rail, row] = [rails.get(name), rails.row(name)];
      return rail?.balance && row && performance.now() >= (nextAt.get(name) ?? 0) ? [{ rail, row }] : [];
    });
    await Promise.all(
      due.map(async ({ rail, row }) => {
        nextAt.set(row.slug, performance.now() + everyMs);
        try {
          if (await claimFloat(db, row, everyMs / 1_000)) await measure(options, rail, row);
        } catch (error) {
          onError(error);
        }
      }),
    );
    return { done: 0, nextDueMs: everyMs };
  };
}

async function measure(options: FloatWorker, rail: Rail, row: RailRow): Promise<void> {
  const { db } = options;
  let available: bigint | undefined;
  try {
    const balances = await rail.balance!();
    available = balances.find(({ currency }) => currency === row.currency)?.available;
    if (available === undefined) throw new Error(`no balance in ${row.currency}`);
  } catch (error) {
    await keepFailed(db, row.slug, (error as Error).message.slice(0, 200));
    throw new Error(`the float of ${row.slug} could not be measured`, { cause: error });
  }
  await compare(options, row, await keepMeasured(db, row.slug, available));
}

/** Opens a case below the minimum, and closes it when the float is above it again. */
async function compare({ db, onLow }: FloatWorker, row: RailRow, float: FloatRow): Promise<void> {
  const { slug: rail, livemode, currency, floatMinimum: minimum } = row;
  const available = float.available!;
  if (minimum === null || available >= minimum) {
    const resolution = `The float is ${available} ${currency} again.`;
    await closeFor(db, { kind: 'low_float', rail, record: null }, resolution);
    return;
  }
  const amount = available > 0n ? available : null;
  const facts = { available: Number(available), minimum: Number(minimum) };
  const draft = { kind: 'low_float', rail, record: null, world: null, livemode, amount, currency, facts } as const;
  if ((await openCases(db, [draft])).length > 0) onLow({ rail, available, minimum });
}
