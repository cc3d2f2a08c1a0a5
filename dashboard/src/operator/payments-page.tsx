import { Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AnyPayment } from '../../../contract/src/operator-payments.ts';
import type { PaymentStatus } from '../../../contract/src/payments.ts';
import { service } from '../page.ts';
import { PaymentStatuses } from '../payments/payment-statuses.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { wholePhone } from '../ui/whole-phone.ts';
import { FindForm } from './find-form.tsx';
import { ModeName, useModeFilter } from './mode-name.tsx';
import { Name } from './ref.tsx';

const statuses: readonly PaymentStatus[] = [
  'pending',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'failed',
];

/** Finds payments by id, by the customer's phone, or by integration. */
export function PaymentsPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { customer, integration } = useSearch({ strict: false }) as { customer?: string; integration?: string };
  const mode = useModeFilter();
  const find = (typed: string) => {
    const phone = wholePhone(typed);
    if (/^pay_/.test(typed)) navigate({ to: `/operator/payments/${typed}` });
    else if (/^int_/.test(typed)) navigate({ to: '.', search: { integration: typed } as never });
    else if (typed === '' || phone) navigate({ to: '.', search: (phone ? { customer: phone } : {}) as never });
    // The text is a name: the merchant's page leads to the payments of its integrations.
    else navigate({ to: '/operator/merchants', search: { search: typed } as never });
  };
  const columns: readonly Column<AnyPayment>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency, status }) => <Money amount={amount} currency={currency} off={status === 'failed'} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: (payment) => <PaymentStatuses payment={payment} />, line: 'state' },
    { head: t('record.customer'), cell: (payment) => payment.customer, line: 'who' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('operator.page.payments')} />
      <FindForm
        key={integration ?? customer}
        label={t('operator.paymentOrCustomer')}
        placeholder="pay_… +221… int_…"
        value={customer ?? ''}
        onFind={find}
      />
      {integration && (
        <Title order={2} size="h4" mb="sm">
          <Name id={integration} />
        </Title>
      )}
      {integration || customer ? (
        <ListPage
          path="/operator/payments"
          columns={columns}
          fixed={integration ? { integration } : { customer: customer! }}
          filters={[
            {
              name: 'status',
              label: t('record.status'),
              options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
            },
            {
              name: 'currency',
              label: t('record.currency'),
              options: Object.keys(service.currencies).map((value) => ({ value, label: value })),
            },
            mode,
          ]}
          to={({ id }) => `/operator/payments/${id}`}
          empty={<Empty title={t('payments.none')} />}
        />
      ) : (
        <Empty title={t('operator.whosePayments')}>{t('operator.whosePaymentsAdvice')}</Empty>
      )}
    </>
  );
}
