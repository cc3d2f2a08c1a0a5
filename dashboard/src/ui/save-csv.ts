import { locale } from '../texts/texts.ts';
import { saveFile } from '../world/download.ts';
import { withSemicolons } from './with-semicolons.ts';

/**
 * Saves the file as the reader's spreadsheet opens it. The byte order mark marks names with accents as UTF-8. Where the
 * comma is the decimal mark, a spreadsheet would put a comma-separated line into one column.
 */
export function saveCsv(csv: string, file: string): void {
  const hasDecimalComma = new Intl.NumberFormat(locale()).format(0.5).includes(',');
  const text = hasDecimalComma ? withSemicolons(csv) : csv;
  saveFile(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), file);
}
