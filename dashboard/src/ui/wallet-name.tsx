import type { Wallet } from '../../../contract/src/wallets.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { useRead } from '../world/read.ts';
import { Id } from './copy.tsx';
import { Go } from './go.tsx';

/** The name of a wallet for people. */
export const walletName = ({ label, currency, default: isDefault }: Wallet, t: Say): string =>
  label ?? t(isDefault ? 'wallets.defaultOne' : 'wallets.oneIn', { currency });

/**
 * A wallet by its name, linked to its page; the id is in the tooltip. A wallet of someone else has no page here and
 * shows its id.
 */
export function WalletLink({ id, plain = false }: { id: string; plain?: boolean }) {
  const { t } = useTexts();
  // One read for all wallets of the page.
  const own = useRead('/wallets', { query: { limit: 100 } }).data?.data;
  const wallet = own?.find((one) => one.id === id);
  if (!wallet) return <Id id={id} />;
  const name = <span title={id}>{walletName(wallet, t)}</span>;
  return plain ? name : <Go to={`/wallets/${id}`}>{name}</Go>;
}
