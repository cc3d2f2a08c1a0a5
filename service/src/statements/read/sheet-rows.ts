import { cellOfIsoDate, cellOfSerial } from './cell-date.ts';
import { MAX_CELL_CHARS, MAX_COLUMNS } from './limits.ts';
import { decodeXml, openXml } from './read-xml.ts';
import type { SharedStrings } from './shared-strings.ts';
import { shownText } from './shown-text.ts';
import type { TableCell, TableRow } from './table-row.ts';
import { Unreadable } from './unreadable.ts';
import type { Workbook } from './workbook.ts';

/** Reads the rows of a sheet as they are inflated. Formulas are not computed: a cell has the value that Excel kept. */
export async function* readSheetRows(
  bytes: AsyncIterable<Uint8Array>,
  workbook: Workbook,
  texts: SharedStrings,
): AsyncGenerator<TableRow, void, undefined> {
  let rows: TableRow[] = [];
  const parser = openXml(collectRows(workbook, texts, (row) => rows.push(row)));
  for await (const piece of decodeXml(bytes)) {
    parser.write(piece);
    yield* rows;
    rows = [];
  }
  parser.close();
  yield* rows;
}

/** `AB` is 27, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const char of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + char.charCodeAt(0) - 64;
  return column - 1;
}

function collectRows(workbook: Workbook, texts: SharedStrings, emit: (row: TableRow) => void) {
  const open: string[] = [];
  let line = 0;
  let cells: TableCell[] = [];
  let type = 'n';
  let style = 0;
  let column = -1;
  let value = '';
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      open.push(name);
      if (name === 'row') {
        const next = attributes.r === undefined ? line + 1 : Number(attributes.r);
        if (!Number.isInteger(next) || next <= line)
          throw new Unreadable(`row ${shownText(attributes.r!)} is out of order`, line);
        line = next;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        const next = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        if (next <= column)
          throw new Unreadable(`row ${line} has the cell ${shownText(attributes.r!)} out of order`, line);
        column = next;
        if (column >= MAX_COLUMNS) throw new Unreadable(`row ${line} has more than ${MAX_COLUMNS} columns`, line);
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? '0');
        value = '';
      }
    },
    text(piece: string) {
      const name = open.at(-1);
      // `v` has the value, `is` a text in place. `f` has the formula, which is left out.
      if (name === 'v' || (name === 't' && open.includes('is') && !open.includes('rPh'))) value += piece;
    },
    close(name: string) {
      open.pop();
      if (name === 'c') {
        while (cells.length < column) cells.push('');
        cells.push(readCell(type, value, style, workbook, texts));
      } else if (name === 'row' && cells.length > 0) emit({ line, cells });
    },
  };
}

function readCell(type: string, value: string, style: number, workbook: Workbook, texts: SharedStrings): TableCell {
  switch (type) {
    case 's': {
      const text = /^\d{1,9}$/.test(value) ? texts.at(Number(value)) : null;
      return bounded(text ?? { fault: 'refers to a text that the workbook does not contain. Save it again' });
    }
    case 'str':
    case 'inlineStr':
      return bounded(value);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return { fault: `has the error ${shownText(value)}. Correct the formula` };
    case 'd':
      return cellOfIsoDate(value);
    default: {
      if (value === '') return '';
      const parts = workbook.dates[style] ?? null;
      return parts ? cellOfSerial(value, parts, workbook.from1904) : { number: value };
    }
  }
}

const bounded = (cell: TableCell): TableCell =>
  typeof cell === 'string' && cell.length > MAX_CELL_CHARS
    ? { fault: `is longer than ${MAX_CELL_CHARS} characters` }
    : cell;
