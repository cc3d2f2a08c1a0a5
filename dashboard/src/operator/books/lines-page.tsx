import { useSearch } from '@tanstack/react-router';
import type { ReconciledRail, StatementLine } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { formatDay } from '../../ui/format.ts';
import { Go } from '../../ui/go.tsx';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { Day } from '../../ui/time.tsx';
import { useChange } from '../../world/change.ts';
import { Act } from '../act.tsx';
import { Ref } from '../ref.tsx';
import { useMay } from '../rights.ts';
import classes from './books.module.css';
import { useReconciledRails } from './rail-state.ts';

/** The day as the service takes it; null while it is incomplete. */
const wholeDay = (typed: string): string | null => (/^\d{4}-\d\d-\d\d$/.test(typed) ? typed : null);

/** The lines of a rail, a day or a file, each with the entries of the books that it matches. */
export function LinesPage() {
  const { t } = useTexts();
  const may = useMay();
  const rails = useReconciledRails().data?.data ?? [];
  const { rail, file } = useSearch({ strict: false }) as { rail?: string; file?: string };
  const columns: readonly Column<StatementLine>[] = [
    { head: t('books.line'), cell: ({ line }) => line },
    ...(rail || file ? [] : [{ head: t('payments.rail'), cell: (one: StatementLine) => one.rail }]),
    { head: t('books.booked'), cell: (line) => <Booked line={line} /> },
    { head: t('operator.kind'), cell: ({ kind }) => t(`books.lineOf.${kind}`) },
    { head: t('record.amount'), cell: (line) => <Amount line={line} rails={rails} />, end: true },
    { head: t('books.providerId'), cell: (line) => <Ids line={line} /> },
    { head: t('books.result'), cell: (line) => <Result line={line} /> },
    { head: t('books.entries'), cell: (line) => <Entries line={line} /> },
    ...(may('money') ? [{ head: t('books.act'), cell: (line: StatementLine) => <Undo line={line} /> }] : []),
  ];
  return (
    <>
      <PageHead title={t('books.lines')} />
      <ListPage
        path="/operator/statement_lines"
        columns={columns}
        filters={[
          {
            name: 'rail',
            label: t('payments.rail'),
            options: rails.map((one) => ({ value: one.rail, label: one.rail })),
          },
          { name: 'day', label: t('books.dayFilter'), read: wholeDay, advice: t('books.dayAdvice') },
          { name: 'file', label: t('books.fileFilter') },
        ]}
        empty={<Empty title={t('books.noLines')}>{t('books.noLinesAdvice')}</Empty>}
      />
    </>
  );
}

function Booked({ line: { booked_on: booked, accounted_on: accounted } }: { line: StatementLine }) {
  const { t } = useTexts();
  return (
    <>
      <Day day={booked} />
      {accounted !== booked && <div className={classes.more}>{t('books.countsOn', { day: formatDay(accounted) })}</div>}
    </>
  );
}

function Amount({ line, rails }: { line: StatementLine; rails: readonly ReconciledRail[] }) {
  const { t } = useTexts();
  const currency = rails.find(({ rail }) => rail === line.rail)?.currency;
  if (!currency) return '…';
  return (
    <>
      <Money amount={line.amount} currency={currency} />
      {line.fee !== 0n && (
        <div className={classes.more}>
          {t('books.charge')} <Money amount={line.fee} currency={currency} />
        </div>
      )}
    </>
  );
}

function Ids({ line: { operation, reference, phone } }: { line: StatementLine }) {
  const more = [reference, phone].filter((one) => one !== null);
  return (
    <>
      {operation ? <code>{operation}</code> : more.length === 0 && '–'}
      {more.map((one) => (
        <div key={one} className={classes.more}>
          {one}
        </div>
      ))}
    </>
  );
}

/** The result in words. An open line leads to its case, which has the line's id as its record. */
function Result({ line: { id, state, result } }: { line: StatementLine }) {
  const { t } = useTexts();
  if (result) return t(`books.resultOf.${result}`);
  if (state !== 'booked') return t(`books.stateOf.${state}`);
  return (
    <Go to="/operator/cases" search={{ record: id }}>
      {t('books.open')}
    </Go>
  );
}

function Entries({ line: { entries } }: { line: StatementLine }) {
  if (entries.length === 0) return '–';
  return (
    <span className={classes.ids}>
      {entries.map(({ position, source }) => (
        <Ref key={position} id={source} />
      ))}
    </span>
  );
}

function Undo({ line: { id, line, match, result } }: { line: StatementLine }) {
  const { t } = useTexts();
  const undo = useChange('POST', '/operator/statement_lines/{id}/undo_match', [
    '/operator/statement_lines',
    '/operator/reconciliation',
  ]);
  if (match === null || result === 'resolved') return null;
  return (
    <Act
      name={t('books.undo')}
      title={t('books.undoTitle', { line })}
      change={undo}
      run={(reason) => undo.run({ params: { id }, body: { reason } })}
      reason
      danger
      button={{ size: 'compact-xs' }}
    >
      {t('books.undoAsk')}
    </Act>
  );
}
