import type { Refund, RefundStatus } from '../../../contract/src/refunds.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

const statuses: readonly RefundStatus[] = ['pending', 'succeeded', 'failed'];

export function RefundsPage() {
  const { t } = useTexts();
  const columns: readonly Column<Refund>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency, status }) => <Money amount={amount} currency={currency} off={status === 'failed'} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    {
      head: t('payments.reason'),
      cell: ({ reason }) => (reason ? t(`refunds.reason.${reason}`) : '–'),
      line: 'name',
    },
    { head: t('payments.one'), cell: ({ payment }) => <Id id={payment} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('refunds.title')} />
      <ListPage
        path="/refunds"
        columns={columns}
        filters={[
          { name: 'period', kind: 'period' },
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
          },
          {
            name: 'currency',
            label: t('record.currency'),
            options: Object.keys(service.currencies).map((currency) => ({ value: currency, label: currency })),
          },
          { name: 'customer', kind: 'id', label: t('record.customer') },
          { name: 'payment', label: t('refunds.ofPayment') },
        ]}
        to={({ id }) => `/refunds/${id}`}
        empty={<Empty title={t('refunds.none')}>{t('refunds.noneAdvice')}</Empty>}
      />
    </>
  );
}
