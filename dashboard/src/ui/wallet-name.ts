import type { Wallet } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';

/** The name of a wallet for people. */
export const walletName = ({ label, currency, default: isDefault }: Wallet, t: Say): string =>
  label ?? t(isDefault ? 'wallets.defaultOne' : 'wallets.oneIn', { currency });
