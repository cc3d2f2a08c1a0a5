import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { lastUsed } from './last-used.ts';

/**
 * The wallet that pays: the preferred one or the one used last, until someone chooses. If it is frozen meanwhile, no
 * other wallet replaces it: the person would pay from that one without noticing.
 */
export function usePayingWallet(wallets: readonly Wallet[], preferred?: string) {
  const [known, setKnown] = useState<Wallet>();
  const now = known
    ? wallets.find(({ id }) => id === known.id)
    : (wallets.find(({ id }) => id === preferred) ?? lastUsed(wallets));
  if (now && now !== known) setKnown(now);
  return {
    wallet: now ?? known,
    isGone: known !== undefined && now === undefined,
    choose: (chosen: string | null) => setKnown(wallets.find(({ id }) => id === chosen) ?? known),
  };
}
