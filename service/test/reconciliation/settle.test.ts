import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { type Movements, openProviderBooks, slug } from '../support/provider-books.ts';
import { openAtRail } from '../support/unasked-money.ts';

let service: TestService;
let shop: TestMerchant;
let books: Movements;
const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Nairobi' });
const covered = [dayAgo(1), dayAgo(0)] as const;

before(async () => {
  // No worker asks the sandbox about the payments of the test's rail.
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  books = await openProviderBooks(service, { delay_days: 0 });
});
after(() => service.stop());

const paymentNow = async (id: string) => (await shop.call('GET', `/payments/${id}`)).body;
const open = async (phone: string, amount: number) => {
  const id = await openAtRail(service, shop, phone, amount);
  const text = `UPDATE payments SET status = 'processing', due_at = now() + interval '1 hour' WHERE id = $1`;
  await service.db.query({ name: 'test_processing', text }, [id]);
  return id;
};

describe('a line of a statement', () => {
  it('settles a payment whose outcome is unknown, and its reversal later', async () => {
    const id = await open('+254712345601', 700);
    await books.statement([{ operation: 'R700', record: id, amount: 700n, day: dayAgo(0) }], covered);
    await books.reconcile();
    const paid = await paymentNow(id);
    assert.deepEqual([paid.status, paid.rail_reference], ['succeeded', 'R700']);
    assert.equal(await books.clearing(), 700n);
    assert.deepEqual(await books.items(), []);

    await books.statement(
      [{ operation: 'V700', record: id, kind: 'reversal', amount: -700n, day: dayAgo(0) }],
      covered,
    );
    await books.reconcile();
    assert.notEqual((await paymentNow(id)).reversed_at, null);
    assert.equal(await books.clearing(), 0n);
    assert.deepEqual(await books.items(), []);
  });

  it('leaves a payment alone that it does not name, or that the provider refused', async () => {
    const id = await open('+254712345602', 800);
    await books.statement(
      [
        { operation: 'R800', record: id, amount: 800n, day: dayAgo(0), state: 'refused' },
        { operation: 'R801', amount: 800n, day: dayAgo(1) },
      ],
      covered,
    );
    await books.reconcile();
    assert.equal((await paymentNow(id)).status, 'processing');
    assert.deepEqual(
      (await books.items()).map(({ result, record }) => `${result} ${record}`),
      ['missing_here R801'],
    );
    const cases = await service.db.query<{ kind: string }>(
      { name: 'test_kinds', text: 'SELECT kind FROM cases WHERE rail = $1' },
      [slug],
    );
    assert.deepEqual(
      cases.map(({ kind }) => kind),
      ['missing_here'],
    );
  });

  it('settles nothing if it names two records', async () => {
    const ids = [await open('+254712345603', 900), await open('+254712345604', 900)];
    const handle = `UPDATE payments SET rail_handle = 'H900' WHERE id = $1`;
    await service.db.query({ name: 'test_handle', text: handle }, [ids[1]]);
    await books.statement([{ operation: 'H900', record: ids[0]!, amount: 900n, day: dayAgo(1) }], covered);
    await books.reconcile();
    for (const id of ids) assert.equal((await paymentNow(id)).status, 'processing');
    assert.ok((await books.items()).some(({ result, record }) => result === 'missing_here' && record === ids[0]));
  });

  it('leaves a payment of another amount open, and a case names it', async () => {
    const id = await open('+254712345605', 5_000);
    const before = await books.clearing();
    await books.statement([{ operation: 'R4000', record: id, amount: 4_000n, day: dayAgo(0) }], covered);
    await books.reconcile();
    assert.equal((await paymentNow(id)).status, 'processing');
    assert.equal(await books.clearing(), before);
    const found = await service.db.query(
      { name: 'test_mismatch', text: `SELECT kind, amount, facts->>'wanted' AS wanted FROM cases WHERE record = $1` },
      [id],
    );
    assert.deepEqual(found, [{ kind: 'wrong_amount', amount: 4_000n, wanted: '5000' }]);
  });
});
