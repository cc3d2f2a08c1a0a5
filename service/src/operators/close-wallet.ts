import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import {
  awaitPayments,
  leaveDefault,
  selectWalletsById,
  updateBalanceClosed,
  type WalletRow,
} from '../wallets/store.ts';
import { countOnTheirWay } from './store.ts';

/**
 * Closes a wallet permanently, under its lock: no more postings, and its statement stays. It must be empty, with
 * nothing reserved and no payment under way to it.
 */
export async function closeWallet(tx: Tx, { wallet, by }: { wallet: string; by: Doer }): Promise<WalletRow | Refusal> {
  tx.query(awaitPayments);
  const [[account], [open]] = await Promise.all([
    lockWallets(tx, [wallet]),
    tx.query<{ payments: number; refunds: number }>(countOnTheirWay, [wallet]),
  ]);
  if (!account || account.ownerType === 'system') return new Refusal('not_found');
  if (account.closed) return new Refusal('wallet_closed');
  const held = account.held > 0n ? `, of which ${account.held} is reserved` : '';
  if (account.posted !== 0n)
    return new Refusal(
      'validation_failed',
      `The wallet holds ${account.posted} ${account.currency}${held}. It can be closed only with a balance of 0.`,
    );
  if (open!.payments > 0)
    return new Refusal(
      'validation_failed',
      `Payments into this wallet are still open (${open!.payments}). Wait for them or cancel them.`,
    );
  if (open!.refunds > 0)
    return new Refusal(
      'validation_failed',
      `Refunds of payments into this wallet are still open (${open!.refunds}). Wait for them.`,
    );
  tx.query(updateBalanceClosed, [wallet, BigInt(Date.now()) * 1000n]);
  tx.query(leaveDefault, [wallet]);
  await recordActs(tx, [{ ...by, action: 'wallet.closed', target: wallet }]);
  return (await selectWalletsById(tx, [wallet]))[0]!;
}
