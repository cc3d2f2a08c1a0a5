import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { lastUsed } from './last-used.ts';

/**
 * The wallet that pays: the one used last until somebody chooses. One that goes meanwhile, since it was frozen, leaves no other
 * in its place: whoever is about to pay would pay out of that.
 */
export function usePayingWallet(wallets: readonly Wallet[]) {
  const [known, setKnown] = useState<Wallet>();
  const now = known ? wallets.find(({ id }) => id === known.id) : lastUsed(wallets);
  if (now && now !== known) setKnown(now);
  return {
    wallet: now ?? known,
    isGone: known !== undefined && now === undefined,
    choose: (chosen: string | null) => setKnown(wallets.find(({ id }) => id === chosen) ?? known),
  };
}
