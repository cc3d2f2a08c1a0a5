import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Movements, openProviderBooks, slug } from '../support/provider-books.ts';

let service: TestService;
let maker: TestPerson;
let checker: TestPerson;
let books: Movements;
/** Postings of resolutions are of today, so the statements are of yesterday and today. */
const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Nairobi' });
const day = dayAgo(1);
const covered = [day, dayAgo(0)] as const;

before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  books = await openProviderBooks(service, { delay_days: 0 });
});
after(() => service.stop());

const caseOf = async (kind: string): Promise<any> =>
  (await maker.call('GET', `/operator/cases?status=open&kind=${kind}&rail=${slug}`)).body.data[0];
const post = async (who: TestPerson, path: string, body: object, status: number): Promise<any> => {
  const reply = await who.call('POST', path, body);
  assert.equal(reply.status, status, reply.text);
  return reply.body;
};
/** One operator asks, another approves. */
const resolveByTwo = async (id: string, decision: string) => {
  const asked = await post(maker, `/operator/cases/${id}/resolve`, { decision, reason: 'as agreed' }, 202);
  assert.equal((await maker.call('POST', `/operator/approvals/${asked.id}/approve`)).status, 403);
  await post(checker, `/operator/approvals/${asked.id}/approve`, {}, 200);
};

describe('the resolution of an exception', () => {
  beforeEach(async () => {
    assert.deepEqual(await books.items(), []);
  });

  it('posts money of an unknown payer to suspense, from where it is assigned', async () => {
    const had = await books.clearing();
    await books.statement([{ operation: 'UNKNOWN1', amount: 500n, day }], covered);
    await books.reconcile();
    const { id } = await caseOf('missing_here');
    assert.deepEqual((await maker.call('GET', `/operator/cases/${id}`)).body.actions, [
      ...['comment', 'assign', 'match', 'resolve', 'mark_timing'],
    ]);
    await resolveByTwo(id, 'suspense');
    assert.equal(await books.clearing(), had + 500n);
    const held = (await maker.call('GET', `/operator/cases/${id}`)).body;
    assert.deepEqual([held.status, held.suspended], ['open', 500]);
    await books.reconcile();
    assert.equal((await caseOf('missing_here')).id, id, 'the case stays while it holds money');
    const shop = await service.merchant();
    const wallet = await shop.wallet('KES');
    const asked = await post(maker, `/operator/cases/${id}/assign_money`, { wallet, reason: 'their payer' }, 202);
    await post(checker, `/operator/approvals/${asked.id}/approve`, {}, 200);
    assert.equal((await maker.call('GET', `/operator/cases/${id}`)).body.status, 'closed');
    assert.ok((await actsOn(service, id)).some(({ action }) => action === 'case.resolved'));
  });

  it('writes off an entry that the provider does not have', async () => {
    const had = await books.clearing();
    await books.book({ amount: 70n, day, receipt: 'GONE' });
    await books.statement([], covered);
    await books.reconcile();
    const { id } = await caseOf('missing_there');
    await resolveByTwo(id, 'write_off');
    assert.equal(await books.clearing(), had);
    assert.equal((await maker.call('GET', `/operator/cases/${id}`)).body.status, 'closed');
    await books.reconcile();
  });

  it('shows entries that sum to a line, and matches them by hand', async () => {
    await books.book({ amount: 40n, day });
    await books.book({ amount: 60n, day });
    await books.statement([{ operation: 'BOTH', amount: 100n, day }], covered);
    await books.reconcile();
    const { id } = await caseOf('missing_here');
    const found = (await maker.call('GET', `/operator/cases/${id}/candidates`)).body.data;
    assert.equal(found.length, 1);
    assert.equal(found[0].entries.length, 2);
    const [one] = found[0].entries;
    await post(maker, `/operator/cases/${id}/match`, { lines: [], entries: [one], reason: 'half' }, 422);
    const done = await post(
      maker,
      `/operator/cases/${id}/match`,
      { lines: [], entries: found[0].entries, reason: 'the payer split it' },
      200,
    );
    assert.equal(done.status, 'closed');
  });

  it('waits while an item is marked as timing', async () => {
    await books.statement([{ operation: 'SLOW', amount: 9n, day }], covered);
    await books.reconcile();
    const { id } = await caseOf('missing_here');
    await post(maker, `/operator/cases/${id}/mark_timing`, { until: '2099-01-01', reason: 'known' }, 200);
    await books.reconcile();
    assert.equal(await caseOf('missing_here'), undefined);
    assert.equal((await books.items())[0]!.result, 'waiting');
    // The day passes.
    await service.db.query({ name: 'test_until', text: `UPDATE open_items SET timing_until = '2026-01-02'` });
    await books.reconcile();
    await resolveByTwo((await caseOf('missing_here')).id, 'write_off');
  });

  it('undoes a match and the charge that was posted with it', async () => {
    const had = await books.clearing();
    await books.book({ amount: 80n, day, receipt: 'UNDO' });
    await books.statement([{ operation: 'UNDO', amount: 80n, fee: 2n, day }], covered);
    await books.reconcile();
    assert.equal(await books.clearing(), had + 78n);
    const lines = (await maker.call('GET', `/operator/statement_lines?rail=${slug}&day=${day}`)).body.data;
    const line = lines.find(({ operation }: any) => operation === 'UNDO');
    assert.equal(line.entries.length, 1);
    const undone = await post(maker, `/operator/statement_lines/${line.id}/undo_match`, { reason: 'wrong' }, 200);
    assert.deepEqual([undone.match, undone.entries], [null, []]);
    assert.equal(await books.clearing(), had + 80n);
    await post(maker, `/operator/statement_lines/${line.id}/undo_match`, { reason: 'again' }, 409);
    assert.equal((await books.items()).length, 2);
    // The statement is matched again, as after an import.
    await service.db.query({ name: 'test_again', text: 'UPDATE statement_files SET matched_at = NULL' });
    await books.reconcile();
    assert.equal(await books.clearing(), had + 78n);
  });

  it('is refused once the item has a match', async () => {
    const had = await books.clearing();
    await books.book({ amount: 33n, day, receipt: 'RACE' });
    await books.statement([], covered);
    await books.reconcile();
    const { id } = await caseOf('missing_there');
    const asked = await post(maker, `/operator/cases/${id}/resolve`, { decision: 'write_off', reason: 'gone' }, 202);
    // A run has matched the entry, and has not dropped the item yet.
    const match = (to: string) => ({
      name: `test_${to}`,
      text: `UPDATE rail_entries SET match = ${to} WHERE receipt = 'RACE'`,
    });
    await service.db.query(match(`'stl_race'`));
    await post(checker, `/operator/approvals/${asked.id}/approve`, {}, 409);
    assert.equal(await books.clearing(), had + 33n);
    await service.db.query(match('NULL'));
    await post(checker, `/operator/approvals/${asked.id}/approve`, {}, 200);
    assert.equal(await books.clearing(), had);
    await books.reconcile();
  });
});
