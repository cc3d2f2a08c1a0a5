import { currencyRule } from '../../config/config.ts';
import { amountText } from '../../rails/amount-text.ts';
import { compileDateFormat } from './date-format.ts';
import { findLabel, headerFinder, type TableHeader } from './find-header.ts';
import type { TableLayout } from './layout.ts';
import { makeClock } from './local-time.ts';
import { readCellAmount } from './row-amounts.ts';
import { makeRowReader, type RowReader } from './row-to-line.ts';
import { followBalance } from './running-balance.ts';
import type { FileProblem, Reader, ReadStatement, StatementLine } from './statement-line.ts';
import { type TableRow, textOfCell } from './table-row.ts';
import { findGap, netOf } from './tie.ts';

/** The cells before the header that a layout names. */
type Labels = { account: string | null; opening: TableRow['cells'][number]; closing: TableRow['cells'][number] };

/**
 * Turns the rows of a table into lines by a layout. A table is one statement of one account and one currency.
 * @param now the time of the import: later dates are refused
 */
export async function* readTable(rows: AsyncIterable<TableRow>, layout: TableLayout, now: Date): Reader {
  const clock = makeClock(layout.timeZone, now);
  const readDate = compileDateFormat(layout.dateFormat);
  const findHeader = headerFinder(layout);
  const labels: Labels = { account: null, opening: '', closing: '' };
  const book = openTableBook(layout);
  let header: TableHeader | null = null;
  let readRow: RowReader | null = null;
  for await (const row of rows) {
    if (!header || !readRow) {
      header = findHeader.next(row);
      if (header) readRow = makeRowReader(layout, header, readDate, clock);
      else readLabels(row, layout, labels);
      continue;
    }
    const problems: FileProblem[] = [];
    const found = readRow(row, (field, problem) => problems.push(problemOf(row.line, field, problem, layout)));
    if (found) problems.push(...book.add(found.lines, found.balance));
    for (const problem of problems) yield { problem };
    if (found && problems.length === 0) for (const line of found.lines) yield { line };
  }
  if (!header) throw findHeader.problem();
  const { statement, problems } = book.close(labels);
  for (const problem of problems) yield { problem };
  yield { statement };
}

/** Names the column as the file does. */
function problemOf(line: number, key: string, problem: string, { columns }: TableLayout): FileProblem {
  const name = columns[key as keyof typeof columns];
  const field = name === undefined ? key : typeof name === 'string' ? name : name[0]!;
  return { line, field, problem: `row ${line}: ${field} ${problem}` };
}

function readLabels(row: TableRow, { labels }: TableLayout, found: Labels): void {
  if (!labels) return;
  if (labels.account) {
    const cell = findLabel(row, labels.account);
    const text = cell === null ? null : textOfCell(cell);
    if (text && 'text' in text && text.text) found.account ??= text.text;
  }
  if (labels.opening) found.opening = findLabel(row, labels.opening) ?? found.opening;
  if (labels.closing) found.closing = findLabel(row, labels.closing) ?? found.closing;
}

/** Adds up the lines of a table and ties them with its balances. */
function openTableBook(layout: TableLayout) {
  const running = followBalance(layout.order);
  const hasBalance = layout.columns.balance !== undefined && !layout.optional?.includes('balance');
  let currency: string | null = null;
  let sum = 0n;
  let from: string | null = null;
  let to: string | null = null;
  const shown = (minor: bigint) => `${amountText(minor, currencyRule(currency!)?.exponent ?? 0)} ${currency}`;

  function follow(line: StatementLine, net: bigint, balance: bigint | null): string | null {
    if (balance === null) return hasBalance ? 'has no balance. Export the file with the balance of each row' : null;
    const gap = running.add(line.line, net, balance, line.at?.toISOString() ?? line.bookedOn);
    if (!gap) return null;
    return (
      `${shown(balance)} does not follow from row ${gap.previous}: ${shown(gap.expected)} is expected. ` +
      `The gap is ${shown(balance - gap.expected)}. A row may be missing: get the complete file from the provider`
    );
  }

  return {
    add(lines: readonly StatementLine[], balance: bigint | null): FileProblem[] {
      const line = lines[0]!;
      const net = lines.reduce((total, one) => total + netOf(one), 0n);
      currency ??= line.currency;
      if (line.currency !== currency)
        return [
          problemOf(
            line.line,
            'currency',
            `is ${line.currency}, but the file begins with ${currency}. Export one file per currency`,
            layout,
          ),
        ];
      if (from === null || line.bookedOn < from) from = line.bookedOn;
      if (to === null || line.bookedOn > to) to = line.bookedOn;
      sum += net;
      const gap = line.state === 'booked' ? follow(line, net, balance) : null;
      return gap ? [problemOf(line.line, 'balance', gap, layout)] : [];
    },
    close({ account, opening, closing }: Labels): { statement: ReadStatement; problems: FileProblem[] } {
      currency ??= layout.currency ?? null;
      const problems: FileProblem[] = [];
      const read = (cell: Labels['opening'], name: string) => {
        const value = readCellAmount(cell, layout, currencyRule(currency ?? '')?.exponent ?? 0);
        if ('minor' in value) return value.minor;
        problems.push({ line: null, field: name, problem: `the ${name} balance ${value.fault}` });
        return null;
      };
      const ends = running.ends();
      const balances = {
        opening: read(opening, 'opening') ?? ends?.opening ?? null,
        closing: read(closing, 'closing') ?? ends?.closing ?? null,
      };
      if (balances.opening !== null && balances.closing !== null && currency) {
        const gap = findGap(balances.opening, sum, balances.closing, currency);
        if (gap) problems.push({ line: null, field: null, problem: gap });
      }
      const statement = { account, currency, from, to, number: null, page: null, last: true, ...balances };
      return { statement, problems };
    },
  };
}
