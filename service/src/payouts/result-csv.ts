import { listPayoutItems } from '../../../contract/src/payouts.ts';
import { harmlessCell, quoteCell } from '../core/csv-cell.ts';
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
    harmlessCell(item.failure?.message),
    String(item.fee),
    String(item.tax),
    String(item.sent_amount),
    item.wallet ?? '',
    item.rail ?? '',
    harmlessCell(item.rail_reference),
    harmlessCell(item.reference),
    harmlessCell(item.description),
    harmlessCell(item.name),
    item.succeeded_at ?? '',
    item.failed_at ?? '',
  ];
  return `${cells.map(quoteCell).join(',')}\r\n`;
}
