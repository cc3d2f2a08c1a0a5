import { actorOf, recordActs } from '../audit/record.ts';
import type { Command } from '../command.ts';
import { openBook, release } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { Refusal } from '../refusal.ts';
import { holdsOf, lockPayouts, type PayoutRow, updatePayouts } from './store.ts';
import { renderPayout } from './view.ts';

/**
 * Cancels payouts while nothing of them is paid: the lock of the row decides between a cancellation and the worker that would
 * begin. The items are canceled with their payout, untouched.
 */
export async function cancelPayouts(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const rows = await lockPayouts(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const canceled: PayoutRow[] = [];
  const results = commands.map(({ caller, input }): string | Refusal => {
    const row = byId.get(input.id);
    // Of a batch, some other command may have brought it: it is looked for in the caller's own world.
    if (row?.world !== caller.world) return new Refusal('not_found');
    if (row.status !== 'pending') return new Refusal('payout_not_cancelable', `The payout is ${row.status} already`);
    const next = {
      ...row,
      status: 'canceled' as const,
      updated_at: new Date(),
      version: row.version + 1,
    };
    byId.set(row.id, next);
    canceled.push(next);
    return renderPayout(next);
  });
  if (canceled.length > 0) await releaseShares(tx, canceled);
  updatePayouts(tx, canceled, 'over');
  const ended = new Set(canceled.filter((row) => row.approval !== null).map((row) => row.id));
  // The first command of a payout is the one that canceled it.
  const acts = commands
    .filter(({ input }) => ended.delete(input.id))
    .map((command) => ({ ...actorOf(command), action: 'payout.canceled', target: command.input.id }));
  await recordActs(tx, acts);
  return results;
}

/** Gives back what is still reserved for payouts that are locked. */
export async function releaseShares(tx: Tx, payouts: readonly PayoutRow[]): Promise<void> {
  const [holds, accounts] = await Promise.all([
    holdsOf(tx, payouts),
    lockWallets(
      tx,
      payouts.map((payout) => payout.wallet_id),
    ),
  ]);
  const book = openBook(accounts);
  const at = BigInt(Date.now()) * 1000n;
  for (const { wallet_id: wallet, source, remaining } of holds) {
    release(book, { wallet, source, amount: remaining, at });
  }
  writeBook(tx, book);
}
