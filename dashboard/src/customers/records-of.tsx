import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { type Column, Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';

const SHOWN = 10;

/** The latest payments of a customer. */
export function PaymentsOf({ customer }: { customer: string }) {
  const { t } = useTexts();
  const read = useRead('/payments', { query: { customer, limit: SHOWN } });
  const columns = useColumns();
  return (
    <Section
      title={t('customers.payments')}
      action={read.data?.has_more && <All to="/payments" customer={customer} name={t('customers.allPayments')} />}
    >
      <FormError error={failureOf(read)} />
      {read.data && <Table rows={read.data.data} to={({ id }) => `/payments/${id}`} columns={columns} />}
    </Section>
  );
}

/** The latest refunds. */
export function RefundsOfCustomer({ customer }: { customer: string }) {
  const { t } = useTexts();
  const read = useRead('/refunds', { query: { customer, limit: SHOWN } });
  const columns = useColumns();
  return (
    <Section
      title={t('customers.refunds')}
      action={read.data?.has_more && <All to="/refunds" customer={customer} name={t('customers.allRefunds')} />}
    >
      <FormError error={failureOf(read)} />
      {read.data && <Table rows={read.data.data} to={({ id }) => `/refunds/${id}`} columns={columns} />}
    </Section>
  );
}

function All({ to, customer, name }: { to: string; customer: string; name: ReactNode }) {
  return (
    <Go to={to} search={{ customer }}>
      {name}
    </Go>
  );
}

type Shown = {
  readonly id: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly status: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  readonly created_at: string;
  readonly reference: string | null;
};

function useColumns(): readonly Column<Shown>[] {
  const { t } = useTexts();
  return [
    {
      head: t('record.amount'),
      cell: ({ amount, currency, status }) => <Money amount={amount} currency={currency} off={status === 'failed'} />,
      line: 'much',
    },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', line: 'name' },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
}
