import { type Doer, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { lockWallets } from '../ledger/store.ts';
import { Refusal } from '../refusal.ts';
import { selectWalletsById, type WalletRow } from '../wallets/store.ts';

/** Payments that have not ended yet: what they bring would find no wallet. */
const selectOnTheirWay: Statement = {
  name: 'payments_on_their_way_into',
  text: 'SELECT count(*)::int AS count FROM payments WHERE wallet_id = $1 AND due_at IS NOT NULL',
};

const close: Statement = {
  name: 'wallets_close',
  text: 'UPDATE balances SET closed = true, position = position + 1, version = version + 1 WHERE wallet_id = $1',
};

/** So that the next one in its currency, opened at first use, can be the default. */
const leaveDefault: Statement = {
  name: 'wallets_leave_default',
  text: 'UPDATE wallets SET is_default = false WHERE id = $1',
};

/**
 * Closes a wallet for good, under its lock: nothing goes in or out any more, and its statement stays. It must be empty, with
 * nothing reserved and no payment on its way into it.
 */
export async function closeWallet(tx: Tx, { wallet, by }: { wallet: string; by: Doer }): Promise<WalletRow | Refusal> {
  const [[account], [payments]] = await Promise.all([
    lockWallets(tx, [wallet]),
    tx.query<{ count: number }>(selectOnTheirWay, [wallet]),
  ]);
  if (!account || account.ownerType === 'system') return new Refusal('not_found');
  if (account.closed) return new Refusal('wallet_closed');
  const held = account.held > 0n ? `, ${account.held} of it reserved` : '';
  if (account.posted !== 0n)
    return new Refusal(
      'validation_failed',
      `It holds ${account.posted} ${account.currency}${held}: closing needs a balance of 0`,
    );
  if (payments!.count > 0)
    return new Refusal(
      'validation_failed',
      `Payments are on their way into it (${payments!.count}): wait for them, or cancel them`,
    );
  tx.query(close, [wallet]);
  tx.query(leaveDefault, [wallet]);
  await recordActs(tx, [{ ...by, action: 'wallet.closed', target: wallet }]);
  return (await selectWalletsById(tx, [wallet]))[0]!;
}
