import type { Tx } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import { insertWallets, type NewWallet, type Owner, selectDefaultWallets } from './store.ts';

const keyOf = (owner: Owner) => `${owner.ownerId} ${owner.livemode} ${owner.currency}`;

/**
 * The default wallets of these owners, each opened at its first use.
 * @returns a function from an owner to the wallet's id
 */
export async function openDefaultWallets(
  tx: Tx,
  ownerType: NewWallet['ownerType'],
  owners: readonly Owner[],
): Promise<(owner: Owner) => string> {
  const wanted = [...new Map(owners.map((owner) => [keyOf(owner), owner])).values()];
  const found = new Map<string, string>();
  const findDefault = async () => {
    for (const wallet of await selectDefaultWallets(tx, wanted)) found.set(keyOf(wallet), wallet.id);
  };
  if (wanted.length > 0) await findDefault();
  const missing = wanted.filter((owner) => !found.has(keyOf(owner)));
  if (missing.length > 0) {
    await insertWallets(
      tx,
      missing.map((owner) => ({ ...owner, id: newId('wal'), ownerType, label: null, isDefault: true, metadata: {} })),
    );
    await findDefault();
  }
  return (owner) => found.get(keyOf(owner))!;
}
