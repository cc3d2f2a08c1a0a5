import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { openDefaultWallets } from './open-default.ts';
import { type Owner, selectWalletsById, type WalletRow } from './store.ts';

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
