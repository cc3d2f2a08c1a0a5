import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';

/**
 * What a page begins with until somebody chooses: the currency whose money moved last, in its default wallet. It stays while
 * the page is open: what comes in meanwhile changes nothing under the hand of who is about to pay.
 */
export function useLastUsed(wallets: readonly Wallet[]): Wallet | undefined {
  const [first, setFirst] = useState<string>();
  const wallet = wallets.find(({ id }) => id === first) ?? lastUsed(wallets);
  if (wallet && wallet.id !== first) setFirst(wallet.id);
  return wallet;
}

export function lastUsed(wallets: readonly Wallet[]): Wallet | undefined {
  const latest = wallets.toSorted((one, other) => rank(other).localeCompare(rank(one)))[0];
  return wallets.find((one) => one.default && one.currency === latest?.currency) ?? latest;
}

/** A wallet that was only opened has its first version: nothing has moved. */
const rank = ({ version, updated_at }: Wallet) => `${version > 1 ? 'moved' : 'fresh'} ${updated_at}`;
