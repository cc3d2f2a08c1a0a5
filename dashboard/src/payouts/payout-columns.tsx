import type { Payout } from '../../../contract/src/payouts.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Column } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

export function usePayoutColumns(): readonly Column<Payout>[] {
  const { t } = useTexts();
  return [
    {
      head: t('record.amount'),
      cell: ({ totals, currency }) => <Money amount={totals.amount} currency={currency} />,
      end: true,
      line: 'much',
    },
    {
      head: t('record.status'),
      cell: ({ status, approval }) =>
        approval?.status === 'pending' ? (
          <Status status="waiting" text={t('payouts.waits')} />
        ) : (
          <Status status={status} />
        ),
      line: 'state',
    },
    {
      head: t('payouts.items'),
      cell: ({ totals }) =>
        t('payouts.done', { done: totals.succeeded_count + totals.failed_count, count: totals.count }),
      line: 'name',
    },
    { head: t('payouts.failed'), cell: ({ totals }) => totals.failed_count || '–', wide: true },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
}
