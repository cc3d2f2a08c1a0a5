import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_CELL_CHARS, MAX_COLUMNS, MAX_LINE_BYTES } from './limits.ts';
import type { TableRow } from './table-row.ts';
import { Unreadable } from './unreadable.ts';

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quote that is never closed. The file may be cut off: export it again',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${MAX_LINE_BYTES} characters. A quote may have no end`,
};
const OTHER_FAULT = 'a cell contains a quote. Put the cell in quotes and write the quote inside it twice';

type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } };

/**
 * Splits the text of a CSV file into rows, with RFC 4180 and the line ends of every system. Empty lines are left out.
 * @throws Unreadable if a quote, a cell or a row makes the rest of the file unreadable
 */
export async function* readCsvRows(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<TableRow, void, undefined> {
  const source = Readable.from(text);
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: MAX_LINE_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  source.on('error', (error) => parser.destroy(error));
  let countedTwice = 0;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<Parsed>) {
      // The parser gives the line on which a row ends. It counts a CRLF inside a quoted cell twice.
      const text = record.some((cell) => /[\r\n]/.test(cell)) ? record.join('') : '';
      const line = info.lines - countedTwice - (text.match(/[\r\n]/g)?.length ?? 0);
      countedTwice += text.match(/\r\n/g)?.length ?? 0;
      checkSize(record, line);
      yield { line, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : null;
    throw new Unreadable(faults[error.code] ?? OTHER_FAULT, line);
  } finally {
    source.destroy();
  }
}

function checkSize(cells: readonly string[], line: number): void {
  if (cells.length > MAX_COLUMNS)
    throw new Unreadable(`row ${line} has ${cells.length} cells; at most ${MAX_COLUMNS} are read`, line);
  const long = cells.findIndex((cell) => cell.length > MAX_CELL_CHARS);
  if (long >= 0)
    throw new Unreadable(`cell ${long + 1} of row ${line} is longer than ${MAX_CELL_CHARS} characters`, line);
}
