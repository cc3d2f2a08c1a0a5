import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { type Payment, Rialto, type RialtoError } from '../src/rialto.ts';

describe('a list', () => {
  let service: TestService;
  let rialto: Rialto;
  /** In order of creation. */
  const made: Payment[] = [];
  const ids = (payments: Payment[]) => payments.map(({ id }) => id);
  const newestFirst = () => ids(made).reverse();

  before(async () => {
    service = await startTestService();
    const merchant = await service.merchant();
    rialto = new Rialto({ apiKey: merchant.key, baseUrl: service.base });
    for (let i = 0; i < 7; i++) {
      made.push(
        await rialto.payments.create({ amount: 100 + i, currency: i % 2 ? 'XOF' : 'USD', customer: '+221771230008' }),
      );
    }
  });
  after(() => service.stop());

  it('returns one page when it is awaited', async () => {
    const page = await rialto.payments.list({ limit: 3 });
    assert.deepEqual(ids(page.data), newestFirst().slice(0, 3));
    assert.equal(page.has_more, true);
    assert.match(page.requestId ?? '', /^req_/);
  });

  it('supports catch and finally, as a promise does', async () => {
    const wrong = new Rialto({ apiKey: `rs_test_${'x'.repeat(36)}`, baseUrl: service.base });
    assert.equal(await wrong.payments.list().catch((error) => (error as RialtoError).code), 'invalid_api_key');
    let done = 0;
    const page = await rialto.payments.list({ limit: 3 }).finally(() => done++);
    assert.deepEqual([page.data.length, done], [3, 1]);
  });

  it('iterates over every record of all pages', async () => {
    const seen: Payment[] = [];
    for await (const payment of rialto.payments.list({ limit: 2 })) seen.push(payment);
    assert.deepEqual(ids(seen), newestFirst());
    const pages: number[] = [];
    for await (const page of rialto.payments.list({ limit: 3 }).pages()) pages.push(page.data.length);
    assert.deepEqual(pages, [3, 3, 1]);
  });

  it('reads backwards with order or ending_before, and stops at max', async () => {
    assert.deepEqual(ids(await rialto.payments.list({ limit: 2, order: 'asc' }).toArray()), ids(made));
    const before = rialto.payments.list({ limit: 2, ending_before: made[0]!.id });
    assert.deepEqual(ids(await before.toArray()).sort(), ids(made).slice(1));
    assert.equal((await rialto.payments.list({ limit: 2 }).toArray({ max: 5 })).length, 5);
  });

  it('accepts filters, including times', async () => {
    const { created_at } = made[4]!;
    const since = { gte: new Date(created_at) };
    assert.deepEqual(ids(await rialto.payments.list({ created_at: since }).toArray()), newestFirst().slice(0, 3));
    assert.ok((await rialto.payments.list({ currency: 'USD' }).toArray()).every(({ currency }) => currency === 'USD'));
  });

  it('works for an operation without pages', async () => {
    assert.ok((await rialto.currencies.list().toArray()).some(({ code }) => code === 'XOF'));
  });
});
