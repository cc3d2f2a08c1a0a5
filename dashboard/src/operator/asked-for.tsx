import type { Approval } from '../../../contract/src/approvals.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Money } from '../ui/money.tsx';
import { useRead } from '../world/read.ts';

/** What an approval is about, in large: an amount, or a name. The wallet knows the currency. */
export function AskedFor({ approval }: { approval: Approval }) {
  const { t } = useTexts();
  const { payload } = approval;
  const id = 'wallet' in payload ? payload.wallet : '';
  const wallet = useRead('/operator/wallets/{id}', { params: { id }, enabled: id !== '' });
  if ('role' in payload) return `${payload.name} (${t(`operator.roleOf.${payload.role}`)})`;
  if (!wallet.data) return '…';
  const amount = BigInt(payload.amount);
  const debit = 'direction' in payload && payload.direction === 'debit';
  return <Money amount={debit ? -amount : amount} currency={wallet.data.currency} />;
}
