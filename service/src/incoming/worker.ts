import { openCases } from '../cases/open-cases.ts';
import type { Database } from '../db/database.ts';
import { settlePayments } from '../payments/settle.ts';
import type { Rails } from '../rails/rail.ts';
import type { Round } from '../workers/worker.ts';
import { closeInTime, confirmIncoming } from './confirm.ts';
import { postIncoming, type SettlePaid } from './post.ts';
import { releaseOwned } from './release-owned.ts';
import { confirmReceipts, type IncomingRow, markOwned, nextDueIncoming, selectIncoming, toIncoming } from './store.ts';

export type IncomingWorker = {
  readonly db: Database;
  readonly rails: Rails;
  /** Money that the provider's list does not show for this long becomes a case. */
  readonly unknownMs: number;
  readonly onError: (error: unknown) => void;
  readonly onCase: (opened: { readonly case: string; readonly rail: string }) => void;
};

/** A rail's list is read again after this part of the age of its newest money, within these bounds. */
const PART = 0.25;
const SOONEST_MS = 2_000;
const LATEST_MS = 600_000;
const RELEASE_MS = 30_000;

/** Confirms, matches and posts money that nobody asked for. A failure of one rail leaves the others alone. */
export function createIncomingWorker(options: IncomingWorker) {
  const { db, onError } = options;
  /** By rail: when its list is read again, on the monotonic clock. */
  const nextRead = new Map<string, number>();
  let nextRelease = 0;

  const workOn = async (rail: string, rows: readonly IncomingRow[]): Promise<number> => {
    // Daraja reports each prompt's payment here too.
    const owned = await markOwned(db, rows);
    const left = rows.filter(({ receipt }) => !owned.has(receipt));
    const unconfirmed = left.filter(({ status }) => status === 'new');
    const confirmed = left.filter(({ status }) => status === 'confirmed');
    if (unconfirmed.length > 0 && performance.now() >= (nextRead.get(rail) ?? 0)) {
      nextRead.set(rail, performance.now() + pauseOf(unconfirmed));
      const receipts = await confirm(options, rail, unconfirmed);
      confirmed.push(...unconfirmed.filter(({ receipt }) => receipts.has(receipt)));
      await openOverdue(
        options,
        unconfirmed.filter(({ receipt }) => !receipts.has(receipt)),
      );
    }
    for (const row of confirmed) await post(options, row);
    return owned.size + confirmed.length;
  };

  return async (): Promise<Round> => {
    const rows = await db.query<IncomingRow>(selectIncoming);
    let done = 0;
    for (const [rail, mine] of Map.groupBy(rows, (row) => row.rail)) {
      try {
        done += await workOn(rail, mine);
      } catch (error) {
        onError(error);
      }
    }
    for (const rail of nextRead.keys()) if (!rows.some((row) => row.rail === rail)) nextRead.delete(rail);
    if (performance.now() >= nextRelease) {
      nextRelease = performance.now() + RELEASE_MS;
      await releaseOwned(db);
    }
    if (done > 0) return { done, nextDueMs: null };
    const reads = [...nextRead.values()].map((at) => Math.max(at - performance.now(), 0));
    const [next] = await db.query<{ ms: number | null }>(nextDueIncoming);
    const waits = [...reads, ...(next?.ms == null ? [] : [next.ms])];
    return { done, nextDueMs: waits.length > 0 ? Math.min(...waits) : null };
  };
}

function pauseOf(rows: readonly IncomingRow[]): number {
  const newest = Math.max(...rows.map(({ at }) => at.getTime()));
  return Math.min(Math.max((Date.now() - newest) * PART, SOONEST_MS), LATEST_MS);
}

/** If the list cannot be read for some money, older money waits for the next round. */
async function confirm({ db, rails, onError }: IncomingWorker, name: string, rows: readonly IncomingRow[]) {
  const confirmed = new Set<string>();
  const rail = rails.get(name);
  if (!rail) return confirmed;
  try {
    for (const portion of closeInTime(rows.map(toIncoming))) {
      const receipts = await confirmIncoming(rail, portion);
      if (receipts.size > 0) await confirmReceipts(db, name, [...receipts]);
      for (const receipt of receipts) confirmed.add(receipt);
    }
  } catch (error) {
    onError(error);
  }
  return confirmed;
}

async function post({ db, rails, onError, onCase }: IncomingWorker, row: IncomingRow): Promise<void> {
  const config = rails.row(row.rail);
  if (!config) return;
  const settlePaid: SettlePaid = async (payment, { receipt, amount, currency }) => {
    const received = { amount, currency, payer: null };
    await settlePayments(
      db,
      [{ job: payment, answer: { state: 'succeeded', railReference: receipt, received } }],
      onError,
    );
  };
  const opened = await postIncoming(db, config, row, settlePaid);
  if (opened) onCase({ case: opened, rail: row.rail });
}

/** Money that the provider reported and never listed is not posted: a person looks at it. */
async function openOverdue({ db, rails, unknownMs }: IncomingWorker, rows: readonly IncomingRow[]): Promise<void> {
  const overdue = rows.filter(({ at }) => Date.now() - at.getTime() > unknownMs);
  await openCases(
    db,
    overdue.map(({ rail, receipt, amount, currency, at, payer, account_text }) => ({
      kind: 'unknown_too_long' as const,
      ...{ rail, record: receipt, world: null, livemode: rails.row(rail)?.livemode ?? false, amount, currency },
      facts: { what: 'incoming', at, payer, account_text },
    })),
  );
}
