import { TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Safeguarding } from '../../../../contract/src/safeguarding.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Go } from '../../ui/go.tsx';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { failureOf, useRead } from '../../world/read.ts';
import { ModeName } from '../mode-name.tsx';
import classes from './books.module.css';
import { useReconciledRails } from './rail-state.ts';
import { SafeguardingReport } from './safeguarding-report.tsx';

/** The money owed and the money held at the end of a day; at first of the last day that every rail has closed. */
export function SafeguardingPage() {
  const { t } = useTexts();
  const { day: asked } = useParams({ strict: false }) as { day?: string };
  const rails = useReconciledRails();
  const failure = failureOf(rails);
  const closed = (rails.data?.data ?? []).flatMap(({ closed_to: day }) => day ?? []).sort();
  const day = asked ?? closed[0];
  return (
    <>
      <PageHead title={t('operator.page.safeguarding')} />
      <p className={classes.says}>{t('books.safeguardingAdvice')}</p>
      {day ? (
        <SafeguardingDay day={day} />
      ) : failure ? (
        <Failure error={failure} retry={() => rails.refetch()} />
      ) : rails.data ? (
        <Empty title={t('books.noCloses')}>{t('books.noComparisonAdvice')}</Empty>
      ) : (
        <Loading />
      )}
    </>
  );
}

function SafeguardingDay({ day }: { day: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const read = useRead('/operator/safeguarding', { query: { day }, refetchInterval: 30_000 });
  const failure = failureOf(read);
  return (
    <>
      <TextInput
        type="date"
        label={t('books.day')}
        w={170}
        mb="md"
        value={day}
        onChange={({ currentTarget: { value } }) =>
          value !== '' && navigate({ to: `/operator/safeguarding/${value}`, replace: true })
        }
      />
      {failure ? (
        <Failure error={failure} retry={() => read.refetch()} />
      ) : read.data ? (
        <Comparison answer={read.data} />
      ) : (
        <Loading />
      )}
    </>
  );
}

type Answer = NonNullable<ReturnType<typeof useRead<'/operator/safeguarding'>>['data']>;

function Comparison({ answer }: { answer: Answer }) {
  const { t } = useTexts();
  const { data, waiting, day } = answer;
  return (
    <>
      {data.some(({ gap }) => gap > 0n) && <Alarm rows={data.filter(({ gap }) => gap > 0n)} />}
      {data.length > 0 && <Currencies rows={data} />}
      {data.length === 0 && waiting.length === 0 && (
        <Empty title={t('books.noComparison')}>{t('books.noComparisonAdvice')}</Empty>
      )}
      {data.length > 0 && <Holdings rows={data} />}
      {waiting.length > 0 && (
        <Section title={t('books.waitingFor')}>
          <p className={classes.says}>{t('books.waitingAdvice')}</p>
          <Table
            rows={waiting.map((rail) => ({ ...rail, id: rail.rail }))}
            to={({ rail }) => `/operator/closes/${rail}/${day}`}
            columns={[
              { head: t('payments.rail'), cell: ({ rail }) => rail },
              { head: t('record.currency'), cell: ({ currency }) => currency },
              { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, end: true },
            ]}
          />
        </Section>
      )}
      <SafeguardingReport answer={answer} />
    </>
  );
}

/** The service opened a case about each gap. */
function Alarm({ rows }: { rows: readonly Safeguarding[] }) {
  const { t } = useTexts();
  return (
    <div className={classes.alarm} role="alert">
      <strong>{t('books.gapAlarm')}</strong>{' '}
      {rows.map(({ livemode, currency, gap }) => (
        <span key={`${livemode} ${currency}`}>
          <Money amount={gap} currency={currency} /> (<ModeName livemode={livemode} />){' '}
        </span>
      ))}
      <Go to="/operator/cases" search={{ kind: 'safeguarding_gap', status: 'open' }}>
        {t('books.gapCases')}
      </Go>
    </div>
  );
}

const idOf = ({ livemode, currency }: Safeguarding) => `${livemode} ${currency}`;

function Currencies({ rows }: { rows: readonly Safeguarding[] }) {
  const { t } = useTexts();
  return (
    <Table
      rows={rows.map((row) => ({ ...row, id: idOf(row) }))}
      to={undefined}
      columns={[
        { head: t('record.currency'), cell: ({ currency }) => currency },
        { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
        {
          head: t('record.status'),
          cell: ({ gap }) => (
            <span className={gap > 0n ? classes.gap : classes.covered}>
              {t(gap > 0n ? 'books.coverageOf.gap' : 'books.coverageOf.covered')}
            </span>
          ),
        },
        { head: t('books.owed'), cell: (row) => <Money amount={row.owed} currency={row.currency} />, end: true },
        { head: t('books.held'), cell: (row) => <Money amount={row.holdings} currency={row.currency} />, end: true },
        {
          head: t('books.surplus'),
          cell: ({ holdings, owed, currency }) => <Money amount={holdings - owed} currency={currency} />,
          end: true,
        },
        {
          head: t('books.inSuspense'),
          cell: ({ suspended, currency }) => <Money amount={suspended} currency={currency} />,
          end: true,
        },
      ]}
    />
  );
}

function Holdings({ rows }: { rows: readonly Safeguarding[] }) {
  const { t } = useTexts();
  const rails = rows.flatMap(({ rails: some, currency }) =>
    some.map((rail) => ({ ...rail, currency, id: rail.close })),
  );
  return (
    <Section title={t('books.byRail')}>
      <Table
        rows={rails}
        to={({ close }) => `/operator/closes/${close}`}
        columns={[
          { head: t('payments.rail'), cell: ({ rail }) => rail },
          {
            head: t('books.closing'),
            cell: ({ holdings, currency }) => <Money amount={holdings} currency={currency} />,
            end: true,
          },
        ]}
      />
    </Section>
  );
}
