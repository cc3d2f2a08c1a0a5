import { listPayoutItems } from '../../../contract/src/payouts.ts';
import type { ItemRow } from './item-store.ts';
import { viewItem } from './view.ts';

/** RFC 4180: CRLF at the end of each line, quotes doubled within quotes. */
export const resultHeader = listPayoutItems.ok.csv;

export function renderCsvItem(row: ItemRow): string {
  const item = viewItem(row);
  const cells = [
    item.id,
    // At most digits after a plus: it cannot hide a formula, and the cell can be used as input again.
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

/**
 * Spreadsheets treat a text with this beginning as a formula (OWASP, CSV injection). Some Asian ones also accept the
 * wide forms.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;
/**
 * If semicolons or tabs separate cells, the file's quotes are inside a cell and do not protect it, and a quote at the
 * start of a cell is dropped. Commas inside quotes never separate.
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
