import { locale } from '../texts/texts.ts';
import { saveFile } from '../world/download.ts';
import { withSemicolons } from './with-semicolons.ts';

/**
 * As the reader's spreadsheet opens it: the byte order mark says that names with accents are UTF-8, and where the comma is the
 * decimal sign it would put a line with commas into one column.
 */
export function saveCsv(csv: string, file: string): void {
  const hasDecimalComma = new Intl.NumberFormat(locale()).format(0.5).includes(',');
  const text = hasDecimalComma ? withSemicolons(csv) : csv;
  saveFile(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), file);
}
