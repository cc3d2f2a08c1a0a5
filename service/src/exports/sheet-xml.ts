import { decimalText } from '../core/decimal-text.ts';
import type { FileColumn } from './cells.ts';

/** XML of a workbook (ECMA-376). Texts are inline, so no table of all texts is kept in memory. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts before the sheets. Any other part is a sheet, so their number need not be known yet. */
export const firstParts: readonly (readonly [name: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    [
      `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      `<Default Extension="xml" ContentType="${TYPES}.worksheet+xml"/>`,
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
      `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    ].join(''),
  ],
  ['_rels/.rels', relationshipsXml(relation(1, 'officeDocument', 'xl/workbook.xml'))],
  ['xl/styles.xml', stylesXml()],
];

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

function relationshipsXml(relations: string): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`;
}

/** The styles of cells: 0 plain, 1 a time, 2 and more an amount with 0 and more decimals. */
const [TIME, WHOLE] = [1, 2];
const MOST_DECIMALS = 4;

function stylesXml(): string {
  const formats = ['0', '0.0', '0.00', '0.000', '0.0000'].map((code, i) => [200 + i, code] as const);
  const numFmts = [[199, 'yyyy\\-mm\\-dd hh:mm:ss.000'] as const, ...formats];
  const list = numFmts.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('');
  const xf = (id: number) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  return [
    `${HEAD}<styleSheet ${MAIN}><numFmts count="${numFmts.length}">${list}</numFmts>`,
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${numFmts.length + 1}">${xf(0)}${numFmts.map(([id]) => xf(id)).join('')}</cellXfs></styleSheet>`,
  ].join('');
}

/** The parts after the sheets, which name them. */
export function lastParts(sheets: readonly string[]): readonly (readonly [name: string, xml: string])[] {
  const list = sheets.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('');
  const relations = sheets.map((_, i) => relation(i + 1, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('');
  return [
    ['xl/workbook.xml', `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${list}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', relationshipsXml(relations + relation(sheets.length + 1, 'styles', 'styles.xml'))],
  ];
}

/** The beginning of a sheet, with its row of names. */
export function sheetStart(columns: readonly { readonly name: string }[]): string {
  const names = columns.map(({ name }) => textCell(name)).join('');
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>';
  return `${HEAD}<worksheet ${MAIN}>${view}</sheetViews><sheetData><row>${names}</row>`;
}
export const SHEET_END = '</sheetData></worksheet>';

/** One row. Amounts are numbers in major units, times are dates in UTC. */
export function sheetRow<Row>(columns: readonly FileColumn<Row>[], row: Row, exponent: number): string {
  let cells = '';
  for (const { kind, of } of columns) {
    const value = of(row);
    if (value === null || value === '') cells += '<c/>';
    else if (kind === 'amount') cells += amountCell(value as bigint, exponent);
    else if (kind === 'time') cells += `<c s="${TIME}"><v>${serialOf(value as string)}</v></c>`;
    else if (kind === 'count') cells += `<c><v>${value}</v></c>`;
    else cells += textCell(value as string);
  }
  return `<row>${cells}</row>`;
}

/** Cells are IEEE doubles: a larger number of minor units is not exact, so it is written as text. */
const MOST_EXACT = 2n ** 53n;

function amountCell(minor: bigint, exponent: number): string {
  const text = decimalText(minor, exponent);
  const isExact = minor <= MOST_EXACT && minor >= -MOST_EXACT;
  return isExact ? `<c s="${WHOLE + Math.min(exponent, MOST_DECIMALS)}"><v>${text}</v></c>` : textCell(text);
}

const DAY_MS = 86_400_000;
/** Days between 1899-12-30, where workbooks begin to count, and 1970-01-01. */
const EPOCH_DAYS = 25_569;

/** A time as the days of a workbook, with whole milliseconds as decimals: eleven of them are 1 µs. */
function serialOf(time: string): string {
  const ms = Date.parse(time);
  const days = Math.floor(ms / DAY_MS);
  const part = ((ms - days * DAY_MS) / DAY_MS).toFixed(11).slice(1);
  return `${days + EPOCH_DAYS}${part}`;
}

/** The most characters of a cell. */
const MOST_CHARS = 32_767;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML 1.0 does not have, and the beginning of what a reader takes for an escaped character. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** A text is an inline string, which no program reads as a formula. */
function textCell(text: string): string {
  const cut = text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text;
  const escaped = cut
    .toWellFormed()
    .replace(/[&<>]/g, (char) => escapes[char]!)
    .replace(FORBIDDEN, (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
