import type { decideHold } from '../../../../contract/src/escrows.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import { closeFor } from '../../cases/close-for.ts';
import { type CaseDraft, openCases } from '../../cases/open-cases.ts';
import { agreedOn, decideAs, isDisputed } from '../../core/escrow.ts';
import { heldOf } from '../../core/hold.ts';
import { type Book, openBook } from '../../core/ledger.ts';
import type { Tx } from '../../db/transaction.ts';
import { type EventDraft, openEvents } from '../../events/emit.ts';
import type { Command } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { lockWallets, writeBook } from '../../ledger/store.ts';
import { changedHold, checkOpen } from '../check-open.ts';
import { payCapture } from '../pay-capture.ts';
import { returnHeld } from '../return-held.ts';
import { type HoldRow, lockHolds, updateHolds } from '../store.ts';
import { holdEvent } from '../view.ts';
import { selectDecided } from './store.ts';
import { renderEscrow } from './view.ts';

type DecideCommand = Command<InputOf<typeof decideHold>>;

/**
 * Keeps the decisions of deciders, in the order of arrival. The second equal decision moves the money in the same
 * transaction. A decider is the owner of a wallet, so the hold is mostly in another world than the caller.
 * @returns for each the serialised Escrow, or the refusal
 */
export async function decideHolds(tx: Tx, commands: DecideCommand[]): Promise<(string | Refusal)[]> {
  const found = await selectDecided(
    tx,
    commands.map(({ caller, input }) => ({ owner_id: caller.owner.id, livemode: caller.livemode, id: input.id })),
  );
  const decidedBy = ({ caller, input }: DecideCommand) =>
    found.find(({ owner_id, id }) => owner_id === caller.owner.id && id === input.id);
  const [holds, events] = await Promise.all([lockHolds(tx, found), openEvents(tx, found)]);
  const wallets = holds.rows.flatMap(({ wallet_id, to_wallet }) => [wallet_id, to_wallet!]);
  const book = openBook(await lockWallets(tx, wallets));
  const now = new Date();

  const changed = new Map<string, HoldRow>();
  const drafts: EventDraft[] = [];
  const results = commands.map((command): string | Refusal => {
    const key = decidedBy(command);
    const before = key && holds.rowOf(key.world, key.id);
    if (!before) return new Refusal('not_found', 'You decide no escrow with this id');
    const next = decide(book, before, command, now);
    if (next instanceof Refusal) return next;
    if (next !== before) {
      holds.replace(next);
      changed.set(next.id, next);
      drafts.push(...eventsOf(before, next));
    }
    const to_owner = book.accounts.get(next.to_wallet!)?.ownerId ?? null;
    return renderEscrow({ ...next, merchant_name: key.merchant_name, to_owner }, command.caller.owner.id);
  });

  writeBook(tx, book);
  updateHolds(tx, [...changed.values()]);
  events.emit(drafts);
  await followDisputes(tx, holds.rows, changed);
  return results;
}

/** @returns the same row if the caller has decided so before */
function decide(book: Book, hold: HoldRow, { caller, input }: DecideCommand, now: Date): HoldRow | Refusal {
  const escrow = decideAs(hold.escrow!, caller.owner.id, input.decision, now)!;
  if (escrow === hold.escrow) return hold;
  // A disagreement holds the money beyond its time.
  const over = hold.disputed ? null : checkOpen(hold, now);
  if (over) return over;
  const disputed = isDisputed(escrow);
  const decided = { ...hold, escrow, disputed };
  const agreed = agreedOn(escrow);
  if (agreed === 'release') {
    const to = hold.to_wallet!;
    // An idle test merchant may have been deleted with its wallets.
    if (!book.accounts.has(to)) return new Refusal('recipient_not_found');
    return payCapture(book, decided, { paid: heldOf(hold), freed: 0n }, to, now);
  }
  if (agreed === 'return') return returnHeld(book, decided, 'released', now);
  return changedHold({ ...decided, due_at: disputed ? null : hold.due_at }, now);
}

/** The deciders' requests are not the merchant's, so the events have the request that created the hold. */
function eventsOf(before: HoldRow, next: HoldRow): EventDraft[] {
  const decided = holdEvent('hold.decided', next, { before });
  if (next.status === 'open') return [decided];
  return [decided, holdEvent(next.status === 'captured' ? 'hold.captured' : 'hold.released', next, { before })];
}

/** A disagreement opens a case for the operators, and the agreement closes it. */
async function followDisputes(
  tx: Tx,
  before: readonly HoldRow[],
  changed: ReadonlyMap<string, HoldRow>,
): Promise<void> {
  const opened: CaseDraft[] = [];
  for (const was of before) {
    const row = changed.get(was.id);
    if (!row || row.disputed === was.disputed) continue;
    if (row.disputed) opened.push(caseOf(row));
    else await closeFor(tx, caseOf(row), `The deciders agreed: the hold is ${row.status}.`);
  }
  await openCases(tx, opened);
}

const caseOf = ({ id: record, world, livemode, amount, currency, escrow, expires_at }: HoldRow): CaseDraft => ({
  kind: 'escrow_disagreement',
  rail: null,
  ...{ record, world, livemode, amount, currency },
  facts: {
    decisions: escrow!.map(({ wallet, decision, at }) => ({ wallet, decision, at })),
    expires_at: expires_at.toISOString(),
  },
});
