import { type createHold, MOST_HOLD_DAYS } from '../../../contract/src/holds.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { warnAt } from '../core/hold.ts';
import { openBook, reserve } from '../core/ledger.ts';
import { toMinor } from '../core/money.ts';
import type { Tx } from '../db/transaction.ts';
import { type EventDraft, openEvents, requestOf, storedRequestOf } from '../events/emit.ts';
import { preferTaken, takenReferences } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { checkOwn, findOwnWallets } from '../wallets/find-own.ts';
import type { WalletRow } from '../wallets/store.ts';
import { SLOW_MS } from '../workers/poll-slowly.ts';
import { decidersNamedBy, findDeciders } from './escrow/find-deciders.ts';
import { insertDeciders } from './escrow/store.ts';
import { findReceivers, type NamedReceiver } from './find-receivers.ts';
import { type HoldRow, insertHolds } from './store.ts';
import { holdEvent, renderHold } from './view.ts';

type HoldCommand = Command<InputOf<typeof createHold>>;

const DAY_MS = 24 * 3_600_000;

/**
 * Reserves money on wallets of the callers, in the order of arrival, each hold with its own answer.
 * @returns for each the serialised Hold, or the refusal
 */
export async function createHolds(tx: Tx, commands: HoldCommand[]): Promise<(string | Refusal)[]> {
  const [references, events, own, receiverOf] = await Promise.all([
    takenReferences(tx, 'wallet_holds', commands),
    openEvents(
      tx,
      commands.map(({ caller }) => caller),
    ),
    findOwnWallets(tx, commands),
    findReceivers(
      tx,
      commands.flatMap((command) => [namedBy(command) ?? [], decidersNamedBy(command)].flat()),
    ),
  ]);
  const wallets = commands.flatMap((command) => own.get(command)?.id ?? []);
  const book = openBook(await lockWallets(tx, wallets));
  const now = new Date();

  const rows: HoldRow[] = [];
  const drafts: EventDraft[] = [];
  const decided = commands.map((command): string | Refusal => {
    const refusal = checkOwn(command, own.get(command)) ?? references.check(command) ?? checkExpiry(command, now);
    if (refusal) return refusal;
    const wallet = own.get(command)!;
    const to = checkReceiver(namedBy(command), wallet, receiverOf);
    if (to instanceof Refusal) return to;
    const escrow = findDeciders(command, to, receiverOf);
    if (escrow instanceof Refusal) return escrow;
    const row = toRow(command, { wallet: wallet.id, to, escrow }, now);
    const at = BigInt(now.getTime()) * 1000n;
    const short = reserve(book, { wallet: wallet.id, source: row.id, amount: row.amount, at });
    if (short) return new Refusal(short, undefined, short === 'insufficient_funds' ? {} : { param: 'wallet' });
    references.take(command, row.id);
    rows.push(row);
    drafts.push(holdEvent('hold.created', row, { request: requestOf(command) }));
    return renderHold(row);
  });
  const results = await preferTaken(tx, 'wallet_holds', commands, decided);

  writeBook(tx, book);
  insertHolds(tx, rows);
  insertDeciders(tx, rows);
  events.emit(drafts);
  if (rows.some(({ due_at }) => due_at!.getTime() - now.getTime() < SLOW_MS))
    tx.afterCommit(() => tx.node.wake('holds'));
  return results;
}

function namedBy({ caller, input }: HoldCommand): NamedReceiver | null {
  const { to, currency } = input;
  return typeof to === 'string' ? { to, currency, livemode: caller.livemode } : null;
}

function checkExpiry({ input }: HoldCommand, now: Date): Refusal | null {
  const time = Date.parse(input.expires_at);
  if (Number.isNaN(time)) return invalidField('expires_at', 'not_time');
  if (time <= now.getTime()) return invalidField('expires_at', 'not_in_future');
  if (time <= now.getTime() + MOST_HOLD_DAYS * DAY_MS) return null;
  return invalidField('expires_at', 'most_days', { maximum: MOST_HOLD_DAYS, other: 'created_at' });
}

function checkReceiver(
  named: NamedReceiver | null,
  wallet: WalletRow,
  receiverOf: (named: NamedReceiver) => WalletRow | Refusal,
): string | null | Refusal {
  if (named === null) return null;
  const to = receiverOf(named);
  if (to instanceof Refusal) return to;
  if (to.id !== wallet.id) return to.id;
  return new Refusal('same_wallet', `Wallet ${to.id} is the wallet that pays`, { param: 'to' });
}

type Ends = { readonly wallet: string; readonly to: string | null; readonly escrow: HoldRow['escrow'] };

function toRow(command: HoldCommand, { wallet, to, escrow }: Ends, now: Date): HoldRow {
  const { caller, input } = command;
  const expires_at = new Date(input.expires_at);
  return {
    ...{ world: caller.world, livemode: caller.livemode, id: newId('hld') },
    ...{ status: 'open', wallet_id: wallet, to_wallet: to },
    ...{ amount: toMinor(input.amount), captured: 0n, released: 0n, currency: input.currency, captures: [] },
    reference: input.reference ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    request: storedRequestOf(command),
    expires_at,
    ...{ warned: false, due_at: warnAt(now, expires_at), ended_at: null },
    ...{ escrow, disputed: false },
    ...{ created_at: now, updated_at: now, version: 1 },
  };
}
