import type { Static } from 'typebox';
import type { createTransfer } from '../../../contract/src/transfers.ts';
import { isId } from '../core/id.ts';
import {
  accountOf,
  type Book,
  type LedgerRefusal,
  type LockedWallet,
  type Movement,
  move,
  openBook,
} from '../core/ledger.ts';
import { toMinor } from '../core/money.ts';
import { toE164 } from '../core/phone.ts';
import type { Tx } from '../db/transaction.ts';
import { type Events, openEvents, requestOf } from '../events/emit.ts';
import { preferTaken, type References, takenReferences } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { refuseMovement } from '../ledger/refuse.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { walletOwnerOf } from '../wallets/find-own.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';
import { selectDefaultWallets, selectWalletsByPhone } from '../wallets/store.ts';
import { timeOfPosition } from '../wallets/view.ts';
import { insertTransfers, type TransferRow } from './store.ts';
import { renderTransfer, viewTransfer } from './view.ts';

export type TransferInput = Static<(typeof createTransfer)['body']>;
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
      const request = requestOf(command);
      return [{ world, livemode, type: 'transfer.succeeded' as const, at: new Date(), object, request }];
    }),
  );
  return results;
}

/** Wallet ids, or null if no wallet matches the command. */
type Ends = { from: string | null; to: string | null };

const namesBothEnds = ({ input }: TransferCommand) => input.from !== undefined && isId('wal', input.to);
const namedEnds = ({ input }: TransferCommand): Ends => ({ from: input.from!, to: input.to });

async function findEnds(tx: Tx, commands: TransferCommand[]): Promise<Ends[]> {
  const byDefault = commands.filter((command) => command.input.from === undefined);
  const phoneOf = (command: TransferCommand) => (isId('wal', command.input.to) ? null : toE164(command.input.to));
  const phones = commands.flatMap(({ caller, input }, i) => {
    const phone = phoneOf(commands[i]!);
    return phone === null ? [] : [{ phone, livemode: caller.livemode, currency: input.currency }];
  });
  const [defaultOf, found] = await Promise.all([
    defaultWallets(tx, byDefault),
    phones.length > 0 ? selectWalletsByPhone(tx, phones) : [],
  ]);
  const walletOf = new Map(found.map((row) => [`${row.phone} ${row.livemode} ${row.currency}`, row.id]));
  return commands.map((command) => {
    const { caller, input } = command;
    const phone = phoneOf(command);
    return {
      from: input.from ?? defaultOf(command),
      to: phone === null ? input.to : (walletOf.get(`${phone} ${caller.livemode} ${input.currency}`) ?? null),
    };
  });
}

/** A merchant's default wallet is opened at its first use. Customers open theirs themselves. */
async function defaultWallets(
  tx: Tx,
  commands: TransferCommand[],
): Promise<(command: TransferCommand) => string | null> {
  const ofMerchants = commands.filter(({ caller }) => caller.owner.type === 'merchant').map(walletOwnerOf);
  const ofCustomers = commands.filter(({ caller }) => caller.owner.type === 'customer').map(walletOwnerOf);
  const [merchants, customers] = await Promise.all([
    ofMerchants.length > 0 ? openDefaultWallets(tx, 'merchant', ofMerchants) : null,
    ofCustomers.length > 0 ? selectDefaultWallets(tx, ofCustomers) : [],
  ]);
  return (command) => {
    const owner = walletOwnerOf(command);
    if (command.caller.owner.type === 'merchant') return merchants!(owner);
    const mine = customers.find(
      ({ ownerId, livemode, currency }) =>
        ownerId === owner.ownerId && livemode === owner.livemode && currency === owner.currency,
    );
    return mine?.id ?? null;
  };
}

function checkEnds(book: Book, { caller, input }: TransferCommand, ends: Ends): Refusal | null {
  const mine = (account: LockedWallet | undefined) =>
    account?.ownerType === caller.owner.type &&
    account.ownerId === caller.owner.id &&
    account.livemode === caller.livemode;
  const from = ends.from === null ? undefined : book.accounts.get(ends.from);
  if (!mine(from)) {
    const which = ends.from ?? `in ${input.currency}`;
    return new Refusal('not_found', `You have no wallet ${which}`, { param: 'from' });
  }
  if (!isId('wal', input.to) && toE164(input.to) === null) {
    return invalidField('to', 'not_recipient');
  }
  const to = ends.to === null ? undefined : book.accounts.get(ends.to);
  if (!to || to.livemode !== caller.livemode || to.ownerType === 'system') {
    return new Refusal('recipient_not_found', `There is no wallet in ${input.currency} for ${input.to}`, {
      param: 'to',
    });
  }
  if (from!.currency !== input.currency) {
    return new Refusal('currency_mismatch', `Wallet ${ends.from} holds ${from!.currency}, not ${input.currency}`, {
      param: 'from',
    });
  }
  return null;
}

function decide(book: Book, command: TransferCommand, ends: Ends, source: string, at: bigint): Refusal | null {
  const amount = toMinor(command.input.amount);
  const movement: Movement = { kind: 'transfer', source, from: ends.from!, to: ends.to!, amount, at };
  const refusal = move(book, movement);
  return refusal && explain(refusal, book, movement);
}

function explain(refusal: LedgerRefusal, book: Book, movement: Movement): Refusal {
  const [from, to] = [accountOf(book, movement.from), accountOf(book, movement.to)];
  switch (refusal) {
    case 'currency_mismatch':
      return new Refusal(refusal, `Wallet ${to.wallet} holds ${to.currency}, not ${from.currency}`, { param: 'to' });
    case 'same_wallet':
      return new Refusal(refusal, `Wallet ${to.wallet} is the wallet that pays`, { param: 'to' });
    case 'wallet_frozen':
    case 'wallet_closed': {
      const param = (refusal === 'wallet_frozen' ? from.frozen : from.closed) ? 'from' : 'to';
      return new Refusal(refusal, undefined, { param });
    }
    default:
      return refuseMovement(book, movement, refusal);
  }
}

function toRow({ caller, input }: TransferCommand, ends: Ends, id: string, createdAt: Date): TransferRow {
  return {
    world: caller.world,
    livemode: caller.livemode,
    id,
    from_wallet: ends.from!,
    to_wallet: ends.to!,
    amount: toMinor(input.amount),
    currency: input.currency,
    reference: input.reference ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    created_at: createdAt,
    reversed_amount: 0n,
  };
}
