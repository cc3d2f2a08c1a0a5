import type { TestService } from '../../service/test/support/harness.ts';
import { type Movements, openProviderBooks } from '../../service/test/support/provider-books.ts';
import { reconcileRail } from '../../service/test/support/statement-files.ts';

const day = '2026-10-01';
const nextDay = '2026-10-02';

/**
 * The rail `mpesa-ke` with a statement: two movements tie, and one of each common exception does not. The rail
 * `bank-ke` has no statement yet.
 */
export async function openStatements(service: TestService): Promise<Movements & { file: string }> {
  const books = await openProviderBooks(service);
  await reconcileRail(service, { rail: 'bank-ke', layout: 'bank-csv' });
  const phone = '2547 ***** 678';
  for (const [amount, receipt] of [
    [250_000n, 'TJA0000001'],
    [120_000n, 'TJA0000002'],
    [80_000n, 'TJA0000003'],
    [64_500n, 'TJA0000004'],
    [150_000n, 'TJA0000009'],
  ] as const) {
    await books.book({ amount, day, receipt });
  }
  const file = await books.statement(
    [
      { operation: 'TJA0000001', amount: 250_000n, day, phone, reference: 'rent october' },
      { operation: 'TJA0000002', amount: 120_000n, day, phone, fee: 1_000n },
      { operation: 'TJA0000003', amount: 79_500n, day, phone },
      { operation: 'TJA0000007', amount: 150_000n, day, phone, reference: 'order 1007' },
      { operation: 'TJA0000008', amount: 35_000n, day, phone, reference: 'unknown payer' },
      { operation: 'TJA0000010', kind: 'payout', amount: -20_000n, day, state: 'pending' },
    ],
    [day, nextDay],
  );
  await books.statement([], [nextDay, '2026-10-04']);
  await books.reconcile();
  return { ...books, file };
}
