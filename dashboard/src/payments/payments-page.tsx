import { Button } from '@mantine/core';
import type { Payment, PaymentStatus } from '../../../contract/src/payments.ts';
import { addressAt, service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { wholePhone } from '../ui/whole-phone.ts';
import { PaymentStatuses } from './payment-statuses.tsx';

const statuses: readonly PaymentStatus[] = ['pending', 'requires_action', 'processing', 'succeeded', 'failed'];

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
        filters={[
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
          { name: 'customer', label: t('payments.phone'), read: wholePhone, advice: t('payments.phoneAdvice') },
          { name: 'reference', label: t('record.reference') },
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
