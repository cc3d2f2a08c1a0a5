import { actorOf, recordActs } from '../audit/record.ts';
import { openBook, release } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { emitEvents, subscribersOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { holdsOf, lockPayouts, type PayoutRow, updatePayouts } from './store.ts';
import { payoutEvent, renderPayout } from './view.ts';

/**
 * Cancels payouts of the caller's integration. If a payout waited for a second person, the cancellation goes to the
 * audit log.
 */
export async function cancelPayouts(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const results = await cancelPending(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const acts = results.flatMap((result, i) =>
    result instanceof Refusal || result.approval === null
      ? []
      : [{ ...actorOf(commands[i]!), action: 'payout.canceled', target: result.id }],
  );
  await recordActs(tx, acts);
  return results.map((result) => (result instanceof Refusal ? result : renderPayout(result)));
}

/**
 * Cancels payouts while nothing of them is paid: the row's lock decides between a cancellation and the worker that
 * would begin. The items are canceled with their payout and not written.
 */
export async function cancelPending(
  tx: Tx,
  wanted: readonly { readonly world: number; readonly id: string }[],
): Promise<(PayoutRow | Refusal)[]> {
  const byId = new Map((await lockPayouts(tx, wanted)).map((row) => [row.id, row]));
  const results = wanted.map(({ world, id }): PayoutRow | Refusal => {
    const row = byId.get(id);
    // Rows were locked for the whole batch: make sure this one is in the intended world.
    if (row?.world !== world) return new Refusal('not_found');
    if (row.status !== 'pending') return new Refusal('payout_not_cancelable', `The payout is already ${row.status}`);
    const next = { ...row, status: 'canceled' as const, updated_at: new Date(), version: row.version + 1 };
    byId.set(id, next);
    return next;
  });
  const canceled = results.filter((result): result is PayoutRow => !(result instanceof Refusal));
  if (canceled.length > 0) await endCanceled(tx, canceled);
  updatePayouts(tx, canceled, 'over');
  return results;
}

/** Releases the reservations of canceled payouts, whose rows are locked, and emits their events. */
export async function endCanceled(tx: Tx, payouts: readonly PayoutRow[]): Promise<void> {
  const [holds, accounts, subscribers] = await Promise.all([
    holdsOf(tx, payouts),
    lockWallets(
      tx,
      payouts.map((payout) => payout.wallet_id),
    ),
    subscribersOf(tx, payouts),
  ]);
  const book = openBook(accounts);
  const at = BigInt(Date.now()) * 1000n;
  for (const { wallet_id: wallet, source, remaining } of holds) {
    release(book, { wallet, source, amount: remaining, at });
  }
  writeBook(tx, book);
  emitEvents(
    tx,
    subscribers,
    payouts.map((row) => payoutEvent(row, 'payout.canceled', 'pending')),
  );
}
