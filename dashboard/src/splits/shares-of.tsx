import type { Payment } from '../../../contract/src/payments.ts';
import type { Share } from '../../../contract/src/splits.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { formatMoney } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { ShareStatus } from './statuses.tsx';

/** Why a share was kept, and the parts of it that did not stay in its wallet. */
function noteOf({ reason, debt_paid, reserved, amount_returned }: Share, currency: string, t: Say): string {
  const notes = [
    reason && t(`splits.reason.${reason}`),
    debt_paid > 0n && t('splits.debtPaid', { amount: formatMoney(debt_paid, currency) }),
    reserved > 0n && t('splits.keepShares', { amount: formatMoney(reserved, currency) }),
    amount_returned > 0n && t('splits.returned', { amount: formatMoney(amount_returned, currency) }),
  ];
  return notes.filter(Boolean).join(' · ');
}

/** The shares of a payment. */
export function SharesOf({ payment: { split, currency } }: { payment: Payment }) {
  const { t } = useTexts();
  if (!split) return null;
  return (
    <Section title={t('splits.shares')} action={<Go to="/split-partners">{t('splits.title')}</Go>}>
      <Table
        rows={split.map((share) => ({ ...share, id: share.wallet }))}
        to={undefined}
        columns={[
          { head: t('payments.wallet'), cell: ({ wallet }) => <WalletLink id={wallet} />, line: 'who' },
          {
            head: t('record.amount'),
            cell: ({ amount, status }) => <Money amount={amount} currency={currency} off={status !== 'posted'} />,
            end: true,
            line: 'much',
          },
          { head: t('record.status'), cell: ({ status }) => <ShareStatus status={status} />, line: 'state' },
          { head: t('record.reference'), cell: ({ reference }) => reference ?? '–' },
          { head: t('splits.note'), cell: (share) => noteOf(share, currency, t) || '–', line: 'note' },
        ]}
      />
    </Section>
  );
}
