import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ReconciledRail } from '../../src/reconciliation/store.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { type Movements, openProviderBooks } from '../support/provider-books.ts';

let service: TestService;
let books: Movements;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.stop());

const [day, later] = ['2026-10-01', '2026-10-03'];
const covered = [day, '2026-10-04'] as const;
const open = async (settings: Partial<ReconciledRail> = {}) => {
  books = await openProviderBooks(service, settings);
};
const results = async () => (await books.items()).map(({ side, result, amount }) => `${side} ${result} ${amount}`);
const lines = async () =>
  Object.fromEntries(
    (
      await service.db.query<{ id: string; key: string; result: string }>({
        name: 'test_late_lines',
        text: 'SELECT id, key, result FROM statement_lines ORDER BY id',
      })
    ).map(({ key, result }) => [key, result]),
  );

describe('a charge in a later file than its movement', () => {
  it('is posted from the statement and joins the match of its receipt', async () => {
    await open();
    await books.book({ amount: 100n, day, receipt: 'A' });
    await books.statement([{ operation: 'A', amount: 100n, day }], covered);
    await books.reconcile();
    await books.statement([{ operation: 'A', kind: 'fee', amount: -4n, day: later }], covered);
    await books.reconcile();
    await books.reconcile();
    assert.deepEqual(await results(), []);
    assert.equal(await books.clearing(), 96n);
    assert.deepEqual(await lines(), { 'A:in': 'matched', 'A:fee': 'matched' });
  });

  it('ends the difference of a charge that was posted here and not there', async () => {
    await open();
    const record = await books.book({ amount: 100n, day, receipt: 'A' });
    await books.book({ kind: 'provider_fee', source: record, amount: -13n, day });
    await books.statement([{ operation: 'A', amount: 100n, day }], covered);
    await books.reconcile();
    assert.deepEqual(await results(), ['there fee_differs 13']);
    await books.statement([{ operation: 'A', kind: 'fee', amount: -11n, day: later }], covered);
    await books.reconcile();
    assert.deepEqual(await results(), ['there fee_differs 2']);
    assert.equal(await books.clearing(), 87n);
    // The case with the old amount closes, and one with the new amount opens.
    await books.reconcile();
    const text = `SELECT kind, amount FROM cases WHERE status = 'open'`;
    assert.deepEqual(await service.db.query({ name: 'test_open_cases', text }), [{ kind: 'fee_differs', amount: 2n }]);
  });

  it('ends the difference and its case where both are equal', async () => {
    await open();
    const record = await books.book({ amount: 100n, day, receipt: 'A' });
    await books.book({ kind: 'provider_fee', source: record, amount: -13n, day });
    await books.statement([{ operation: 'A', amount: 100n, day }], covered);
    await books.reconcile();
    await books.statement([{ operation: 'A', kind: 'fee', amount: -13n, day: later }], covered);
    await books.reconcile();
    assert.deepEqual(await results(), []);
    assert.deepEqual(await lines(), { 'A:in': 'matched', 'A:fee': 'matched' });
    const text = `SELECT kind FROM cases WHERE status = 'open'`;
    assert.deepEqual(await service.db.query({ name: 'test_open_kinds', text }), []);
  });

  it('is compared with the charge that was posted for the record', async () => {
    await open();
    const record = await books.book({ amount: -100n, kind: 'payout', day, receipt: 'A' });
    await books.statement([{ record, operation: 'A', amount: -100n, day }], covered);
    await books.reconcile();
    await books.book({ kind: 'provider_fee', source: record, amount: -13n, day: later });
    await books.statement([{ operation: 'A', kind: 'fee', amount: -13n, day: later }], covered);
    await books.reconcile();
    assert.deepEqual(await results(), []);
    assert.equal(await books.clearing(), -113n);
  });

  it('is a difference if the fees of the rail do not come from its statements', async () => {
    await open({ posts_fees: false });
    await books.book({ amount: 100n, day, receipt: 'A' });
    await books.statement([{ operation: 'A', amount: 100n, day }], covered);
    await books.reconcile();
    await books.statement([{ operation: 'A', kind: 'fee', amount: -4n, day: later }], covered);
    await books.reconcile();
    assert.deepEqual(await results(), ['there fee_differs -4']);
    assert.equal(await books.clearing(), 100n);
    assert.deepEqual(await lines(), { 'A:in': 'fee_differs', 'A:fee': 'fee_differs' });
  });

  it('is posted back when the match is undone, and posted again with the next match', async () => {
    await open();
    const finance = await makeOperator(service, 'finance');
    await books.book({ amount: 100n, day, receipt: 'A' });
    await books.statement([{ operation: 'A', amount: 100n, day }], covered);
    await books.reconcile();
    await books.statement([{ operation: 'A', kind: 'fee', amount: -4n, day: later }], covered);
    await books.reconcile();
    const text = `SELECT id FROM statement_lines WHERE key = 'A:in'`;
    const [line] = await service.db.query<{ id: string }>({ name: 'test_late_line', text });
    const undone = await finance.call('POST', `/operator/statement_lines/${line!.id}/undo_match`, { reason: 'wrong' });
    assert.equal(undone.status, 200, undone.text);
    assert.equal(await books.clearing(), 100n);
    await books.reconcile();
    assert.deepEqual(await results(), []);
    assert.equal(await books.clearing(), 96n);
  });

  it('waits for a person where an operator has booked the difference, or where it is a refund', async () => {
    await open();
    await books.book({ amount: 100n, day, receipt: 'A' });
    await books.book({ amount: 100n, day, receipt: 'B' });
    await books.statement(
      [
        { operation: 'A', amount: 100n, day },
        { operation: 'B', amount: 100n, day },
      ],
      covered,
    );
    await books.reconcile();
    const resolved = `UPDATE statement_lines SET result = 'resolved' WHERE key = 'A:in'`;
    await service.db.query({ name: 'test_resolved', text: resolved });
    await books.statement(
      [
        { operation: 'A', kind: 'fee', amount: -4n, day: later },
        { operation: 'B', kind: 'fee', amount: 3n, day: later },
      ],
      covered,
    );
    await books.reconcile();
    assert.deepEqual(await results(), ['there missing_here -4', 'there missing_here 3']);
  });
});
