import { harmlessCell, quoteCell } from '../core/csv-cell.ts';

/**
 * A column of a file. `text` may hold anything; `plain` is an id, a word or a phone in E.164 form, none of which can be
 * a formula; `time` is RFC 3339 text; `amount` is in minor units of the record's currency.
 */
export type FileColumn<Row> = {
  readonly name: string;
  readonly kind: 'text' | 'plain' | 'time' | 'amount' | 'count';
  readonly of: (row: Row) => string | bigint | number | null;
};

type Entry<Row> = readonly [name: string, kind: FileColumn<Row>['kind'], of: FileColumn<Row>['of']];

export const columnsOf = <Row>(...entries: readonly Entry<Row>[]): readonly FileColumn<Row>[] =>
  entries.map(([name, kind, of]) => ({ name, kind, of }));

/** RFC 4180: each line ends with CRLF. */
export const csvHeader = (columns: readonly { readonly name: string }[]): string =>
  `${columns.map(({ name }) => name).join(',')}\r\n`;

/** One line. Amounts are whole numbers of minor units. */
export function csvLine<Row>(columns: readonly FileColumn<Row>[], row: Row): string {
  let line = '';
  for (const { kind, of } of columns) {
    const value = of(row);
    const text = kind === 'text' ? harmlessCell(value as string | null) : (value?.toString() ?? '');
    line += line === '' ? quoteCell(text) : `,${quoteCell(text)}`;
  }
  return `${line}\r\n`;
}
