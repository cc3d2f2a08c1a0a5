import { listPayoutItems } from '../../../contract/src/payouts.ts';
import type { ItemRow } from './item-store.ts';
import { viewItem } from './view.ts';

/** RFC 4180: CRLF at the end of each line, quotes doubled within quotes. */
export const resultHeader = listPayoutItems.ok.csv;

export function renderCsvItem(row: ItemRow): string {
  const item = viewItem(row);
  const cells = [
    item.id,
    // Digits after a plus at most: no formula can hide in it, and the cell can be fed back as it is.
    item.recipient,
    String(item.amount),
    item.currency,
    item.status,
    item.failure?.code ?? '',
    harmless(item.failure?.message),
    String(item.fee),
    item.wallet ?? '',
    item.rail ?? '',
    harmless(item.rail_reference),
    harmless(item.reference),
    harmless(item.description),
    harmless(item.name),
    item.succeeded_at ?? '',
    item.failed_at ?? '',
  ];
  return `${cells.map(quote).join(',')}\r\n`;
}

/** What begins so is a formula to a spreadsheet (OWASP, CSV injection); the wide forms are to some of Asia's. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;
/**
 * Where semicolons or tabs part cells, the file's own quotes stand in the middle of one and hold nothing together, and a quote
 * that comes first in a cell vanishes. Commas part nothing that is quoted.
 */
const FORMULA_BEHIND = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;

/** An apostrophe before a formula makes it text. */
function harmless(text: string | null | undefined): string {
  if (!text) return '';
  const parted = text.replace(FORMULA_BEHIND, "$&'");
  return FORMULA.test(text) ? `'${parted}` : parted;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
