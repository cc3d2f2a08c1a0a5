import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../src/kernel/new-id.ts';
import { findReconciledRail } from '../../src/reconciliation/store.ts';
import { finishFile, type Imported } from '../../src/statements/finish-file.ts';
import type { ClaimedFile } from '../../src/statements/store.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Movements, openProviderBooks, slug } from '../support/provider-books.ts';

let service: TestService;
let books: Movements;
let maker: TestPerson;
let checker: TestPerson;

before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  books = await openProviderBooks(service);
});
after(() => service.stop());

const d = (day: number) => `2026-10-0${day}`;
const post = async (who: TestPerson, path: string, body: object | undefined, status: number): Promise<any> => {
  const reply = await who.call('POST', path, body);
  assert.equal(reply.status, status, reply.text);
  return reply.body;
};
const get = async (path: string): Promise<any> => (await maker.call('GET', path)).body;
const close = (day: string, status = 201) => post(maker, '/operator/closes', { rail: slug, day }, status);
const preview = (day: string) => get(`/operator/closes/preview?rail=${slug}&day=${day}`);
const explained = (answer: any) => Object.fromEntries(answer.explained.map(({ kind, amount }: any) => [kind, amount]));
const run = (text: string, values: unknown[] = []) =>
  service.db.query<any>({ name: `test_${text.length}_${text.slice(0, 20)}`, text }, values);

/** Every entry of the week is booked first: charges are posted today, and a wallet's entries are in order. */
async function bookWeek() {
  const opening = newId('apr');
  await run(
    `INSERT INTO approvals (id, kind, livemode, payload, reason, requested_by, status, created_at, updated_at,
                            expires_at)
     VALUES ($1, 'float', false, '{"direction": "opening"}', 'first day', $2, 'expired', now(), now(), now())`,
    [opening, maker.id],
  );
  await books.book({ kind: 'float', amount: 10_000n, day: d(1), source: opening });
  await books.book({ amount: 1_000n, day: d(1), receipt: 'A1' });
  await books.book({ kind: 'payout', amount: -200n, day: d(1), receipt: 'A2' });
  await books.book({ amount: 300n, day: d(1), receipt: 'LATE' });
  await books.book({ amount: 50n, day: d(2), receipt: 'GONE' });
  await books.book({ amount: 100n, day: d(2), receipt: 'WRONG' });
  const charged = await books.book({ amount: 80n, day: d(2), receipt: 'FEE' });
  await books.book({ kind: 'provider_fee', source: charged, amount: -2n, day: d(2) });
  await books.book({ amount: 500n, day: d(4), receipt: 'EARLY' });
}

