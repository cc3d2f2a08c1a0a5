import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
const post = async (who: TestPerson, path: string, body: object, status: number): Promise<any> => {
  const reply = await who.call('POST', path, body);
  assert.equal(reply.status, status, reply.text);
  return reply.body;
};
const close = (day: string, status = 201) => post(maker, '/operator/closes', { rail: slug, day }, status);
const preview = async (day: string): Promise<any> =>
  (await maker.call('GET', `/operator/closes/preview?rail=${slug}&day=${day}`)).body;
const explained = (answer: any) =>
  Object.fromEntries(answer.explained.map(({ kind, amount }: any) => [kind, amount]));
const sumOf = (answer: any) => answer.explained.reduce((sum: number, { amount }: any) => sum + amount, 0);
const run = (text: string, values: unknown[] = []) => service.db.query<any>({ name: '', text }, values);

describe('the daily close', () => {
  it('explains each kind of difference of a week to the unit', async () => {
    // Day 1: all ties but a charge that is posted when the file is imported, today.
    await books.book({ amount: 1_000n, day: d(1), receipt: 'A1' });
    await books.book({ amount: -200n, day: d(1), kind: 'payout', receipt: 'A2' });
    await books.statement(
      [
        { operation: 'A1', amount: 1_000n, day: d(1) },
        { operation: 'A2', amount: -200n, fee: 7n, day: d(1) },
      ],
      [d(1), d(1)],
      { opening: 0n, closing: 793n },
    );
    await books.reconcile();
    const first = await close(d(1));
    assert.deepEqual(
      [first.there.closing, first.here.closing, first.difference, first.source],
      [793, 800, -7, 'statement'],
    );
    assert.deepEqual(explained(first), { charges: -7 });
  });
});
