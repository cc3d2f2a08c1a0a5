import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';

/**
 * The default wallet of the currency whose money moved last, until someone chooses. It does not change while the page
 * is open, so that new money does not change the selection under someone who is about to pay.
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

/** A wallet that was only opened has version 1: no money has moved. */
const rank = ({ version, updated_at }: Wallet) => `${version > 1 ? 'moved' : 'fresh'} ${updated_at}`;
