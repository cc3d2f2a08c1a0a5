import type { Incoming, Rail, StatementRow } from '../rails/rail.ts';

/** Providers' clocks and time zones differ from ours. */
const MARGIN_MS = 3_600_000;
/** A statement with more pages is read from the next moment on at the next round. */
const MOST_PAGES = 50;

/**
 * Splits money into portions that are close in time, newest first. Money that the list never shows would otherwise make
 * each reading begin at its time: further back than the list goes, or more pages ago than one reading takes.
 */
export function closeInTime<Money extends { readonly at: Date }>(money: readonly Money[]): Money[][] {
  const portions: Money[][] = [];
  for (const one of money.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    const portion = portions.at(-1);
    if (portion && portion.at(-1)!.at.getTime() - one.at.getTime() <= 2 * MARGIN_MS) portion.push(one);
    else portions.push([one]);
  }
  return portions;
}

/**
 * Confirms money by the provider's own list, because a callback is no proof.
 * @returns the receipts that the list shows with the same amount and currency; empty if the rail has no list
 */
export async function confirmIncoming(rail: Rail, money: readonly Incoming[]): Promise<Set<string>> {
  const confirmed = new Set<string>();
  if (!rail.statement || money.length === 0) return confirmed;
  const waiting = new Map(money.map((one) => [one.receipt, one]));
  const times = money.map(({ at }) => at.getTime());
  const from = new Date(Math.min(...times) - MARGIN_MS);
  const to = new Date(Math.max(...times) + MARGIN_MS);
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES && waiting.size > 0; page++) {
    const read: { rows: StatementRow[]; cursor: string | null } = await rail.statement(from, to, cursor);
    for (const row of read.rows) {
      const one = waiting.get(row.operation);
      if (!one || !isSame(one, row)) continue;
      confirmed.add(one.receipt);
      waiting.delete(one.receipt);
    }
    cursor = read.cursor;
    if (cursor === null) break;
  }
  return confirmed;
}

const isSame = (one: Incoming, row: StatementRow) => row.amount === one.amount && row.currency === one.currency;
