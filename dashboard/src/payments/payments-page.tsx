import { Button } from '@mantine/core';
import type { Payment, PaymentStatus } from '../../../contract/src/payments.ts';
import { addressAt, service } from '../page.ts';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage, type ToolsProps } from '../ui/list-page.tsx';
import { loadPart } from '../ui/load-page.ts';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { laterPart } from '../ui/use-later.ts';
import { PaymentStatuses } from './payment-statuses.tsx';

const statuses: readonly PaymentStatus[] = [
  'pending',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'failed',
];

const tools = laterPart<ToolsProps>(async () => {
  const [file] = await Promise.all([loadPart(() => import('./payment-tools.tsx')), loadTexts('find')]);
  return file.PaymentTools;
});

export function PaymentsPage() {
  const { t } = useTexts();
  const columns: readonly Column<Payment>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency, status }) => <Money amount={amount} currency={currency} off={status === 'failed'} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: (payment) => <PaymentStatuses payment={payment} />, line: 'state' },
    { head: t('record.customer'), cell: ({ customer }) => customer, line: 'who' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('record.id'), cell: ({ id }) => <Id id={id} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('payments.title')} />
      <ListPage
        path="/payments"
        columns={columns}
        tools={tools}
        filters={[
          { name: 'period', kind: 'period' },
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
          },
          { name: 'amount', kind: 'amount' },
          { name: 'branch', kind: 'branch' },
          { name: 'phone', kind: 'phone' },
          { name: 'customer', kind: 'id', label: t('record.customer') },
          { name: 'reference', label: t('record.reference') },
          {
            name: 'currency',
            label: t('record.currency'),
            options: Object.keys(service.currencies).map((currency) => ({ value: currency, label: currency })),
          },
        ]}
        to={({ id }) => `/payments/${id}`}
        empty={
          <Empty
            title={t('payments.none')}
            action={
              <Button
                component="a"
                href={addressAt('/docs/quick-start')}
                target="_blank"
                rel="noreferrer"
                variant="default"
              >
                {t('payments.guide')}
              </Button>
            }
          >
            {t('payments.noneAdvice')}
          </Empty>
        }
      />
    </>
  );
}
