import { listWalletEntries } from '../../../contract/src/wallets.ts';
import { harmlessCell, quoteCell } from '../core/csv-cell.ts';
import type { EntryAbout } from './entry-about.ts';
import type { EntryRow } from './store.ts';
import { viewEntry } from './view.ts';

/** RFC 4180: each line ends with CRLF. The last three cells have text from outside. */
export const statementHeader = listWalletEntries.ok.csv;

export function renderCsvEntry(wallet: string, row: EntryRow, about: EntryAbout | null): string {
  const { id, created_at, kind, source, direction, amount, currency, balance_after } = viewEntry(wallet, row);
  const cells = [id, created_at, kind, source, direction, String(amount), currency, String(balance_after)];
  // At most digits after a plus: it cannot hide a formula.
  const customer = about?.customer ?? '';
  const texts = [about?.name, about?.reference, about?.description].map(harmlessCell);
  return `${[...cells, customer, ...texts].map(quoteCell).join(',')}\r\n`;
}
