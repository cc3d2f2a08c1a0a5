import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reconcile } from '../../service/src/reconciliation/reconcile.ts';
import { seedFromEnvironment } from '../../service/test/support/kill.ts';
import { carelessReconcile } from './books-careless.ts';
import { assertTied, runBooks } from './books-run.ts';

const seed = seedFromEnvironment();

describe(`a month of books (SEED=${seed})`, () => {
  it('finds and names every planted fault and nothing else, and ties when they are resolved', async (t) => {
    await assertTied({ seed, records: 2_000, each: 3, days: 3, reconcile }, (text) => t.diagnostic(text));
  });

  it('catches a matcher that does not compare amounts', async () => {
    const books = await runBooks({ seed, records: 500, each: 2, days: 34, reconcile: await carelessReconcile() });
    try {
      assert.match(books.verdict.items.join('\n'), /^lacks there \d+ amount_differs -?7$/m);
      assert.match(books.verdict.results.join('\n'), / amount_differs matched$/m);
    } finally {
      await books.stop();
    }
  });
});
