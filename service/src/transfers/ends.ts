import { isId } from '../core/id.ts';
import type { Book, LockedWallet } from '../core/ledger.ts';
import { toE164 } from '../core/phone.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { walletOwnerOf } from '../wallets/find-own.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';
import { selectDefaultWallets, selectWalletsByPhone } from '../wallets/store.ts';

/** The fields that name the ends of a transfer. */
export type NamedEnds = { readonly from?: string | undefined; readonly to: string; readonly currency: string };
type TransferCommand = Command<NamedEnds>;

/** Wallet ids, or null if no wallet matches the command. */
export type Ends = { from: string | null; to: string | null };

export const namesBothEnds = ({ input }: TransferCommand) => input.from !== undefined && isId('wal', input.to);
export const namedEnds = ({ input }: TransferCommand): Ends => ({ from: input.from!, to: input.to });

/** The wallets of these commands. With `opens`, a merchant's default wallet is opened at its first use. */
export async function findEnds(
  tx: Tx,
  commands: TransferCommand[],
  { opens = true }: { readonly opens?: boolean } = {},
): Promise<Ends[]> {
  const byDefault = commands.filter((command) => command.input.from === undefined);
  const phoneOf = (command: TransferCommand) => (isId('wal', command.input.to) ? null : toE164(command.input.to));
  const phones = commands.flatMap(({ caller, input }, i) => {
    const phone = phoneOf(commands[i]!);
    return phone === null ? [] : [{ phone, livemode: caller.livemode, currency: input.currency }];
  });
  const [defaultOf, found] = await Promise.all([
    defaultWallets(tx, byDefault, opens),
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
  opens: boolean,
): Promise<(command: TransferCommand) => string | null> {
  const isOpened = ({ caller }: TransferCommand) => opens && caller.owner.type === 'merchant';
  const ofMerchants = commands.filter(isOpened).map(walletOwnerOf);
  const others = commands.filter((command) => !isOpened(command) && command.caller.owner.type !== 'none');
  const ofOthers = others.map(walletOwnerOf);
  const [merchants, found] = await Promise.all([
    ofMerchants.length > 0 ? openDefaultWallets(tx, 'merchant', ofMerchants) : null,
    ofOthers.length > 0 ? selectDefaultWallets(tx, ofOthers) : [],
  ]);
  return (command) => {
    const owner = walletOwnerOf(command);
    if (isOpened(command)) return merchants!(owner);
    const mine = found.find(
      ({ ownerId, livemode, currency }) =>
        ownerId === owner.ownerId && livemode === owner.livemode && currency === owner.currency,
    );
    return mine?.id ?? null;
  };
}

/** Checks that the caller may move money between the ends. */
export function checkEnds(book: Book, command: TransferCommand, ends: Ends): Refusal | null {
  const { caller, input } = command;
  const mine = (account: LockedWallet | undefined) =>
    account?.ownerType === caller.owner.type &&
    account.ownerId === caller.owner.id &&
    account.livemode === caller.livemode;
  const from = ends.from === null ? undefined : book.accounts.get(ends.from);
  if (!mine(from)) {
    const which = ends.from ?? `in ${input.currency}`;
    return new Refusal('not_found', `You have no wallet ${which}`, { param: 'from' });
  }
  const refusal = checkRecipient(book, command, ends);
  if (refusal) return refusal;
  if (from!.currency !== input.currency) {
    return new Refusal('currency_mismatch', `Wallet ${ends.from} holds ${from!.currency}, not ${input.currency}`, {
      param: 'from',
    });
  }
  return null;
}

/** Checks that there is a wallet to receive the money. */
export function checkRecipient(book: Book, { caller, input }: TransferCommand, ends: Ends): Refusal | null {
  if (!isId('wal', input.to) && toE164(input.to) === null) {
    return invalidField('to', 'not_recipient');
  }
  const to = ends.to === null ? undefined : book.accounts.get(ends.to);
  if (!to || to.livemode !== caller.livemode || to.ownerType === 'system') {
    return new Refusal('recipient_not_found', `There is no wallet in ${input.currency} for ${input.to}`, {
      param: 'to',
    });
  }
  return null;
}
