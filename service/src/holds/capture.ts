import { type captureHold, MOST_CAPTURES } from '../../../contract/src/holds.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { heldOf, splitCapture } from '../core/hold.ts';
import { type Book, openBook } from '../core/ledger.ts';
import { toMinor } from '../core/money.ts';
import type { Tx } from '../db/transaction.ts';
import { type EventDraft, openEvents, requestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { checkHolder } from './check-open.ts';
import { findReceivers, type NamedReceiver } from './find-receivers.ts';
import { payCapture } from './pay-capture.ts';
import { type HoldRow, lockHolds, updateHolds } from './store.ts';
import { holdEvent, renderHold } from './view.ts';

type CaptureCommand = Command<InputOf<typeof captureHold>>;

/**
 * Pays held money to its receivers, in the order of arrival, each capture with its own answer. Captures of one hold in
 * one batch follow each other.
 * @returns for each the serialised Hold, or the refusal
 */
export async function captureHolds(tx: Tx, commands: CaptureCommand[]): Promise<(string | Refusal)[]> {
  const wanted = commands.map(({ caller, input }) => ({ world: caller.world, id: input.id }));
  const [holds, events] = await Promise.all([lockHolds(tx, wanted), openEvents(tx, wanted)]);
  const namedOf = new Map(commands.map((command) => [command, namedBy(command, holdOf(command))]));
  function holdOf({ caller, input }: CaptureCommand): HoldRow | undefined {
    return holds.rowOf(caller.world, input.id);
  }
  const receiverOf = await findReceivers(
    tx,
    [...namedOf.values()].filter((named) => named !== null),
  );
  const receivers = commands.map((command): string | Refusal => {
    const hold = holdOf(command);
    if (!hold) return new Refusal('not_found');
    return checkReceiver(command, hold, namedOf.get(command)!, receiverOf);
  });
  const paying = holds.rows.map(({ wallet_id }) => wallet_id);
  const paid = receivers.filter((to) => typeof to === 'string');
  const book = openBook(await lockWallets(tx, [...paying, ...paid]));
  const now = new Date();

  const changed = new Map<string, HoldRow>();
  const drafts: EventDraft[] = [];
  const results = commands.map((command, i): string | Refusal => {
    const to = receivers[i]!;
    if (to instanceof Refusal) return to;
    const before = holdOf(command)!;
    const next = capture(book, before, command, to, now);
    if (next instanceof Refusal) return next;
    holds.replace(next);
    changed.set(next.id, next);
    drafts.push(holdEvent('hold.captured', next, { before, request: requestOf(command) }));
    return renderHold(next);
  });

  writeBook(tx, book);
  updateHolds(tx, [...changed.values()]);
  events.emit(drafts);
  return results;
}

function namedBy({ caller, input }: CaptureCommand, hold: HoldRow | undefined): NamedReceiver | null {
  const to = hold?.to_wallet ?? input.to;
  return hold && to !== undefined ? { to, currency: hold.currency, livemode: caller.livemode } : null;
}

function checkReceiver(
  { input }: CaptureCommand,
  hold: HoldRow,
  named: NamedReceiver | null,
  receiverOf: (named: NamedReceiver) => { readonly id: string } | Refusal,
): string | Refusal {
  if (hold.to_wallet !== null && input.to !== undefined) return invalidField('to', 'fixed_by_hold');
  if (named === null) return invalidField('to', 'required');
  const to = receiverOf(named);
  if (to instanceof Refusal) return to;
  if (to.id !== hold.wallet_id) return to.id;
  return new Refusal('same_wallet', `Wallet ${to.id} is the wallet that pays`, { param: 'to' });
}

/** Moves the money of one capture. A refusal leaves the book unchanged. */
function capture(book: Book, hold: HoldRow, { input }: CaptureCommand, to: string, now: Date): HoldRow | Refusal {
  const over = checkHolder(hold, now);
  if (over) return over;
  if (hold.captures.length >= MOST_CAPTURES) return new Refusal('too_many_captures');
  const amount = input.amount === undefined ? undefined : toMinor(input.amount);
  const parts = splitCapture(hold, { amount, final: input.final ?? false });
  if (parts === null) {
    const remaining = heldOf(hold);
    const message = `Only ${remaining} is still held`;
    return new Refusal('capture_exceeds_remaining', message, { param: 'amount', facts: { remaining } });
  }
  return payCapture(book, hold, parts, to, now);
}
