import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { copyEntries } from '../../src/reconciliation/copy-entries.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { type Movements, openProviderBooks, slug } from '../support/provider-books.ts';

let service: TestService;
let books: Movements;
beforeEach(async () => {
  service = await startTestService();
  books = await openProviderBooks(service);
});
afterEach(() => service.stop());

const casesNow = () =>
  service.db.query<{ kind: string; amount: bigint }>(
    {
      name: 'test_cases',
      text: `SELECT kind, amount FROM cases WHERE rail = $1 AND status = 'open' ORDER BY kind, amount`,
    },
    [slug],
  );
const results = async () => (await books.items()).map(({ side, result, amount }) => `${side} ${result} ${amount}`);

describe('reconciliation', () => {
  it('matches lines by our id and by the receipt, and leaves nothing open', async () => {
    const first = await books.book({ amount: 100n, day: '2026-10-01' });
    await books.book({ amount: 250n, day: '2026-10-01', receipt: 'TJ10000001' });
    await books.statement(
      [
        { record: first, operation: 'TJ10000000', amount: 100n, day: '2026-10-01' },
        { operation: 'TJ10000001', amount: 250n, day: '2026-10-01' },
      ],
      ['2026-10-01', '2026-10-02'],
    );
    assert.deepEqual(await books.reconcile(), { copied: 2, matched: 2, cases: 0 });
    assert.deepEqual(await books.items(), []);
  });

  it('names each kind of difference, and nothing else', async () => {
    const day = '2026-10-01';
    const wrong = await books.book({ amount: 100n, day, receipt: 'A' });
    const missing = await books.book({ amount: 70n, day, receipt: 'B' });
    const double = await books.book({ amount: 30n, day, receipt: 'C' });
    const late = await books.book({ amount: 60n, day, receipt: 'D' });
    const good = await books.book({ amount: 10n, day, receipt: 'E' });
    assert.ok(wrong && missing && double && late && good);
    await books.statement(
      [
        { operation: 'A', amount: 90n, day },
        { operation: 'C', amount: 30n, day },
        { operation: 'C2', record: double, amount: 30n, day },
        { operation: 'D', amount: 60n, day: '2026-10-03' },
        { operation: 'E', amount: 10n, day },
        { operation: 'X', amount: 5n, day },
        { operation: 'Y', amount: 8n, day, state: 'refused' },
      ],
      [day, '2026-10-04'],
    );
    const { cases } = await books.reconcile();
    assert.deepEqual((await results()).sort(), [
      'here missing_there 70',
      'there amount_differs -10',
      'there duplicate_there 30',
      'there missing_here 5',
    ]);
    assert.equal(cases, 4);
    assert.deepEqual(await casesNow(), [
      { kind: 'amount_differs', amount: 10n },
      { kind: 'duplicate_there', amount: 30n },
      { kind: 'missing_here', amount: 5n },
      { kind: 'missing_there', amount: 70n },
    ]);
    const rows = await service.db.query<{ operation: string; result: string }>({
      name: 'test_results',
      text: `SELECT operation, result FROM statement_lines WHERE result IS NOT NULL ORDER BY operation`,
    });
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row.operation, row.result])), {
      A: 'amount_differs',
      C: 'matched',
      D: 'late',
      E: 'matched',
    });
    // The missing line comes in a later statement: its case closes by itself.
    await books.statement([{ operation: 'B', amount: 70n, day }], [day, '2026-10-04']);
    await books.reconcile();
    assert.equal(
      (await casesNow()).some(({ kind }) => kind === 'missing_there'),
      false,
    );
  });

  it('posts fees that only the statement tells, and names a fee that differs', async () => {
    const day = '2026-10-01';
    const charged = await books.book({ amount: 100n, day, receipt: 'A' });
    await books.book({ kind: 'provider_fee', source: charged, amount: -2n, day });
    await books.book({ amount: 100n, day, receipt: 'B' });
    await books.book({ amount: 100n, day, receipt: 'C' });
    await books.statement(
      [
        { operation: 'A', amount: 100n, fee: 3n, day },
        { operation: 'B', amount: 100n, day },
        { operation: 'B', kind: 'fee', amount: -4n, day },
        { operation: 'C', amount: 100n, fee: 1n, day },
        { operation: 'MONTHLY', kind: 'fee', amount: -50n, day },
      ],
      [day, day],
    );
    await books.reconcile();
    assert.deepEqual(await results(), ['there fee_differs -1']);
    assert.equal(await books.clearing(), 300n - 2n - 4n - 1n - 50n);
    await books.reconcile();
    assert.equal(await books.clearing(), 300n - 2n - 4n - 1n - 50n);
  });

  it('matches an open line once its entry is booked', async () => {
    await books.statement(
      [{ operation: 'EARLY', amount: 100n, fee: 2n, day: '2026-10-01' }],
      ['2026-10-01', '2026-10-03'],
    );
    await books.reconcile();
    assert.deepEqual(await results(), ['there missing_here 98']);
    await books.book({ amount: 100n, day: '2026-10-01', receipt: 'EARLY' });
    await books.reconcile();
    assert.deepEqual(await results(), []);
    assert.equal(await books.clearing(), 98n);
    assert.deepEqual(await casesNow(), []);
  });

  it('closes the case of a line whose finding changes, and opens one of the right kind', async () => {
    const day = '2026-10-01';
    await books.statement([{ operation: 'A', amount: 100n, day }], [day, '2026-10-04']);
    await books.reconcile();
    assert.deepEqual(await casesNow(), [{ kind: 'missing_here', amount: 100n }]);
    await books.book({ amount: 90n, day, receipt: 'A' });
    await books.reconcile();
    assert.deepEqual(await results(), ['there amount_differs 10']);
    assert.deepEqual(await casesNow(), [{ kind: 'amount_differs', amount: 10n }]);
  });

  it('copies an entry once, however many copy at the same time', async () => {
    for (let n = 0; n < 3; n++) await books.book({ amount: 100n, day: '2026-10-01' });
    const client = new pg.Client({ connectionString: service.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM reconciled_rails WHERE rail = $1 FOR UPDATE', [slug]);
    const copies = [copyEntries(service.db, books.rail), copyEntries(service.db, books.rail)];
    for (const copy of copies) copy.catch(() => {});
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await client.query(waiting)).rowCount === 2);
    await client.query('COMMIT');
    await client.end();
    const copied = await Promise.all(copies);
    assert.deepEqual(
      copied.sort((a, b) => a - b),
      [0, 3],
    );
  });

  it('looks for entries of earlier days once an older statement is imported', async () => {
    await books.book({ amount: 40n, day: '2026-09-28', receipt: 'OLD' });
    await books.book({ amount: 60n, day: '2026-09-29', receipt: 'OLDER' });
    await books.book({ amount: 100n, day: '2026-10-01', receipt: 'NEW' });
    await books.statement([{ operation: 'NEW', amount: 100n, day: '2026-10-01' }], ['2026-10-01', '2026-10-04']);
    await books.reconcile();
    assert.deepEqual(await results(), [], 'no statement covers the earlier days');
    await books.statement([{ operation: 'OLD', amount: 40n, day: '2026-09-28' }], ['2026-09-28', '2026-09-30']);
    await books.reconcile();
    assert.deepEqual(await results(), ['here missing_there 60']);
    assert.deepEqual(await casesNow(), [{ kind: 'missing_there', amount: 60n }]);
    // A statement of the same days again changes nothing.
    await books.statement([], ['2026-09-28', '2026-09-30']);
    await books.reconcile();
    assert.deepEqual(await results(), ['here missing_there 60']);
  });
});
