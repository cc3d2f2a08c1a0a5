import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { openDefaultWallets } from './open-default.ts';
import { type Owner, selectDefaultWallets, selectWalletsById, type WalletRow } from './store.ts';

/** Names one of the caller's wallets; without an id it means the default in its currency. */
type Naming = Command<{ currency: string; wallet?: string | undefined }>;

/** The owner of the default wallet, for a command that names no wallet. */
export const walletOwnerOf = ({ caller, input }: Command<{ currency: string }>): Owner => ({
  ownerId: caller.owner.id,
  livemode: caller.livemode,
  currency: input.currency,
});

/** The merchant wallets of these commands, read without a lock. */
export async function findOwnWallets<One extends Naming>(
  tx: Tx,
  commands: readonly One[],
): Promise<Map<One, WalletRow | undefined>> {
  const byDefault = commands.filter((command) => command.input.wallet === undefined);
  const defaultOf = await openDefaultWallets(tx, 'merchant', byDefault.map(walletOwnerOf));
  const ids = commands.map((command) => command.input.wallet ?? defaultOf(walletOwnerOf(command)));
  const rows = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row]));
  return new Map(commands.map((command, i) => [command, rows.get(ids[i]!)]));
}

/**
 * The same without opening a wallet: a default wallet that does not exist is shown as the empty one that the request
 * would open.
 */
export async function previewOwnWallets<One extends Naming>(
  tx: Tx,
  commands: readonly One[],
): Promise<Map<One, WalletRow | undefined>> {
  const wanted = commands.filter(({ input }) => input.wallet === undefined).map(walletOwnerOf);
  const keyOf = ({ ownerId, currency }: Owner) => `${ownerId} ${currency}`;
  const owners = [...new Map(wanted.map((owner) => [keyOf(owner), owner])).values()];
  const found = owners.length > 0 ? await selectDefaultWallets(tx, owners) : [];
  const defaults = new Map(found.map((wallet) => [keyOf(wallet), wallet.id]));
  const idOf = (command: One) => command.input.wallet ?? defaults.get(keyOf(walletOwnerOf(command)));
  const ids = commands.map(idOf).filter((id) => id !== undefined);
  const rows = new Map((ids.length > 0 ? await selectWalletsById(tx, ids) : []).map((row) => [row.id, row]));
  return new Map(
    commands.map((command) => {
      const id = idOf(command);
      return [command, id === undefined ? emptyWallet(command) : rows.get(id)];
    }),
  );
}

const emptyWallet = ({ caller, input }: Naming): WalletRow => ({
  ...{ id: '', livemode: caller.livemode, owner_type: 'merchant', owner_id: caller.owner.id, currency: input.currency },
  ...{ label: null, is_default: true, frozen_reason: null, frozen_at: null, metadata: {}, created_at: new Date() },
  ...{ posted: 0n, held: 0n, position: 0n, version: 0n, frozen: false, closed: false },
});

/** Checks that the wallet belongs to the caller and has the requested currency. */
export function checkOwn({ caller, input }: Naming, wallet: WalletRow | undefined): Refusal | null {
  if (!wallet || wallet.owner_id !== caller.owner.id || wallet.livemode !== caller.livemode) {
    return new Refusal('not_found', `You have no wallet ${input.wallet}`, { param: 'wallet' });
  }
  if (wallet.currency !== input.currency) {
    return new Refusal('currency_mismatch', `The wallet holds ${wallet.currency}, not ${input.currency}`, {
      param: 'wallet',
    });
  }
  return null;
}

/** Checks that money may move through the wallet. */
export function checkUsable(wallet: WalletRow): Refusal | null {
  if (wallet.closed) return new Refusal('wallet_closed', undefined, { param: 'wallet' });
  if (wallet.frozen) return new Refusal('wallet_frozen', undefined, { param: 'wallet' });
  return null;
}
