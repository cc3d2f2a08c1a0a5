import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Movements, openProviderBooks, slug } from '../support/provider-books.ts';

let service: TestService;
let finance: TestPerson;
let books: Movements;
const day = '2026-10-01';
const covered = [day, '2026-10-04'] as const;
before(async () => {
  service = await startTestService();
  finance = await makeOperator(service, 'finance');
  books = await openProviderBooks(service);
});
after(() => service.stop());

const rule = { name: 'Phone', rail: null, place: 1, kinds: [], compare: [], window_hours: 24, enabled: true };
const add = async (more: object): Promise<string> => {
  const reply = await finance.call('POST', '/operator/matching_rules', { ...rule, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const enable = async (id: string, enabled: boolean) =>
  assert.equal((await finance.call('POST', `/operator/matching_rules/${id}`, { enabled })).status, 200);
const results = async () => (await books.items()).map(({ side, result, amount }) => `${side} ${result} ${amount}`);

describe('matching rules', () => {
  it('match a masked phone with the same amount, after a trial without effect', async () => {
    await books.book({ amount: 100n, day, phone: '+254712345678' });
    await books.statement([{ operation: 'MASKED', amount: 100n, day, phone: '2547*****678' }], covered);
    const id = await add({ shape: 'one_to_one', compare: ['phone'], enabled: false });
    await books.reconcile();
    const open = ['here missing_there 100', 'there missing_here 100'];
    assert.deepEqual((await results()).sort(), open);
    const trial = await finance.call('GET', `/operator/matching_rules/${id}/trial?rail=${slug}`);
    assert.deepEqual([trial.body.lines, trial.body.entries, trial.body.unclear], [1, 1, 0]);
    assert.deepEqual((await results()).sort(), open, 'the trial changes nothing');
    await enable(id, true);
    await books.reconcile();
    assert.deepEqual(await results(), []);
    await enable(id, false);
  });

  it('do not choose between two candidates', async () => {
    await books.book({ amount: 50n, day, phone: '+254700000001' });
    await books.book({ amount: 50n, day, phone: '+254700000001' });
    await books.statement([{ operation: 'ONE', amount: 50n, day, phone: '254700000001' }], covered);
    const id = await add({ shape: 'one_to_one', compare: ['phone'] });
    await books.reconcile();
    assert.deepEqual((await results()).sort(), [
      'here missing_there 50',
      'here missing_there 50',
      'there ambiguous 50',
    ]);
    const kinds = (await finance.call('GET', `/operator/cases?status=open&rail=${slug}`)).body.data;
    assert.ok(kinds.some(({ kind }: { kind: string }) => kind === 'ambiguous_match'));
    await enable(id, false);
    await service.db.query({ name: 'test_clear', text: 'DELETE FROM open_items' });
  });

  it('match the entries of a day with one line, and never with another phone', async () => {
    const later = '2026-10-02';
    await books.book({ amount: 30n, day: later, phone: '+254700000002' });
    await books.book({ amount: 45n, day: later, phone: '+254700000003' });
    await books.statement([{ operation: 'DAY', kind: 'incoming', amount: 75n, day: '2026-10-03' }], covered);
    const phones = await add({ shape: 'one_to_one', compare: ['phone'] });
    await books.reconcile();
    assert.equal((await results()).length, 3);
    await enable(phones, false);
    await add({ shape: 'entries_to_line', window_hours: 48 });
    await books.reconcile();
    assert.deepEqual(await results(), []);
  });

  it('match lines of one reference with one entry, unless two references fit it', async () => {
    const last = '2026-10-04';
    await books.book({ amount: 90n, day: last, phone: '+254700000009' });
    const lines = (reference: string) => [
      { operation: `${reference}-1`, reference, amount: 40n, day: last },
      { operation: `${reference}-2`, reference, amount: 50n, day: last },
    ];
    await books.statement([...lines('BATCH-1'), ...lines('BATCH-2')], covered);
    const id = await add({ shape: 'lines_to_entry', window_hours: 48 });
    await books.reconcile();
    const open = (await results()).filter((one) => /ambiguous/.test(one)).toSorted();
    assert.deepEqual(open, ['there ambiguous 40', 'there ambiguous 40', 'there ambiguous 50', 'there ambiguous 50']);
    await service.db.query({
      name: 'test_drop_reference',
      text: `DELETE FROM open_items WHERE reference = 'BATCH-2'`,
    });
    const trial = await finance.call('GET', `/operator/matching_rules/${id}/trial?rail=${slug}`);
    assert.deepEqual([trial.body.lines, trial.body.entries, trial.body.unclear], [2, 1, 0]);
    await books.reconcile();
    assert.deepEqual(await results(), []);
  });
});
