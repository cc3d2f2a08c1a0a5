import type { Schedule, ScheduleStatus } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { ChevronLeft } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import classes from './payouts.module.css';
import { ScheduleStatusMark } from './schedule-status.tsx';

const statuses: readonly ScheduleStatus[] = ['pending', 'active', 'paused', 'ended'];

export function SchedulesPage() {
  const { t } = useTexts();
  const columns: readonly Column<Schedule>[] = [
    { head: t('payouts.column.name'), cell: ({ name }) => name },
    { head: t('record.status'), cell: (schedule) => <ScheduleStatusMark schedule={schedule} /> },
    { head: t('payroll.schedule.interval'), cell: ({ interval }) => t(`payroll.intervalOf.${interval}`), wide: true },
    { head: t('payroll.people'), cell: ({ totals }) => totals.count, wide: true },
    { head: t('payroll.schedule.next'), cell: ({ next_at }) => <Time at={next_at} />, wide: true },
    {
      head: t('record.amount'),
      cell: ({ totals, currency }) => <Money amount={totals.amount} currency={currency} />,
      end: true,
    },
  ];
  return (
    <>
      <PageHead
        title={t('payroll.schedules')}
        above={
          <Go to="/payouts" className={classes.back}>
            <ChevronLeft size={14} aria-hidden /> {t('payouts.title')}
          </Go>
        }
      />
      <ListPage
        path="/schedules"
        columns={columns}
        filters={[
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((status) => ({ value: status, label: t(`payroll.statusOf.${status}`) })),
          },
        ]}
        to={({ id }) => `/schedules/${id}`}
        empty={
          <Empty title={t('payroll.noSchedules')} action={<Go to="/payouts/new">{t('payouts.new')}</Go>}>
            {t('payroll.noSchedulesAdvice')}
          </Empty>
        }
      />
    </>
  );
}
