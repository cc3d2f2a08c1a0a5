import type { StatementRow } from '../rails/rail.ts';
import type { StatementLine } from './read/statement-line.ts';

/**
 * The rows of a provider's list as lines. A charge that follows its movement is the fee inside it, as in a file.
 * @param dayOf the local day of the rail
 */
export async function* linesOfList(
  pages: AsyncIterable<readonly StatementRow[]>,
  dayOf: (at: Date) => string,
): AsyncGenerator<StatementLine> {
  let waiting: StatementLine[] = [];
  let count = 0;
  for await (const rows of pages) {
    for (const row of rows) {
      const [before] = waiting;
      if (before && isFeeOf(row, before)) {
        waiting = [{ ...before, fee: before.fee - row.amount }];
        continue;
      }
      yield* waiting;
      waiting = [lineOf(row, ++count, dayOf)];
    }
  }
  yield* waiting;
}

const isFeeOf = (row: StatementRow, { operation, kind }: StatementLine): boolean =>
  row.kind === 'fee' && kind !== 'fee' && row.operation === operation && row.amount <= 0n;

const lineOf = (row: StatementRow, line: number, dayOf: (at: Date) => string): StatementLine => ({
  line,
  operation: row.operation,
  record: row.record,
  reference: row.accountText,
  kind: row.kind,
  amount: row.amount,
  fee: 0n,
  currency: row.currency,
  bookedOn: dayOf(row.at),
  at: row.at,
  phone: row.phone,
  state: 'booked',
});
