import { Group, TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatDay } from '../../ui/format.ts';
import { Table } from '../../ui/list-page.tsx';
import { RecordHead } from '../../ui/record-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import { failureOf, useRead } from '../../world/read.ts';
import { Choice } from '../choice.tsx';
import { ModeName } from '../mode-name.tsx';
import { addDays } from './add-days.ts';
import { MonthDocuments } from './close-documents.tsx';
import { CloseFigures } from './close-figures.tsx';
import { CloseVerdict } from './close-verdict.tsx';
import { useReconciledRails } from './rail-state.ts';

/** The month of a rail from its closed days. At first the last whole month of the first rail with closes. */
export function ClosedMonthPage() {
  const { t } = useTexts();
  const rails = useReconciledRails();
  const failure = failureOf(rails);
  const asked = useParams({ strict: false }) as { rail?: string; month?: string };
  const first = rails.data?.data.find(({ closed_to: day }) => day !== null);
  const rail = asked.rail ?? first?.rail;
  const month = asked.month ?? (first?.closed_to ? wholeMonth(first.closed_to) : undefined);
  return (
    <article>
      <RecordHead
        title={t('books.closedMonth')}
        list={{ to: '/operator/closes', name: t('operator.page.closes') }}
        shown={rail && month ? `${rail} · ${month}` : t('books.closedMonth')}
      />
      {rail && month ? (
        <>
          <MonthFields
            key={`${rail} ${month}`}
            rail={rail}
            month={month}
            rails={(rails.data?.data ?? []).map((one) => one.rail)}
          />
          <Month rail={rail} month={month} />
        </>
      ) : failure ? (
        <Failure error={failure} retry={() => rails.refetch()} />
      ) : rails.data ? (
        <Empty title={t('books.noCloses')}>{t('books.monthNoRail')}</Empty>
      ) : (
        <Loading />
      )}
    </article>
  );
}

/** The month that ends with this day, or the one before it. */
function wholeMonth(closedTo: string): string {
  const isWhole = addDays(closedTo, 1).endsWith('-01');
  return isWhole ? closedTo.slice(0, 7) : addDays(`${closedTo.slice(0, 7)}-01`, -1).slice(0, 7);
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

function MonthFields({ rail, month, rails }: { rail: string; month: string; rails: readonly string[] }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState(month);
  const open = (of: string, at: string) => navigate({ to: `/operator/closed_months/${of}/${at}`, replace: true });
  return (
    <Group mb="md" align="flex-end">
      <Choice label={t('payments.rail')} value={rail} options={rails} onChange={(one) => open(one, month)} />
      <TextInput
        type="month"
        label={t('books.month')}
        w={190}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          if (isMonth(value)) open(rail, value);
        }}
      />
    </Group>
  );
}

function Month({ rail, month }: { rail: string; month: string }) {
  const { t } = useTexts();
  const read = useRead('/operator/closes/month', { query: { rail, month } });
  const failure = failureOf(read);
  if (failure instanceof ApiError && failure.code === 'close_not_ready') {
    return <Empty title={t('books.monthNotReady')}>{failure.message}</Empty>;
  }
  if (failure) return <Failure error={failure} retry={() => read.refetch()} />;
  if (!read.data) return <Loading rows={10} />;
  const { from, to, days, livemode, currency, difference, closes } = read.data;
  return (
    <>
      <Facts
        facts={[
          [t('books.from'), <Day key="from" day={from} />],
          [t('books.to'), <Day key="to" day={to} />],
          [t('books.closedDays'), String(days)],
          [t('shell.mode'), <ModeName key="mode" livemode={livemode} />],
        ]}
      />
      <MonthDocuments rail={rail} month={month} />
      <CloseVerdict difference={difference} currency={currency} />
      <CloseFigures figures={read.data} items={[]} />
      <Section title={t('books.closedDays')}>
        <Table
          rows={closes.map((id, index) => ({ id, day: addDays(from, index) }))}
          to={({ id }) => `/operator/closes/${id}`}
          columns={[{ head: t('books.day'), cell: ({ day }) => formatDay(day) }]}
        />
      </Section>
    </>
  );
}
