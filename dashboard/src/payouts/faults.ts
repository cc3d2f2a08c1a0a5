import type { ColumnName, Line } from './read-csv.ts';

export type Fault = {
  readonly key: 'recipient' | 'amount' | 'bounds' | 'twice' | 'long' | 'extra';
  readonly values?: { readonly line?: number; readonly count?: number };
};
export type Faults = ReadonlyMap<number, Partial<Record<ColumnName, Fault>>>;
type Bounds = { readonly min: bigint; readonly max: bigint };

const longest: Partial<Record<ColumnName, number>> = { reference: 64, description: 140, name: 140 };
const isRecipient = (text: string) => /^(\+[1-9]\d{6,14}|wal_[0-9a-hjkmnp-tv-z]{26})$/.test(text);

/** Whole, positive, at most twelve digits; null is no amount. */
export const amountOf = (text: string): bigint | null => (/^[1-9]\d{0,11}$/.test(text) ? BigInt(text) : null);

/** What can be told before anything is sent, by the number of the line. Balances and wallets are the service's to judge. */
export function faultsOf(lines: readonly Line[], bounds: Bounds | null): Faults {
  const found = new Map<number, Partial<Record<ColumnName, Fault>>>();
  const references = new Map<string, number>();
  for (const { line, cells, extra } of lines) {
    const faults: Partial<Record<ColumnName, Fault>> = {};
    if (!isRecipient(cells.recipient)) faults.recipient = { key: 'recipient' };
    if (extra) faults.recipient = { key: 'extra' };
    const amount = amountOf(cells.amount);
    if (amount === null) faults.amount = { key: 'amount' };
    else if (bounds && (amount < bounds.min || amount > bounds.max)) faults.amount = { key: 'bounds' };
    const first = references.get(cells.reference);
    if (cells.reference && first) faults.reference = { key: 'twice', values: { line: first } };
    else references.set(cells.reference, line);
    for (const [name, count] of Object.entries(longest) as [ColumnName, number][]) {
      if ([...cells[name]].length > count) faults[name] = { key: 'long', values: { count } };
    }
    if (Object.keys(faults).length > 0) found.set(line, faults);
  }
  return found;
}
