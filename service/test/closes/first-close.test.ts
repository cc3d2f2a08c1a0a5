import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../src/kernel/new-id.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Movements, openProviderBooks } from '../support/provider-books.ts';

let service: TestService;
let maker: TestPerson;
before(async () => {
  service = await startTestService();
  maker = await makeOperator(service, 'finance');
});
after(() => service.stop());

const [d0, d1, d2, d3] = ['2026-10-04', '2026-10-05', '2026-10-06', '2026-10-07'] as const;
const run = (text: string, values: unknown[] = []) =>
  service.db.query<any>({ name: `first_${text.length}_${text.slice(0, 20)}`, text }, values);
const post = async (rail: string, day: string, status: number): Promise<any> => {
  const reply = await maker.call('POST', '/operator/closes', { rail, day });
  assert.equal(reply.status, status, reply.text);
  return reply.body;
};
const preview = async (rail: string, day: string): Promise<any> =>
  (await maker.call('GET', `/operator/closes/preview?rail=${rail}&day=${day}`)).body;
const sides = ({ there, here, difference }: any) => [
  ...[there.opening, there.closing, here.opening, here.closing, difference],
];
const explained = (answer: any) => Object.fromEntries(answer.explained.map(({ kind, amount }: any) => [kind, amount]));

/** Books an opening balance, as the approved request of two operators does. */
async function bookOpening(books: Movements, amount: bigint, day: string): Promise<void> {
  const source = newId('apr');
  await run(
    `INSERT INTO approvals (id, kind, livemode, payload, reason, requested_by, status, created_at, updated_at,
                            expires_at)
     VALUES ($1, 'float', false, '{"direction": "opening"}', 'first day', $2, 'expired', now(), now(), now())`,
    [source, maker.id],
  );
  await books.book({ kind: 'float', amount, day, source });
}

describe('the first close of a rail', () => {
  const rail = 'first-ke';
  let books: Movements;
  before(async () => {
    books = await openProviderBooks(service, { rail });
    await bookOpening(books, 10_000n, d0);
    // A movement before the first statement is in the position that the statement opens with.
    await books.book({ amount: 500n, day: d0, receipt: 'BEFORE' });
    await books.book({ amount: 40n, day: d1, receipt: 'A' });
    await books.statement([{ operation: 'A', amount: 40n, day: d1 }], [d1, d1], { opening: 10_800n, closing: 10_840n });
    await books.reconcile();
  });

  it('is refused while the opening position lacks a part, and names it', async () => {
    assert.deepEqual(sides(await preview(rail, d1)), [10_800, 10_840, 10_500, 10_540, 300]);
    const refused = await post(rail, d1, 409);
    assert.deepEqual([refused.error.code, refused.error.unexplained], ['close_unexplained', 300]);
    assert.match(refused.error.message, /first close of the rail: is its opening balance booked/);
  });

  it('starts from the opening position, also from a part that is booked after the day', async () => {
    await bookOpening(books, 300n, d2);
    await books.reconcile();
    const close = await post(rail, d1, 201);
    assert.deepEqual(sides(close), [10_800, 10_840, 10_800, 10_840, 0]);
    assert.deepEqual(explained(close), {});
    assert.deepEqual([close.here.movements.length, close.there.movements.length], [1, 1]);
  });

  it('is followed by a day in which a later opening balance is an item', async () => {
    await bookOpening(books, 25n, d2);
    await books.statement([], [d2, d2], { opening: 10_840n, closing: 10_840n });
    await books.reconcile();
    const close = await post(rail, d2, 201);
    assert.deepEqual(sides(close), [10_840, 10_840, 10_840, 10_865, -25]);
    assert.deepEqual(explained(close), { opening: -25 });
  });
});

