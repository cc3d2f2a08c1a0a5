import { describe, it } from 'node:test';
import { reconcile } from '../../service/src/reconciliation/reconcile.ts';
import { seedFromEnvironment } from '../../service/test/support/kill.ts';
import { assertTied } from './books-run.ts';

const seed = seedFromEnvironment();
const RECORDS = Number(process.env.BOOKS_RECORDS ?? 200_000);

// Its control, a matcher without the amount check, is in books.test.ts.
describe(`a month of ${RECORDS} payments and payouts (SEED=${seed})`, () => {
  it('finds and names every planted fault and nothing else, and ties when they are resolved', async (t) => {
    await assertTied({ seed, records: RECORDS, each: 40, days: 1, reconcile }, (text) => t.diagnostic(text));
  });
});
