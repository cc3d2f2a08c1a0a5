import { listWalletEntries } from '../../../contract/src/wallets.ts';
import type { EntryRow } from './store.ts';
import { viewEntry } from './view.ts';

/** RFC 4180: each line ends with CRLF. No cell contains outside text, so none can be a formula. */
export const statementHeader = listWalletEntries.ok.csv;

export function renderCsvEntry(wallet: string, row: EntryRow): string {
  const { id, created_at, kind, source, direction, amount, currency, balance_after } = viewEntry(wallet, row);
  return `${[id, created_at, kind, source, direction, amount, currency, balance_after].join(',')}\r\n`;
}
