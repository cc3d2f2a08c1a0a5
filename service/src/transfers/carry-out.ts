import { setImmediate as turn } from 'node:timers/promises';
import { type BulkInput, Changed, type ItemOutcome, type PortionHow } from '../bulk/portion.ts';
import { type Book, type LockedWallet, openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import { type References, takenReferences, yieldsToTaken } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { lockWallets, readWallets, writeBook } from '../ledger/store.ts';
import type { TransferInput } from './decide.ts';
import { decide, toRow } from './decide.ts';
import { checkEnds, type Ends, findEnds, namedEnds, namesBothEnds } from './ends.ts';
import { insertTransfers } from './store.ts';
import { renderTransfer, viewTransfer } from './view.ts';

type TransferCommand = Command<TransferInput>;
export type Plan = {
  readonly commands: readonly TransferCommand[];
  readonly ends: readonly Ends[];
  readonly ids: readonly string[];
  readonly references: References;
};

/** Items to prepare before other requests get a turn: about 3 ms. */
const PORTION = 250;

/**
 * Moves the money of many items in one transaction.
 *
 * The first try decides on wallets that are not locked, and writes the transfers and events. Then it locks the wallets
 * and decides again: if an item has another outcome now, the transaction is rolled back. A careful try locks first. The
 * locks are so held for half of the time. References are not looked up before a unique index refuses one.
 */
export async function carryOutTransfers(
  tx: Tx,
  command: Command<BulkInput<TransferInput>>,
  { careful, begun, events, enter }: PortionHow,
): Promise<ItemOutcome[]> {
  const { caller, requestId, idempotency } = command;
  const commands = command.input.items.map((input) => ({ caller, input, requestId, idempotency }));
  const [ends, references] = await Promise.all([
    commands.every(namesBothEnds) ? commands.map(namedEnds) : findEnds(tx, commands),
    takenReferences(tx, 'transfers', commands, { which: careful ? 'all' : 'old' }),
    begun,
  ]);
  const wallets = new Set(ends.flatMap(({ from, to }) => [from, to]).filter((wallet) => wallet !== null));
  const plan: Plan = { commands, ends, references, ids: commands.map(() => newId('trf')) };
  // In parts, so that the database works on one while the next is prepared, and other requests get a turn.
  const write = async (refusals: readonly (Refusal | null)[]) => {
    const { world, livemode } = caller;
    const at = new Date();
    const common = { world, livemode, type: 'transfer.succeeded' as const, at, request: requestOf(command) };
    const opened = await events;
    const good = commands.flatMap((_, i) => (refusals[i] === null ? [i] : []));
    for (let from = 0; from < good.length; from += PORTION) {
      if (from > 0) await turn();
      const rows = good.slice(from, from + PORTION).map((i) => toRow(commands[i]!, ends[i]!, plan.ids[i]!, at));
      insertTransfers(tx, rows);
      opened.emit(rows.map((row) => ({ ...common, object: renderTransfer(viewTransfer(row)) })));
    }
  };

  const first = careful ? null : decideAll(plan, await readWallets(tx, wallets)).refusals;
  if (first && !stops(command, first)) await write(first);
  await enter();
  const { book, refusals } = decideAll(plan, await lockWallets(tx, wallets));
  if (first?.some((refusal, i) => (refusal === null) !== (refusals[i] === null))) throw new Changed();
  if (!stops(command, refusals)) {
    if (!first) await write(refusals);
    // In the order of the first index, so that neighbours go to the same page.
    book.postings.sort((a, b) => (a.debit.wallet < b.debit.wallet ? -1 : a.debit.wallet > b.debit.wallet ? 1 : 0));
    writeBook(tx, book);
  }
  return outcomesOf(tx, plan, refusals);
}

/** Whether the whole request is refused, so that nothing is written for it. */
const stops = ({ input }: Command<BulkInput<unknown>>, refusals: readonly (Refusal | null)[]) =>
  input.mode === 'all_or_nothing' && refusals.some((refusal) => refusal !== null);

/** Decides all items in their order, in one book. */
export function decideAll(plan: Plan, accounts: readonly LockedWallet[]): { book: Book; refusals: (Refusal | null)[] } {
  const book = openBook(accounts);
  const now = BigInt(Date.now()) * 1000n;
  const { commands, ends, ids, references } = plan;
  const refusals = commands.map(
    (command, i) =>
      checkEnds(book, command, ends[i]!) ?? references.check(command) ?? decide(book, command, ends[i]!, ids[i]!, now),
  );
  return { book, refusals };
}

/**
 * A failed item whose reference is used says so, whatever else is wrong. While it waited for the wallets, another
 * request may have used its reference and the money, and a client that reads "insufficient funds" pays again.
 */
async function outcomesOf(
  tx: Tx,
  { commands, ids }: Plan,
  refusals: readonly (Refusal | null)[],
): Promise<ItemOutcome[]> {
  const isUnsure = (refusal: Refusal | null | undefined) => refusal != null && yieldsToTaken(refusal);
  const unsure = commands.filter((_, i) => isUnsure(refusals[i]));
  const references = unsure.length > 0 ? await takenReferences(tx, 'transfers', unsure) : null;
  return commands.map((command, i) => {
    const refusal = refusals[i]!;
    if (refusal === null) return ids[i]!;
    const taken = isUnsure(refusal) ? references!.check(command) : null;
    return { refusal: taken ?? refusal, record: taken ? references!.holderOf(command) : undefined };
  });
}
