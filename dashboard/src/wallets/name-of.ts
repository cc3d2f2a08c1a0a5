import type { Wallet } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';

/** What a person calls a wallet. */
export const nameOf = ({ label, currency, default: isDefault }: Wallet, t: Say): string =>
  label ?? t(isDefault ? 'wallets.defaultOne' : 'wallets.oneIn', { currency });
