import type { Close } from '../../../../contract/src/closes.ts';
import type { ReconciledRail } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { formatDay } from '../../ui/format.ts';
import { Go } from '../../ui/go.tsx';
import { type Column, ListPage, Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Day } from '../../ui/time.tsx';
import { failureOf } from '../../world/read.ts';
import { ModeName } from '../mode-name.tsx';
import { addDays } from './add-days.ts';
import { CloseStatus } from './close-status.tsx';
import { exceptionsOf, stateOf, useReconciledRails } from './rail-state.ts';

/** The next open day of each rail, and the closed days. */
export function ClosesPage() {
  const { t } = useTexts();
  const rails = useReconciledRails();
  const columns: readonly Column<Close>[] = [
    { head: t('books.day'), cell: ({ day }) => formatDay(day) },
    { head: t('payments.rail'), cell: ({ rail }) => rail },
    { head: t('record.status'), cell: ({ status }) => <CloseStatus status={status} /> },
    {
      head: t('operator.atProvider'),
      cell: ({ there, currency }) => <Money amount={there.closing} currency={currency} />,
      end: true,
      wide: true,
    },
    {
      head: t('books.clearing'),
      cell: ({ here, currency }) => <Money amount={here.closing} currency={currency} />,
      end: true,
      wide: true,
    },
    {
      head: t('operator.difference'),
      cell: ({ difference, currency }) => <Money amount={difference} currency={currency} />,
      end: true,
    },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
  ];
  return (
    <>
      <PageHead title={t('operator.page.closes')}>
        <Go to="/operator/closed_months">{t('books.closedMonths')}</Go>
      </PageHead>
      <NextDays rails={rails} />
      <Section title={t('books.closedDays')}>
        <ListPage
          path="/operator/closes"
          columns={columns}
          every={30_000}
          filters={[
            {
              name: 'rail',
              label: t('payments.rail'),
              options: (rails.data?.data ?? []).map(({ rail }) => ({ value: rail, label: rail })),
            },
            {
              name: 'status',
              label: t('record.status'),
              options: [
                { value: 'closed', label: t('status.unreviewed') },
                { value: 'reviewed', label: t('status.reviewed') },
              ],
            },
          ]}
          to={({ id }) => `/operator/closes/${id}`}
          empty={<Empty title={t('books.noCloses')}>{t('books.noClosesAdvice')}</Empty>}
        />
      </Section>
    </>
  );
}

/** The day after the last closed one; before the first close, the last day with a statement. */
function nextDay({ closed_to: closed, covered_to: covered }: ReconciledRail): string | null {
  if (closed === null) return covered;
  return addDays(closed, 1);
}

function NextDays({ rails }: { rails: ReturnType<typeof useReconciledRails> }) {
  const { t } = useTexts();
  const failure = failureOf(rails);
  if (failure) return <Failure error={failure} retry={() => rails.refetch()} />;
  if (!rails.data) return <Loading rows={3} />;
  const rows = rails.data.data.filter((rail) => nextDay(rail) !== null);
  if (rows.length === 0) return null;
  const count = (rail: ReconciledRail) => exceptionsOf(rail).reduce((sum, { count: some }) => sum + some, 0);
  return (
    <Section title={t('books.nextDays')}>
      <Table
        rows={rows.map((rail) => ({ ...rail, id: rail.rail }))}
        to={(rail) => `/operator/closes/${rail.rail}/${nextDay(rail)}`}
        columns={[
          { head: t('payments.rail'), cell: ({ rail }) => rail },
          { head: t('books.nextDay'), cell: (rail) => <Day day={nextDay(rail)} /> },
          { head: t('record.status'), cell: (rail) => <Status status={stateOf(rail)} /> },
          { head: t('books.openItems'), cell: count, end: true },
          { head: t('books.since'), cell: ({ oldest }) => <Day day={oldest} />, end: true, wide: true },
          { head: t('books.coveredTo'), cell: ({ covered_to }) => <Day day={covered_to} />, end: true, wide: true },
        ]}
      />
    </Section>
  );
}
