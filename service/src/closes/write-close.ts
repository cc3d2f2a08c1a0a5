import { sidesDifference } from './explain.ts';
import type { CloseItem } from './find-items.ts';
import type { CloseRow } from './store.ts';
import { decimalOf, writeCsv } from './write-csv.ts';
import { type ReportTable, writePdf } from './write-pdf.ts';

type Document = { readonly row: CloseRow; readonly exponent: number };
/** The figures of a day, or of a month: both are written alike. */
export type WrittenFigures = Pick<
  CloseRow,
  'currency' | 'opening_there' | 'closing_there' | 'opening_here' | 'closing_here' | 'movements' | 'explained'
>;
type Money = (amount: bigint | string) => string;
export const moneyOf =
  (exponent: number): Money =>
  (amount) =>
    decimalOf(BigInt(amount), exponent);

const sides = [
  ['there', 'At the provider'],
  ['here', 'In our books'],
] as const;

export const csvHead = ['section', 'name', 'count', 'amount', 'fees', 'day', 'record', 'match'];
export const aboutRows = (facts: Readonly<Record<string, string | null>>) =>
  Object.entries(facts).map(([name, value]) => ['about', name, '', '', '', '', value ?? '', '']);

/** The figures as rows of a CSV file. Amounts have a decimal point. */
export function figureRows(row: WrittenFigures, money: Money): string[][] {
  const amountRow = (section: string, name: string, amount: bigint) => [
    ...[section, name, '', money(amount), '', '', '', ''],
  ];
  return [
    ...sides.flatMap(([side]) => [
      amountRow(side, 'opening', row[`opening_${side}`]),
      ...row.movements
        .filter((movement) => movement.side === side)
        .map(({ kind, count, sum, fees }) => [side, kind, String(count), money(sum), money(fees), '', '', '']),
      amountRow(side, 'closing', row[`closing_${side}`]),
    ]),
    amountRow('difference', 'there - here', sidesDifference(row)),
    ...row.explained.map(({ kind, count, amount }) => [
      ...['explained', kind, String(count), money(amount), '', '', '', ''],
    ]),
  ];
}

/** The figures and every item of a close, a row each. */
export function writeCloseCsv({ row, exponent }: Document, items: readonly CloseItem[]): Buffer {
  const money = moneyOf(exponent);
  return writeCsv([
    csvHead,
    ...aboutRows({
      ...{ close: row.id, rail: row.rail, mode: row.livemode ? 'live' : 'test', currency: row.currency, day: row.day },
      ...{ time_zone: row.time_zone, cut_at: row.cut_at.toISOString(), source: row.source },
      ...{ closed_by: row.created_by, closed_at: row.created_at.toISOString() },
      ...{ reviewed_by: row.reviewed_by, reviewed_at: row.reviewed_at?.toISOString() ?? null },
    }),
    ...figureRows(row, money),
    ...items.map(({ kind, amount, day, record, match }) => [
      ...['item', kind, '', money(amount), '', day, record ?? '', match],
    ]),
  ]);
}

const names: Readonly<Record<string, string>> = {
  missing_here: 'At the provider, not in our books',
  missing_there: 'In our books, not at the provider',
  amount_differs: 'The amounts differ',
  fee_differs: 'The charges differ',
  duplicate_there: 'The provider lists it twice',
  ambiguous: 'Several records fit',
  reversed: 'The provider took it back',
  timing: 'Timing: the other side books it on another day',
  resolved_later: 'Resolved on a later day',
  charges: 'Charges that we post on another day',
  opening: 'An opening balance booked after the first close',
};
const sources = { statement: 'its statement', lines: 'the lines of its statements', float: 'its measured balance' };

/** Both sides with their movements, and the kinds of items that explain the difference. */
export function figureTables(row: WrittenFigures, money: Money): ReportTable[] {
  return [
    ...sides.map(([side, title]) => ({
      title,
      columns: [
        { name: 'Movement', width: 40 },
        { name: 'Count', width: 15, right: true },
        { name: 'Sum', width: 25, right: true },
        { name: 'Charges inside', width: 20, right: true },
      ] as const,
      rows: [
        ['Opening balance', '', money(row[`opening_${side}`]), ''],
        ...row.movements
          .filter((movement) => movement.side === side)
          .map(({ kind, count, sum, fees }) => [kind, String(count), money(sum), side === 'there' ? money(fees) : '']),
        ['Closing balance', '', money(row[`closing_${side}`]), ''],
      ],
    })),
    {
      title: `Difference: ${money(sidesDifference(row))} ${row.currency}`,
      columns: [
        { name: 'Explained by', width: 55 },
        { name: 'Items', width: 15, right: true },
        { name: 'Amount', width: 30, right: true },
      ],
      rows: row.explained.map(({ kind, count, amount }) => [names[kind] ?? kind, String(count), money(amount)]),
    },
  ];
}

/** The close as a PDF, with its largest items. */
export function writeClosePdf({ row, exponent }: Document, items: readonly CloseItem[], brand: string) {
  const money = moneyOf(exponent);
  return writePdf({
    title: `Daily close ${row.day}, ${row.rail}`,
    at: row.reviewed_at ?? row.created_at,
    about: [
      `${brand}. ${row.livemode ? 'Live' : 'Test'} mode, amounts in ${row.currency}.`,
      `The day ends at ${row.cut_at.toISOString()} (${row.time_zone}). Both sides are cut at this moment.`,
      `The balance at the provider comes from ${sources[row.source]}.`,
      `Closed by ${row.created_by} at ${row.created_at.toISOString()}. Close ${row.id}.`,
      `Reviewed by ${row.reviewed_by} at ${row.reviewed_at?.toISOString()}.`,
    ],
    tables: [
      ...figureTables(row, money),
      {
        title: 'Items (the CSV file has all of them)',
        columns: [
          { name: 'Day', width: 14 },
          { name: 'Kind', width: 36 },
          { name: 'Record', width: 30 },
          { name: 'Amount', width: 20, right: true },
        ],
        rows: items.map(({ day, kind, record, match, amount }) => [
          ...[day, names[kind] ?? kind, record ?? match, money(amount)],
        ]),
      },
    ],
  });
}
