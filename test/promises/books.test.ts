import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reconcile } from '../../service/src/reconciliation/reconcile.ts';
import { seedFromEnvironment } from '../../service/test/support/kill.ts';
import { runBooks, tied } from './books-run.ts';

const seed = seedFromEnvironment();

describe(`a month of books (SEED=${seed})`, () => {
  it('finds and names every planted fault and nothing else, and ties when they are resolved', async (t) => {
    const books = await runBooks({ seed, records: 2_000, each: 4, reconcile });
    try {
      t.diagnostic(books.summary);
      assert.deepEqual(books.verdict, tied);
      t.diagnostic(`${await books.resolveAll()} exceptions resolved`);
      await books.reconcileNow();
      const { ours, theirs, open, ledger } = await books.sums();
      assert.deepEqual({ ours, open, ledger }, { ours: theirs, open: 0, ledger: [] });
    } finally {
      await books.stop();
    }
  });
});
