import type { StatementFile } from '../../../../contract/src/statement-files.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import { Day } from '../../ui/time.tsx';
import { useReconciledRails } from './rail-state.ts';

/** The statements in a file, each with the balances that tie it in itself. */
export function FileStatements({ file: { statements } }: { file: StatementFile }) {
  const { t } = useTexts();
  const rails = useReconciledRails().data?.data ?? [];
  const money = (slug: string, amount: bigint | null) => {
    const currency = rails.find(({ rail }) => rail === slug)?.currency;
    return amount === null || !currency ? '–' : <Money amount={amount} currency={currency} />;
  };
  return (
    <Section title={t('books.statements')}>
      <Table
        rows={statements.map((statement, index) => ({ ...statement, id: String(index) }))}
        to={undefined}
        columns={[
          { head: t('books.account'), cell: ({ account }) => account ?? '–' },
          {
            head: t('books.number'),
            cell: ({ number, page }) => [number, page].filter((one) => one).join(' / ') || '–',
          },
          { head: t('books.from'), cell: ({ from }) => <Day day={from} /> },
          { head: t('books.to'), cell: ({ to }) => <Day day={to} /> },
          { head: t('books.opening'), cell: ({ rail, opening }) => money(rail, opening), end: true },
          { head: t('books.total'), cell: ({ rail, total }) => money(rail, total), end: true },
          { head: t('books.closing'), cell: ({ rail, closing }) => money(rail, closing), end: true },
          { head: t('books.lineCount'), cell: ({ lines }) => lines, end: true },
        ]}
      />
    </Section>
  );
}
