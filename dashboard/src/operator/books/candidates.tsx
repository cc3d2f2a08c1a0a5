import { Text } from '@mantine/core';
import type { CaseDetail } from '../../../../contract/src/cases.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import { useChange } from '../../world/change.ts';
import { failureOf, useRead } from '../../world/read.ts';
import { Act } from '../act.tsx';
import { Ref } from '../ref.tsx';
import { useMay } from '../rights.ts';
import classes from './books.module.css';
import type { Exception } from './read-exception.ts';

type CandidatesProps = { record: CaseDetail; exception: Exception };
type Candidate = { lines: string[]; entries: string[]; records: string[]; amount: bigint; day: string };

/** Open items of the other side that sum to the case. They are shown before money is posted for it. */
export function Candidates({ record, exception }: CandidatesProps) {
  const { t } = useTexts();
  const may = useMay();
  const read = useRead('/operator/cases/{id}/candidates', { params: { id: record.id } });
  const { currency, side } = exception;
  const failure = failureOf(read);
  const rows = read.data?.data ?? [];
  const head = t(side === 'there' ? 'books.candidatesHere' : 'books.candidatesThere');
  return (
    <Section title={head}>
      {failure ? (
        <Failure error={failure} retry={() => read.refetch()} />
      ) : !read.data ? (
        <Loading rows={2} />
      ) : rows.length === 0 ? (
        <Text c="dimmed">{t('books.noCandidates')}</Text>
      ) : (
        <Table
          rows={rows.map((row) => ({ ...row, id: [...row.lines, ...row.entries].join(' ') }))}
          to={undefined}
          columns={[
            { head: t('books.day'), cell: ({ day }) => <Day day={day} /> },
            { head: t('books.records'), cell: ({ records }) => <Records records={records} /> },
            {
              head: t('record.amount'),
              cell: ({ amount }) => <Money amount={amount} currency={currency} />,
              end: true,
            },
            ...(may('money')
              ? [
                  {
                    head: t('books.act'),
                    cell: (row: Candidate) => <Match record={record} candidate={row} />,
                    end: true,
                  },
                ]
              : []),
          ]}
        />
      )}
    </Section>
  );
}

const Records = ({ records }: { records: readonly string[] }) => (
  <span className={classes.ids}>
    {records.map((id) => (
      <Ref key={id} id={id} />
    ))}
  </span>
);

function Match({ record, candidate }: { record: CaseDetail; candidate: Candidate }) {
  const { t } = useTexts();
  const match = useChange('POST', '/operator/cases/{id}/match', [
    '/operator/cases',
    '/operator/cases/{id}',
    '/operator/reconciliation',
    '/operator/statement_lines',
  ]);
  const { lines, entries, records } = candidate;
  return (
    <Act
      name={t('books.match')}
      title={t('books.matchTitle')}
      change={match}
      run={(reason) => match.run({ params: { id: record.id }, body: { lines, entries, reason } })}
      reason
      button={{ size: 'compact-sm' }}
    >
      {t('books.matchAsk')} <Records records={records} />
    </Act>
  );
}
