import { Plus } from 'lucide-react';
import type { Payout, PayoutStatus } from '../../../contract/src/payouts.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useMayChange } from '../world/may-change.ts';
import classes from './payouts.module.css';

const statuses: readonly PayoutStatus[] = ['pending', 'processing', 'completed', 'canceled'];

export function PayoutsPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const columns: readonly Column<Payout>[] = [
    { head: t('record.amount'), cell: ({ totals, currency }) => <Money amount={totals.amount} currency={currency} /> },
    {
      head: t('record.status'),
      cell: ({ status, approval }) =>
        approval?.status === 'pending' ? (
          <span className={classes.waits}>{t('payouts.waits')}</span>
        ) : (
          <Status status={status} />
        ),
    },
    {
      head: t('payouts.items'),
      cell: ({ totals }) =>
        t('payouts.done', { done: totals.succeeded_count + totals.failed_count, count: totals.count }),
    },
    { head: t('payouts.failed'), cell: ({ totals }) => totals.failed_count || '–', wide: true },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true },
  ];
  return (
    <>
      <PageHead title={t('payouts.title')}>
        {mayChange('money') && (
          <Go to="/payouts/new" className={classes.act}>
            <Plus size={16} aria-hidden /> {t('payouts.new')}
          </Go>
        )}
      </PageHead>
      <ListPage
        path="/payouts"
        columns={columns}
        filters={[
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
          },
          {
            name: 'approval',
            label: t('payouts.approval'),
            options: [{ value: 'pending', label: t('payouts.waits') }],
          },
          {
            name: 'currency',
            label: t('record.currency'),
            options: Object.keys(service.currencies).map((currency) => ({ value: currency, label: currency })),
          },
          { name: 'reference', label: t('record.reference') },
        ]}
        to={({ id }) => `/payouts/${id}`}
        empty={<Empty title={t('payouts.none')}>{t('payouts.noneAdvice')}</Empty>}
      />
    </>
  );
}
