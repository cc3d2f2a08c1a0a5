import type { Approval } from '../../../contract/src/approvals.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Money } from '../ui/money.tsx';
import { useRead } from '../world/read.ts';

/** The id of the approval's wallet; empty if it has none, as a return of money in suspense. */
export const walletIn = ({ payload }: Pick<Approval, 'payload'>): string =>
  'wallet' in payload ? (payload.wallet ?? '') : '';

/** The wallet of the approval; it has the currency. A new operator has no wallet. */
export function useWalletOf({ payload }: Approval) {
  const id = walletIn({ payload });
  return useRead('/operator/wallets/{id}', { params: { id }, enabled: id !== '' });
}

/** The main point of an approval in large type: an amount, or a name. The page shows the rest. */
export function ApprovalSubject({ approval }: { approval: Approval }) {
  const { t, language } = useTexts();
  const { payload } = approval;
  const wallet = useWalletOf(approval);
  if ('person' in payload) return payload.person;
  if ('role' in payload) return `${payload.name} (${t(`operator.roleOf.${payload.role}`)})`;
  if ('tier' in payload) return `${payload.currency}, ${t('operator.tier')} ${payload.tier}`;
  if ('merchant' in payload) {
    const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
    return (
      <>
        {percent.format(payload.basis_points / 10_000)} +{' '}
        <Money amount={BigInt(payload.fixed)} currency={payload.currency} />
      </>
    );
  }
  if ('base_url' in payload) return payload.rail;
  if ('rail' in payload) return <Money amount={BigInt(payload.amount)} currency={payload.currency} />;
  if (!wallet.data) return '…';
  if (!('amount' in payload)) return <Money amount={wallet.data.balance.total} currency={wallet.data.currency} />;
  const amount = BigInt(payload.amount);
  const debit = 'direction' in payload && payload.direction === 'debit';
  return <Money amount={debit ? -amount : amount} currency={wallet.data.currency} />;
}
