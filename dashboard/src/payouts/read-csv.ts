export const columns = ['recipient', 'amount', 'reference', 'description', 'name'] as const;
export type ColumnName = (typeof columns)[number];
const required: readonly ColumnName[] = ['recipient', 'amount'];

export type Line = {
  /** As an editor counts: the one with the names of the columns is 1. */
  readonly line: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** More cells than columns. */
  readonly extra: boolean;
};
export type Csv = { readonly lines: readonly Line[] } | { readonly fault: HeadFault; readonly name: string };
type HeadFault = 'empty' | 'missing' | 'unknown' | 'twice';

/** As the API reads it: quotes, CRLF, a byte order mark and empty lines are fine; semicolons too, as some spreadsheets write them. */
export function readCsv(text: string): Csv {
  const source = text.replace(/^\ufeff/, '');
  const firstLine = /^[^\r\n]*/.exec(source.trimStart())![0];
  const [head, ...rest] = recordsOf(source, firstLine.includes(',') || !firstLine.includes(';') ? ',' : ';');
  if (!head) return { fault: 'empty', name: '' };
  const names = head.cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.find((name) => !columns.includes(name as ColumnName));
  if (unknown !== undefined) return { fault: 'unknown', name: unknown };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { fault: 'twice', name: twice };
  const missing = required.find((name) => !names.includes(name));
  if (missing) return { fault: 'missing', name: missing };
  if (rest.length === 0) return { fault: 'empty', name: '' };
  return {
    lines: rest.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        columns.map((name) => [name, cells[names.indexOf(name)]?.trim() ?? '']),
      ) as Line['cells'],
      extra: cells.length > names.length,
    })),
  };
}

type Raw = { readonly line: number; readonly cells: string[] };

function recordsOf(text: string, comma: string): Raw[] {
  const records: Raw[] = [];
  let [line, from, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const end = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) records.push({ line: from, cells });
    [cells, cell, from] = [[], '', line + 1];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char === '\n') line++;
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (char === '"' && cell.trim() === '') [quoted, cell] = [true, ''];
    else if (char === comma) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      end();
      line++;
    } else if (char !== '\r') cell += char;
  }
  end();
  return records;
}
