import type { Approval } from '../../../contract/src/approvals.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Money } from '../ui/money.tsx';
import { useRead } from '../world/read.ts';

/** The wallet that it is about, which knows the currency; of a new operator there is none. */
export function useWalletOf({ payload }: Approval) {
  const id = 'wallet' in payload ? payload.wallet : '';
  return useRead('/operator/wallets/{id}', { params: { id }, enabled: id !== '' });
}

/** What an approval is about, in large: an amount, or a name. */
export function AskedFor({ approval }: { approval: Approval }) {
  const { t } = useTexts();
  const { payload } = approval;
  const wallet = useWalletOf(approval);
  if ('role' in payload) return `${payload.name} (${t(`operator.roleOf.${payload.role}`)})`;
  if (!wallet.data) return '…';
  const amount = BigInt(payload.amount);
  const debit = 'direction' in payload && payload.direction === 'debit';
  return <Money amount={debit ? -amount : amount} currency={wallet.data.currency} />;
}
