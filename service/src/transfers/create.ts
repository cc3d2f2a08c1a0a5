import { type LockedWallet, openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { type Events, openEvents, requestOf } from '../events/emit.ts';
import { preferTaken, type References, takenReferences } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { timeOfPosition } from '../wallets/view.ts';
import { decide, type TransferInput, toRow } from './decide.ts';
import { checkEnds, type Ends, findEnds, namedEnds, namesBothEnds } from './ends.ts';
import { insertTransfers, type TransferRow } from './store.ts';
import { renderTransfer, viewTransfer } from './view.ts';

type TransferCommand = Command<TransferInput>;

/** Everything needed to decide transfers: the locked wallets at both ends, and the batch's other facts. */
type Loaded = {
  readonly references: References;
  readonly events: Events;
  readonly endsOf: ReadonlyMap<TransferCommand, Ends>;
  readonly accounts: readonly LockedWallet[];
};

export async function loadTransfers(tx: Tx, commands: TransferCommand[]): Promise<Loaded> {
  const callers = commands.map((command) => command.caller);
  const [references, events, [ends, accounts]] = await Promise.all([
    takenReferences(tx, 'transfers', commands),
    openEvents(tx, callers),
    lockEnds(tx, commands),
  ]);
  return { references, events, accounts, endsOf: new Map(commands.map((command, i) => [command, ends[i]!])) };
}

/** If all wallets are named by id they are locked at once. A phone or a default is looked up first. */
async function lockEnds(tx: Tx, commands: TransferCommand[]): Promise<[Ends[], LockedWallet[]]> {
  const ends = commands.every(namesBothEnds) ? commands.map(namedEnds) : await findEnds(tx, commands);
  const wallets = ends.flatMap((end) => [end.from, end.to]).filter((wallet) => wallet !== null);
  return [ends, await lockWallets(tx, wallets)];
}

/**
 * Moves money between wallets in one transaction, in the order of arrival, each transfer with its own answer.
 * @returns for each the serialised Transfer, or the refusal
 */
export async function createTransfers(
  tx: Tx,
  commands: TransferCommand[],
  loaded: Promise<Loaded> = loadTransfers(tx, commands),
): Promise<(string | Refusal)[]> {
  const { references, events, endsOf, accounts } = await loaded;
  const ends = commands.map((command) => endsOf.get(command)!);
  const book = openBook(accounts);
  const now = BigInt(Date.now()) * 1000n;

  const rows: TransferRow[] = [];
  const decided = commands.map((command, i): string | Refusal => {
    const id = newId('trf');
    const refusal =
      checkEnds(book, command, ends[i]!) ?? references.check(command) ?? decide(book, command, ends[i]!, id, now);
    if (refusal) return refusal;
    references.take(command, id);
    const row = toRow(command, ends[i]!, id, timeOfPosition(book.postings.at(-1)!.position));
    rows.push(row);
    return renderTransfer(viewTransfer(row));
  });
  const results = await preferTaken(tx, 'transfers', commands, decided);

  writeBook(tx, book);
  insertTransfers(tx, rows);
  events.emit(
    commands.flatMap((command, i) => {
      const object = results[i]!;
      if (object instanceof Refusal) return [];
      const { world, livemode } = command.caller;
      // A run of a schedule has no request.
      const request = command.requestId === '' ? {} : { request: requestOf(command) };
      return [{ world, livemode, type: 'transfer.succeeded' as const, at: new Date(), object, ...request }];
    }),
  );
  return results;
}
