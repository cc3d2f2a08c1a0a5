import type { CheckoutSession, CheckoutStatus } from '../../../contract/src/checkout.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

const statuses: readonly CheckoutStatus[] = ['open', 'completed', 'expired'];

export function SessionsPage() {
  const { t } = useTexts();
  const columns: readonly Column<CheckoutSession>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('record.description'), cell: ({ description }) => description ?? '–', line: 'name' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('record.id'), cell: ({ id }) => <Id id={id} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('links.sessions.title')} />
      <ListPage
        path="/checkout/sessions"
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
          { name: 'reference', label: t('record.reference') },
        ]}
        to={({ id }) => `/checkout/${id}`}
        empty={<Empty title={t('links.sessions.none')}>{t('links.sessions.noneAdvice')}</Empty>}
      />
    </>
  );
}