describe('the daily close', () => {
  it('explains each kind of difference of a week to the unit', async () => {
    await bookWeek();
    await books.statement(
      [
        { operation: 'A1', amount: 1_000n, day: d(1) },
        { operation: 'A2', amount: -200n, fee: 7n, day: d(1) },
      ],
      [d(1), d(1)],
      { opening: 10_000n, closing: 10_793n },
    );
    await books.reconcile();
    // LATE is not in the statement yet. The charge of A2 was posted today.
    assert.deepEqual(explained(await preview(d(1))), { charges: -7, missing_there: -300 });
    const first = await close(d(1));
    assert.deepEqual([first.there.opening, first.there.closing, first.source], [10_000, 10_793, 'statement']);
    assert.deepEqual([first.here.opening, first.here.closing, first.difference], [10_000, 11_100, -307]);
    assert.deepEqual(explained(first), { charges: -7, missing_there: -300 });
    assert.deepEqual(
      first.there.movements.map(({ kind, count, sum, fees }: any) => [kind, count, sum, fees]),
      [
        ['collection', 1, 1_000, 0],
        ['payout', 1, -200, 7],
      ],
    );
    await books.statement(
      [
        { operation: 'LATE', amount: 300n, day: d(2) },
        { operation: 'WRONG', amount: 90n, day: d(2) },
        { operation: 'FEE', amount: 80n, fee: 3n, day: d(2) },
        { operation: 'FEE2', record: 'x', amount: 9n, day: d(2) },
        { operation: 'EARLY', amount: 500n, day: d(2) },
      ],
      [d(2), d(2)],
    );
    await books.reconcile();
    const second = await close(d(2));
    assert.deepEqual(explained(second), {
      amount_differs: -10,
      charges: -7,
      fee_differs: -1,
      missing_here: 9,
      missing_there: -50,
      timing: 500,
    });
    assert.equal(second.source, 'lines');
    assert.equal(second.difference, 441);
    // The next statement lists a movement twice. EARLY is booked on the fourth day.
    await books.statement([{ operation: 'A1B', record: 'y', amount: 1n, day: d(3) }], [d(3), d(4)]);
    await books.reconcile();
    assert.equal(explained(await close(d(3))).timing, 500);
    assert.equal(explained(await close(d(4))).timing, undefined);
  });

  it('closes days in order, once, after they have ended and a statement covers them', async () => {
    const message = async (day: string) => (await close(day, 409)).error.message;
    assert.match(await message(d(4)), /The next day is 2026-10-05/);
    assert.match(await message(d(6)), /Days close in order/);
    assert.match(await message(d(5)), /No imported statement covers the day/);
    assert.match(await message('2099-01-01'), /has not ended/);
    await post(maker, '/operator/closes', { rail: 'nothing', day: d(5) }, 404);
  });

  it('refuses a day of which a part has no item, and names the amount', async () => {
    await books.statement([], [d(5), d(5)], { closing: 11_800n });
    await books.reconcile();
    const { there, unexplained } = await preview(d(5));
    assert.equal(there.closing, 11_800);
    assert.notEqual(unexplained, 0);
    const refused = await close(d(5), 409);
    assert.deepEqual([refused.error.code, refused.error.unexplained], ['close_unexplained', unexplained]);
    const closed = await run('SELECT closed_to::text AS day FROM reconciled_rails');
    assert.equal(closed[0].day, d(4));
    assert.equal(
      (await run('SELECT count(*)::int AS n FROM close_items WHERE close NOT IN (SELECT id FROM closes)'))[0].n,
      0,
    );
    await run('UPDATE statements SET closing = closing - $1 WHERE to_on = $2::date', [unexplained, d(5)]);
    assert.equal((await close(d(5))).source, 'statement');
  });

  it('is reviewed by another operator, once', async () => {
    const [{ id, day }] = (await get(`/operator/closes?rail=${slug}&order=asc&limit=1`)).data;
    assert.equal(day, d(1));
    const own = await post(maker, `/operator/closes/${id}/review`, undefined, 403);
    assert.match(own.error.message, /Another operator must review/);
    const reviewed = await post(checker, `/operator/closes/${id}/review`, undefined, 200);
    assert.deepEqual([reviewed.status, reviewed.closed_by, reviewed.reviewed_by], ['reviewed', maker.id, checker.id]);
    await post(checker, `/operator/closes/${id}/review`, undefined, 409);
    assert.deepEqual(
      (await actsOn(service, id)).map(({ action }) => action),
      ['close.created', 'close.reviewed'],
    );
  });

  it('never changes: a late line counts on the first open day, and an undone match moves no figure', async () => {
    const closes = () => run('SELECT to_jsonb(c) AS c FROM closes c ORDER BY day');
    const earlier = await closes();
    const items = await run('SELECT to_jsonb(i) AS i FROM close_items i ORDER BY close, number');
    await books.statement([{ operation: 'VERYLATE', amount: 5n, day: d(1) }], [d(1), d(6)]);
    const [line] = await run(`SELECT id, accounted_on::text AS day FROM statement_lines WHERE operation = 'VERYLATE'`);
    assert.equal(line.day, d(6));
    const [paid] = await run(`SELECT id FROM statement_lines WHERE operation = 'A2'`);
    await post(maker, `/operator/statement_lines/${paid.id}/undo_match`, { reason: 'wrong' }, 200);
    assert.equal((await run('SELECT count(*)::int AS n FROM close_reopened'))[0].n, 2);
    await books.reconcile();
    const { there, here, unexplained } = await preview(d(6));
    assert.equal(unexplained, 0);
    assert.equal(there.closing - there.opening, 5);
    assert.equal(here.closing, here.opening);
    const sixth = await close(d(6));
    assert.equal(
      sixth.explained.reduce((sum: number, { amount }: any) => sum + amount, 0),
      sixth.difference,
    );
    assert.deepEqual((await closes()).slice(0, earlier.length), earlier);
    assert.deepEqual(
      (await run('SELECT to_jsonb(i) AS i FROM close_items i ORDER BY close, number')).length > items.length,
      true,
    );
    for (const text of [
      'UPDATE closes SET closing_there = closing_there + 1',
      "UPDATE closes SET movements = '[]'",
      'DELETE FROM closes',
      'UPDATE close_items SET amount = 0',
      'DELETE FROM close_items',
    ]) {
      await assert.rejects(run(text), /never changes|append-only|permission denied/);
    }
  });

  it('shifts the lines of a file that is imported after the close', async () => {
    const file = newId('stf');
    await run(
      `INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, claim)
       VALUES ($1, $2, false, 'upload', 'late.csv', 'mpesa', 'reading', 'opr_test', 1)`,
      [file, slug],
    );
    await run(
      `INSERT INTO statement_lines (id, rail, key, occurrence, file, line, kind, amount, booked_on, accounted_on, state)
       SELECT $1 || n, $2, 'k' || n, 1, $3, n, 'other', 1, day, day, 'booked'
       FROM (VALUES (1, '2026-10-02'::date), (2, '2026-10-09'::date)) v (n, day)`,
      ['stl_late', slug, file],
    );
    // The importer read the rail before any day was closed.
    const rail = { ...(await findReconciledRail(service.db, slug))!, closed_to: null };
    const imported = { files: [{ id: file, rail, lines: 2, added: 2, statements: [] }], warnings: [] };
    await finishFile(service.db, { id: file, claim: 1 } as ClaimedFile, imported as unknown as Imported);
    const days = await run(`SELECT accounted_on::text AS day FROM statement_lines WHERE file = $1 ORDER BY line`, [
      file,
    ]);
    assert.deepEqual(days, [{ day: d(7) }, { day: d(9) }]);
  });
});
