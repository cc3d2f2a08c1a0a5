import { keyOf } from '../page.ts';
import { type Mapping, type Remembered, rememberedOf } from './map-columns.ts';
import type { FileTable } from './read-csv.ts';

const key = keyOf('rialto-payout-columns');

/** The columns that someone chose on this device. Without storage, or with a broken entry, nothing is remembered. */
export function readRemembered(): Remembered {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Remembered) : {};
  } catch {
    return {};
  }
}

export function remember(table: FileTable, mapping: Mapping): void {
  try {
    localStorage.setItem(key, JSON.stringify(rememberedOf(table, mapping, readRemembered())));
  } catch {
    // A private window may have no storage. The next file asks again.
  }
}
