import { type Movement, move, openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { refuseMovement } from '../ledger/refuse.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { Refusal } from '../refusal.ts';
import { openDefaultWallets } from './open-default.ts';
import { selectWalletsById, type WalletRow } from './store.ts';

/** `source` is the request that asked for it; `amount` is in minor units. */
export type Funding = { readonly wallet: string; readonly amount: bigint; readonly source: string };

/**
 * Puts money in from the system's funding wallet of each currency and mode, which goes below zero by as much.
 * @returns the wallet as it is then, or the refusal, of each
 */
export async function fundWallets(tx: Tx, fundings: readonly Funding[]): Promise<(WalletRow | Refusal)[]> {
  const ids = fundings.map((funding) => funding.wallet);
  const targets = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row]));
  const ownerOf = (row: WalletRow) => ({ ownerId: 'funding', livemode: row.livemode, currency: row.currency });
  const fundingWallet = await openDefaultWallets(tx, 'system', [...targets.values()].map(ownerOf));
  const book = openBook(
    await lockWallets(
      tx,
      [...targets.values()].flatMap((row) => [row.id, fundingWallet(ownerOf(row))]),
    ),
  );
  const at = BigInt(Date.now()) * 1000n;
  const refusals = fundings.map(({ wallet, amount, source }) => {
    const row = targets.get(wallet);
    if (!row) return new Refusal('not_found');
    const movement: Movement = { kind: 'funding', source, from: fundingWallet(ownerOf(row)), to: wallet, amount, at };
    const refusal = move(book, movement);
    return refusal && refuseMovement(book, movement, refusal);
  });
  writeBook(tx, book);
  const after = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row]));
  return fundings.map(({ wallet }, i) => refusals[i] ?? after.get(wallet)!);
}
