import { openBook } from '../core/ledger.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { settleEach } from '../workers/settle-each.ts';
import type { Round } from '../workers/worker.ts';
import { changedHold } from './check-open.ts';
import { returnHeld } from './return-held.ts';
import {
  type DueHold,
  type HoldRow,
  lockHolds,
  nextDueHold,
  putOffHold,
  selectDueHolds,
  updateHolds,
} from './store.ts';
import { holdEvent } from './view.ts';

/** Holds that are warned of or expire in one transaction. */
const PORTION = 200;

/** Ends due holds, or warns of their end. @returns those that changed */
export type EndHolds = (tx: Tx, due: readonly DueHold[]) => Promise<unknown[]>;

/** The hold of a payment has the payment's id. */
const isOwn = ({ id }: DueHold) => id.startsWith('hld_');

/** Reports holds that end soon, and gives back what is held at the end. */
export function createHoldWorker(
  db: Database,
  onError: (error: unknown) => void,
  endPayments: EndHolds,
): () => Promise<Round> {
  const settleWith = (end: EndHolds, due: DueHold[]) =>
    settleEach(
      due,
      (portion) => transaction(db, (tx) => end(tx, portion)),
      putOff,
      ({ world }) => world,
    );
  const putOff = async (error: unknown, { world, id }: DueHold) => {
    onError(error);
    await db.query(putOffHold, [world, id]).catch(onError);
  };
  return async () => {
    const due = await db.query<DueHold>(selectDueHolds, [PORTION]);
    if (due.length > 0) {
      const done = await settleWith(endOrWarn, due.filter(isOwn));
      const ended = await settleWith(
        endPayments,
        due.filter((one) => !isOwn(one)),
      );
      return { done: done.length + ended.length, nextDueMs: null };
    }
    const [next] = await db.query<{ ms: number | null }>(nextDueHold);
    return { done: 0, nextDueMs: next?.ms ?? null };
  };
}

/** The clock of the database says which are due. A hold that changed since the look is left out. */
export async function endOrWarn(tx: Tx, due: readonly DueHold[]): Promise<HoldRow[]> {
  const [holds, events] = await Promise.all([lockHolds(tx, due), openEvents(tx, due)]);
  const now = new Date();
  const isOver = new Map<HoldRow, boolean>();
  for (const { world, id, due_at, over } of due) {
    const row = holds.rowOf(world, id);
    if (row?.due_at?.getTime() === due_at.getTime()) isOver.set(row, over);
  }
  const rows = [...isOver.keys()];
  const ending = rows.filter((row) => isOver.get(row));
  const book = openBook(
    await lockWallets(
      tx,
      ending.map(({ wallet_id }) => wallet_id),
    ),
  );
  const changed = rows.map((row): HoldRow => {
    if (!isOver.get(row)) return changedHold({ ...row, warned: true, due_at: row.expires_at }, now);
    return returnHeld(book, row, 'expired', now);
  });
  writeBook(tx, book);
  updateHolds(tx, changed);
  events.emit(
    changed.map((row, i) =>
      row.status === 'open' ? holdEvent('hold.expiring', row) : holdEvent('hold.expired', row, { before: rows[i]! }),
    ),
  );
  return changed;
}
