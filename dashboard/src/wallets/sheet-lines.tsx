import type { Entry } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatAmount, formatTimeOnPaper } from '../ui/format.ts';
import { partyOf, signed } from './entry-columns.tsx';
import classes from './wallets.module.css';

/** The lines of a sheet of paper. */
export const LINES_OF_SHEET = 40;

/** The headings of a statement on paper; the currency is in them, so that the lines stay short. */
export const sheetHeads = (currency: string, t: Say): string[] => [
  t('record.created'),
  t('wallets.what'),
  t('record.customer'),
  t('record.reference'),
  t('record.description'),
  `${t('record.amount')}, ${currency}`,
  `${t('wallets.balanceAfter')}, ${currency}`,
];

/** The cells of a line on paper, each on one row. */
export const sheetCells = (entry: Entry, t: Say): string[] => [
  formatTimeOnPaper(entry.created_at, true),
  t(`wallets.kind.${entry.kind}`),
  partyOf(entry),
  entry.about?.reference ?? '',
  entry.about?.description ?? '',
  formatAmount(signed(entry), entry.currency),
  formatAmount(entry.balance_after, entry.currency),
];

/** A statement on paper: each line is one row, and a sheet has 40. */
export function SheetLines({ lines, currency, t }: { lines: readonly Entry[]; currency: string; t: Say }) {
  // A phone scrolls the table sideways; the keyboard reaches it too.
  const reach = { tabIndex: 0 };
  return (
    <section className={classes.sheetBox} {...reach} aria-label={t('wallets.statement')}>
      <table className={classes.sheet}>
        <thead>
          <tr>
            {sheetHeads(currency, t).map((head, index) => (
              <th key={head} scope="col" data-end={index > 4 || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((entry) => (
            <tr key={entry.id}>
              {sheetCells(entry, t).map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                <td key={index} data-end={index > 4 || undefined} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
