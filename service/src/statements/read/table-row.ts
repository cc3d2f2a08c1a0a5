import type { WallTime } from './date-format.ts';
import { shownText } from './shown-text.ts';

/** A cell: text, a number in its own digits, a date without a time zone, or the reason why it cannot be used. */
export type TableCell = string | { readonly number: string } | { readonly wall: WallTime } | { readonly fault: string };

/** A row of a CSV file or a sheet, with its line there, from 1. */
export type TableRow = { readonly line: number; readonly cells: readonly TableCell[] };

/** Long numbers lose their last digits in a spreadsheet, which keeps 15. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E\+?\d+$/i;

export const isEmptyCell = (cell: TableCell | undefined) =>
  cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The text of a cell, null if it is empty. An id that a spreadsheet rounded is a fault. */
export function textOfCell(cell: TableCell | undefined): { text: string | null } | { fault: string } {
  if (cell === undefined) return { text: null };
  if (typeof cell === 'object') {
    if ('fault' in cell) return cell;
    if ('wall' in cell) return { fault: 'holds a date, but the layout expects text' };
    const { number } = cell;
    if (/[.E]/i.test(number) || number.replace('-', '').length > 15) return { fault: `${number} ${roundedId}` };
    return { text: number };
  }
  const text = cell.trim();
  if (ROUNDED.test(text)) return { fault: `${shownText(text)} ${roundedId}` };
  return { text: text === '' ? null : text };
}

const roundedId = 'was rounded by a spreadsheet. Export the file again, with this column as text';
