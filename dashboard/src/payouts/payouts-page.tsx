import type { PayoutStatus } from '../../../contract/src/payouts.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Plus } from '../ui/icons.ts';
import { ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { QuietLink } from '../ui/quiet-link.tsx';
import { Empty } from '../ui/states.tsx';
import { useMayChange } from '../world/may-change.ts';
import { PaidChart } from './paid-chart.tsx';
import { usePayoutColumns } from './payout-columns.tsx';
import classes from './payouts.module.css';

const statuses: readonly PayoutStatus[] = ['pending', 'processing', 'completed', 'canceled'];

export function PayoutsPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const columns = usePayoutColumns();
  return (
    <>
      <PageHead title={t('payouts.title')}>
        <QuietLink to="/people">{t('payroll.list.title')}</QuietLink>
        <QuietLink to="/schedules">{t('payroll.schedules')}</QuietLink>
        {mayChange('money') && (
          <Go to="/payouts/new" className={classes.act}>
            <Plus size={16} aria-hidden /> {t('payroll.new')}
          </Go>
        )}
      </PageHead>
      <PaidChart />
      <ListPage
        path="/payouts"
        columns={columns}
        filters={[
          { name: 'period', kind: 'period' },
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
          },
          {
            name: 'approval',
            label: t('payroll.approval'),
            options: [{ value: 'pending', label: t('payouts.waits') }],
          },
          {
            name: 'currency',
            label: t('record.currency'),
            options: Object.keys(service.currencies).map((currency) => ({ value: currency, label: currency })),
          },
          { name: 'reference', label: t('record.reference') },
          { name: 'item', label: t('payroll.item') },
        ]}
        to={({ id }) => `/payouts/${id}`}
        empty={<Empty title={t('payouts.none')}>{t('payroll.noneAdvice')}</Empty>}
      />
    </>
  );
}
