import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Schedule, ScheduleStatus } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { ChevronLeft } from '../ui/icons.ts';
import { type Column, ListPage, Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states.tsx';
import { useRead } from '../world/read.ts';
import { NextRuns } from './next-runs.tsx';
import classes from './payouts.module.css';
import { ScheduleActions } from './schedule-actions.tsx';
import { ScheduleApproval } from './schedule-approval.tsx';
import { choiceOf } from './schedule-days.ts';
import { ScheduleStatusMark } from './schedule-status.tsx';
import { ScheduleTransfer } from './schedule-transfer.tsx';
import { shortTimeIn, timeIn, whatOf, whenOf } from './schedule-words.ts';

/** Runs appear without a reload. */
const EVERY_MS = 5_000;

export function SchedulePage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const schedule = useRead('/schedules/{id}', {
    params: { id },
    refetchInterval: (now) => (now?.status === 'active' ? EVERY_MS : false),
  });
  const wallets = useRead('/wallets', { query: { limit: 100 } }).data?.data;
  const walletOf = ({ wallet, currency }: Schedule) => wallets?.find((one) => one.id === wallet)?.label ?? currency;
  const toOf = ({ to }: Schedule) => wallets?.find((one) => one.id === to)?.label ?? to ?? '';
  return (
    <RecordPage
      kind={t(schedule.data?.kind === 'transfer' ? 'payroll.schedule.oneTransfer' : 'payroll.schedule.one')}
      list={{ to: '/schedules', name: t('payroll.schedules') }}
      record={schedule}
      title={({ name }) => name}
      status={(record) => <ScheduleStatusMark schedule={record} />}
      actions={(record) => <ScheduleActions schedule={record} />}
      facts={(record) => [
        [t('payroll.schedule.each'), whatOf(record, t, toOf(record))],
        [t('payroll.schedule.interval'), whenOf(record, t)],
        [
          t('payouts.wallet'),
          <Go key="wallet" to={`/wallets/${record.wallet}`}>
            {walletOf(record)}
          </Go>,
        ],
        [t('payouts.bearer'), record.fee_bearer === 'receiver' && t('payouts.receivers')],
        [
          t('payroll.schedule.notice'),
          record.notice_hours > 0
            ? t('payroll.schedule.days', { count: Math.max(1, Math.round(record.notice_hours / 24)) })
            : t('payroll.schedule.atRun'),
        ],
        [t('record.id'), <Id key="id" id={record.id} />],
      ]}
    >
      {(record) => (
        <>
          {record.status === 'pending' && (
            <ScheduleApproval schedule={record} wallet={walletOf(record)} to={toOf(record)} />
          )}
          <LastRun schedule={record} />
          <NextRuns schedule={record} />
          <People schedule={record} />
        </>
      )}
    </RecordPage>
  );
}

function LastRun({ schedule: { last_run, time_zone } }: { schedule: Schedule }) {
  const { t } = useTexts();
  if (!last_run) return null;
  const at = timeIn(last_run.at, time_zone);
  const { payout, transfer } = last_run;
  const made = payout ? `/payouts/${payout}` : transfer && `/transfers/${transfer}`;
  return (
    <Section title={t('payroll.schedule.last')}>
      {made ? (
        <Go to={made}>{t('payroll.schedule.made', { at })}</Go>
      ) : (
        <Text role="alert" c="var(--mantine-color-error)">
          {t('payroll.schedule.notMade', { at })} {last_run.problem && t(`payroll.problem.${last_run.problem}`)}
        </Text>
      )}
    </Section>
  );
}

function People({ schedule: { items, currency } }: { schedule: Schedule }) {
  const { t } = useTexts();
  if (!items) return null;
  const hasReferences = items.some(({ reference }) => reference);
  return (
    <Section title={t('payroll.people')}>
      <Table
        rows={items}
        to={undefined}
        columns={[
          { head: t('payouts.column.name'), cell: ({ name }) => name || '–' },
          { head: t('payouts.column.recipient'), cell: ({ recipient }) => recipient },
          ...(hasReferences
            ? [{ head: t('record.reference'), cell: ({ reference }: (typeof items)[number]) => reference || '–' }]
            : []),
          {
            head: t('record.amount'),
            cell: ({ amount }) => <Money amount={amount} currency={currency} />,
            end: true,
          },
        ]}
      />
    </Section>
  );
}

/** In the schedule's own zone, as on its page. */
function NextAt({ schedule: { next_at, time_zone } }: { schedule: Schedule }) {
  return next_at === null ? '–' : <time dateTime={next_at}>{shortTimeIn(next_at, time_zone)}</time>;
}

const statuses: readonly ScheduleStatus[] = ['pending', 'active', 'paused', 'ended'];

export function SchedulesPage() {
  const { t } = useTexts();
  const columns: readonly Column<Schedule>[] = [
    { head: t('payouts.column.name'), cell: ({ name }) => name, line: 'name' },
    { head: t('record.status'), cell: (schedule) => <ScheduleStatusMark schedule={schedule} />, line: 'state' },
    { head: t('payroll.schedule.interval'), cell: (one) => t(`payroll.intervalOf.${choiceOf(one)}`), wide: true },
    { head: t('payroll.people'), cell: ({ totals }) => totals.count, wide: true },
    { head: t('payroll.schedule.next'), cell: (one) => <NextAt schedule={one} />, line: 'when' },
    {
      head: t('record.amount'),
      cell: ({ totals, currency }) => <Money amount={totals.amount} currency={currency} />,
      end: true,
      line: 'much',
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
      >
        <ScheduleTransfer />
      </PageHead>
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
          <Empty title={t('payroll.noSchedules')} action={<Go to="/payouts/new">{t('payroll.new')}</Go>}>
            {t('payroll.noSchedulesAdvice')}
          </Empty>
        }
      />
    </>
  );
}
