import type { Tx } from '../db/transaction.ts';
import { worldsOfWallets } from '../events/audience.ts';
import { type EventRequest, emitEvents, subscribersOf } from '../events/emit.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import { selectWalletsById, updateBalanceFrozen, updateFrozen, type WalletRow } from './store.ts';
import { renderWalletNotice, viewWallet } from './view.ts';

/** `reason` null unfreezes. */
export type Freeze = {
  readonly wallet: string;
  readonly reason: 'fraud' | 'kyc' | null;
  readonly request?: EventRequest;
};

/**
 * Whether it changes the wallet. A freeze for fraud replaces one for KYC, because otherwise a completed identification
 * would end it. KYC does not replace fraud.
 */
export function isChange(frozen: WalletRow['frozen_reason'], reason: Freeze['reason']): boolean {
  return frozen !== reason && !(frozen === 'fraud' && reason === 'kyc');
}

/**
 * Freezes and unfreezes wallets under their locks, so that no debit is decided at the same time. A wallet already in
 * that state stays as it is and emits nothing.
 * @returns for each the wallet afterwards, or the refusal
 */
export async function freezeWallets(tx: Tx, freezes: readonly Freeze[]): Promise<(WalletRow | Refusal)[]> {
  const ids = freezes.map((freeze) => freeze.wallet);
  const accounts = new Map((await lockWallets(tx, ids)).map((account) => [account.wallet, account]));
  const worlds = await worldsOfWallets(tx, ids);
  const subscribers = await subscribersOf(tx, worlds);
  const results: (WalletRow | Refusal)[] = [];
  for (const { wallet, reason, request } of freezes) {
    const account = accounts.get(wallet);
    if (!account || account.ownerType === 'system') {
      results.push(new Refusal('not_found'));
      continue;
    }
    if (account.closed) {
      results.push(new Refusal('wallet_closed'));
      continue;
    }
    const before = (await selectWalletsById(tx, [wallet]))[0]!;
    const now = new Date();
    if (!isChange(before.frozen_reason, reason)) {
      results.push(before);
      continue;
    }
    tx.query(updateFrozen, [wallet, reason, reason && now]);
    tx.query(updateBalanceFrozen, [wallet, reason !== null, BigInt(now.getTime()) * 1000n]);
    const row = (await selectWalletsById(tx, [wallet]))[0]!;
    results.push(row);
    const type = row.frozen ? ('wallet.frozen' as const) : ('wallet.unfrozen' as const);
    const object = renderWalletNotice(row);
    const { status, frozen } = viewWallet(before);
    const previous = JSON.stringify(before.frozen === row.frozen ? { frozen } : { status, frozen });
    const audience = worlds.filter((one) => one.wallet === wallet);
    const common = { livemode: row.livemode, type, at: now, object, previous, ...(request ? { request } : {}) };
    emitEvents(
      tx,
      subscribers,
      audience.map(({ world }) => ({ world, ...common })),
    );
  }
  return results;
}
