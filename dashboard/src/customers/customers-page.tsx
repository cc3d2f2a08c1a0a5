import type { Customer } from '../../../contract/src/customers.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

export function CustomersPage() {
  const { t } = useTexts();
  const columns: readonly Column<Customer>[] = [
    { head: t('find.phone'), cell: ({ phone }) => phone, line: 'who' },
    {
      head: t('customers.last'),
      cell: ({ last_payment: last }) =>
        last ? <Money amount={last.amount} currency={last.currency} off={last.status === 'failed'} /> : '–',
      end: true,
      line: 'much',
    },
    {
      head: t('record.status'),
      cell: ({ last_payment: last }) => (last ? <Status status={last.status} /> : '–'),
      line: 'state',
    },
    { head: t('record.id'), cell: ({ id }) => <Id id={id} />, wide: true },
    {
      head: t('customers.lastAt'),
      cell: ({ last_payment: last }) => (last ? <Time at={last.created_at} /> : '–'),
      end: true,
      line: 'when',
    },
  ];
  return (
    <>
      <PageHead title={t('customers.title')} />
      <ListPage
        path="/customers"
        columns={columns}
        filters={[{ name: 'q', kind: 'phone' }]}
        to={({ id }) => `/customers/${id}`}
        empty={<Empty title={t('customers.none')}>{t('customers.noneAdvice')}</Empty>}
      />
    </>
  );
}