describe('the close after a late movement', () => {
  it('has the movement of the closed day as an item until the other side has it', async () => {
    const rail = 'late-ke';
    const books = await openProviderBooks(service, { rail });
    await books.book({ amount: 1_000n, day: d1, receipt: 'HERE' });
    await books.statement([], [d1, d1], { opening: 0n, closing: 0n });
    await books.reconcile();
    const first = await post(rail, d1, 201);
    assert.deepEqual([sides(first), explained(first)], [[0, 0, 0, 1_000, -1_000], { missing_there: -1_000 }]);

    // The provider lists both on the closed day, in a statement of the day after. We book the second on the third day.
    const lines = [
      { operation: 'HERE', amount: 1_000n, day: d1 },
      { operation: 'THERE', amount: 70n, day: d1 },
    ];
    await books.statement(lines, [d2, d2], { opening: 0n, closing: 1_070n });
    await books.reconcile();
    const second = await post(rail, d2, 201);
    assert.deepEqual([sides(second), explained(second)], [[0, 1_070, 1_000, 1_000, 70], { missing_here: 70 }]);
    assert.deepEqual(
      [second.there.movements[0].count, second.there.movements[0].sum, second.here.movements],
      [2, 1_070, []],
      'late lines are movements of the first open day',
    );

    await books.book({ amount: 70n, day: d3, receipt: 'THERE' });
    await books.statement([], [d3, d3], { opening: 1_070n, closing: 1_070n });
    await books.reconcile();
    const third = await post(rail, d3, 201);
    assert.deepEqual([sides(third), explained(third)], [[1_070, 1_070, 1_000, 1_070, 0], {}]);
    const [same] = await run('SELECT closing_here, explained FROM closes WHERE id = $1', [first.id]);
    assert.deepEqual([same.closing_here, explained(same)], [1_000n, { missing_there: '-1000' }]);
  });
});

describe('a rail without statements', () => {
  const rail = 'float-ke';
  const measure = (available: bigint, booked: bigint, measuredAt: string) =>
    run(
      `INSERT INTO rail_floats (rail, livemode, currency, available, booked, measured_at)
       VALUES ($1, false, 'KES', $2, $3, $4)
       ON CONFLICT (rail) DO UPDATE SET available = $2, booked = $3, measured_at = $4, error = NULL`,
      [rail, available, booked, measuredAt],
    );
  let books: Movements;
  before(async () => {
    books = await openProviderBooks(service, { rail });
    await bookOpening(books, 5_000n, d0);
    await books.book({ amount: 200n, day: d1, receipt: 'A' });
    await books.book({ kind: 'payout', amount: -30n, day: d1, receipt: 'B' });
    await books.book({ amount: 7n, day: d2, receipt: 'C' });
    await books.reconcile();
  });

  it('is not closed before its float is measured after the day', async () => {
    assert.match((await preview(rail, d1)).problems.join(), /no float was measured after the day/);
    assert.deepEqual((await preview(rail, d1)).reasons, ['no_float']);
    // 21:00 UTC is midnight in Nairobi.
    await measure(5_170n, 5_170n, `${d1}T20:59:59Z`);
    assert.match((await preview(rail, d1)).problems.join(), /no float was measured after the day/);
    const refused = await post(rail, d1, 409);
    assert.deepEqual(
      [refused.error.code, /no float was measured after the day/.test(refused.error.message)],
      ['close_not_ready', true],
    );
  });

  it('closes with the measured float, less what moved between midnight and the measurement', async () => {
    await measure(5_177n, 5_177n, `${d2}T12:00:00Z`);
    const close = await post(rail, d1, 201);
    assert.equal(close.source, 'float');
    assert.deepEqual(sides(close), [5_000, 5_170, 5_000, 5_170, 0]);
  });

  it('is refused with the amount by which float and books differ', async () => {
    await measure(5_180n, 5_177n, `${d3}T12:00:00Z`);
    const refused = await post(rail, d2, 409);
    assert.deepEqual([refused.error.code, refused.error.unexplained], ['close_unexplained', 3]);
    await run(`UPDATE rail_floats SET error = 'the provider is down' WHERE rail = $1`, [rail]);
    assert.match((await preview(rail, d2)).problems.join(), /no float was measured/, 'a failed measurement is none');
    await measure(5_177n, 5_177n, `${d3}T12:00:00Z`);
    assert.deepEqual(sides(await post(rail, d2, 201)), [5_170, 5_177, 5_170, 5_177, 0]);
  });
});
