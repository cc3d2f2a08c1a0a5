import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isLocked, isStatementError } from '../db/failure.ts';
import { transaction } from '../db/transaction.ts';
import type { StoredAnswer } from '../idempotency/store.ts';
import type { Command } from '../kernel/command.ts';
import { createLedgerTurn } from './ledger-turn.ts';
import {
  type BulkInput,
  type BulkItem,
  type BulkSort,
  Changed,
  type Committed,
  KeyAnswered,
  writePortion,
} from './portion.ts';
import { type BulkRow, selectBulk } from './store.ts';

/** The same as single requests have (`idempotency/once.ts`). */
const LOCK_MS = 80;
const BACKOFF_MS = 10;
/** A portion is tried for this long. */
const PATIENCE_MS = 5_000;

export type PortionOptions = {
  readonly db: Database;
  /** Called after each transaction. */
  readonly onPortion: (world: number, items: number, ms: number) => void;
};

export type BulkCommand<Item> = Command<BulkInput<Item>>;

/** A portion is committed, or the key has an answer, or another request of the key carried out these items. */
export type PortionStep = Committed | { readonly answered: StoredAnswer } | { readonly moved: BulkRow };

/** Another transaction has the row, the key or the reference: a retry finds an answer. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Changed ||
  isLocked(error) ||
  (isStatementError(error) && ['23505', '40001'].includes(error.code ?? ''));

/** Runs the transaction of a portion, again after a conflict. */
export function createPortions({ db, onPortion }: PortionOptions) {
  const turnOf = new Map([true, false].map((livemode) => [livemode, createLedgerTurn()]));
  return async <Item extends BulkItem>(
    sort: BulkSort<Item>,
    command: BulkCommand<Item>,
    before: BulkRow | null,
    items: readonly Item[],
  ): Promise<PortionStep> => {
    const { caller, input } = command;
    const turn = turnOf.get(caller.livemode)!;
    const portion = { ...command, input: { ...input, items } };
    const end = performance.now() + PATIENCE_MS;
    for (let careful = false; ; careful = true) {
      const mine = turn.of();
      const began = performance.now();
      try {
        return await transaction(
          db,
          (tx) => writePortion(tx, sort, portion, before, input.items.length, { careful, enter: mine.enter }),
          { claim: { by: 'batch', livemode: caller.livemode }, lockTimeoutMs: LOCK_MS },
        );
      } catch (error) {
        if (error instanceof KeyAnswered) return { answered: error.answer };
        if (!isTransient(error) || performance.now() > end) throw error;
      } finally {
        mine.leave();
        onPortion(caller.world, items.length, performance.now() - began);
      }
      const now = before && (await selectBulk(db, caller.world, before.id, sort.kind));
      if (now && now.done !== before.done) return { moved: now };
      if (careful) await sleep(BACKOFF_MS * (0.5 + Math.random()));
    }
  };
}
