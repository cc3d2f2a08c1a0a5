import type { AnswerOf, RouteAt } from '../../api/contract.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Day } from '../../ui/time.tsx';

export type PreviewOfLayout = AnswerOf<RouteAt<'POST', '/operator/statement_layouts/preview'>>;

/** The first lines of a file as a layout reads them, and its problems. */
export function LayoutPreview({ preview: { lines, problems } }: { preview: PreviewOfLayout }) {
  const { t } = useTexts();
  return (
    <>
      {problems.length > 0 && (
        <Table
          rows={problems.map((problem, index) => ({ ...problem, id: String(index) }))}
          to={undefined}
          columns={[
            { head: t('books.line'), cell: ({ line }) => line ?? '–' },
            { head: t('books.problem'), cell: ({ problem }) => problem },
          ]}
        />
      )}
      {lines.length > 0 && (
        <Table
          rows={lines.map((line, index) => ({ ...line, id: String(index) }))}
          to={undefined}
          columns={[
            { head: t('books.line'), cell: ({ line }) => line },
            { head: t('books.booked'), cell: ({ booked_on: day }) => <Day day={day} /> },
            { head: t('operator.kind'), cell: ({ kind }) => t(`books.lineOf.${kind}`) },
            {
              head: t('record.amount'),
              cell: ({ amount, currency }) => <Money amount={BigInt(amount)} currency={currency} />,
              end: true,
            },
            { head: t('books.providerId'), cell: ({ operation }) => operation ?? '–' },
          ]}
        />
      )}
    </>
  );
}
