import type { Reply } from './harness.ts';
import type { TestPerson } from './person.ts';

export type Opening = {
  readonly wallet: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
};

/** A file of opening balances. */
export const fileOf = (rows: readonly Opening[]): string =>
  ['wallet,amount,currency,reference', ...rows.map((row) => Object.values(row).join(',')), ''].join('\n');

/** Requests the import of opening balances, in test mode. By default the control totals are those of the rows. */
export function importOf(
  operator: TestPerson,
  rows: readonly Opening[],
  { totals, count = rows.length }: { readonly totals?: string; readonly count?: number } = {},
): Promise<Reply> {
  const sums = new Map<string, number>();
  for (const { currency, amount } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const query = new URLSearchParams({
    mode: 'test',
    count: String(count),
    totals: totals ?? [...sums].map(([currency, sum]) => `${currency}:${sum}`).join(','),
    reason: 'Migration from the old ledger',
  });
  return operator.call('POST', `/operator/opening_balances?${query}`, fileOf(rows), { 'content-type': 'text/csv' });
}
