import { openBook } from '../core/ledger.ts';
import { postProviderFee } from '../core/provider-fee.ts';
import type { Tx } from '../db/transaction.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';
import type { ReconciledRail } from './store.ts';

/**
 * Posts charges that only a statement tells.
 * @param source the file, or the line
 * @param amount minor units; below zero posts charges back
 */
export async function postFees(tx: Tx, rail: ReconciledRail, source: string, amount: bigint): Promise<void> {
  const { livemode, currency } = rail;
  const owners = [`clearing:${rail.rail}`, `provider_fees:${rail.rail}`].map((ownerId) => ({
    ...{ ownerId, livemode, currency },
  }));
  const walletOf = await openDefaultWallets(tx, 'system', owners);
  const [clearing, charges] = owners.map(walletOf) as [string, string];
  const book = openBook(await lockWallets(tx, [clearing, charges]));
  const ends = amount > 0n ? { clearing, charges, amount } : { clearing: charges, charges: clearing, amount: -amount };
  postProviderFee(book, { ...ends, source, at: BigInt(Date.now()) * 1_000n });
  writeBook(tx, book);
}
