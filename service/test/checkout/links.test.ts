import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

const create = async (fields: object = {}) => {
  const answer = await shop.call('POST', '/links', { amount: 5_000, currency: 'XOF', ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

it('a link has a short address with at least 60 random bits, and defaults', async () => {
  const made = await create();
  assert.match(made.url, /^http:\/\/[^/]+\/pay\/[0-9a-hjkmnp-tv-z]{13}$/);
  const { state, active, use, max_quantity, stock, held, sold, ask } = made;
  assert.deepEqual(
    { state, active, use, max_quantity, stock, held, sold, ask },
    {
      ...{ state: 'open', active: true, use: 'many', max_quantity: 1, stock: null, held: 0, sold: 0 },
      ask: { name: 'no', note: 'no' },
    },
  );
  assert.deepEqual((await shop.call('GET', `/links/${made.id}`)).body, made);
});

it('texts and activity change; the price does not', async () => {
  const { id } = await create({ name: 'Rice', metadata: { a: '1' } });
  const off = await shop.call('PATCH', `/links/${id}`, { active: false, name: 'Rice, 5 kg', description: null });
  assert.equal(off.status, 200, off.text);
  assert.deepEqual(
    [off.body.state, off.body.name, off.body.metadata, off.body.version],
    ['inactive', 'Rice, 5 kg', { a: '1' }, 2],
  );
  assert.equal((await shop.call('PATCH', `/links/${id}`, { amount: 1 })).status, 400);
  const listed = (await shop.call('GET', '/links?active=false')).body.data.map((one: any) => one.id);
  assert.deepEqual(listed, [id]);
});

it('bad fields are named', async () => {
  const cases = [
    [{ min_amount: 5 }, 'min_amount'],
    [{ amount: null, min_amount: 10, max_amount: 5 }, 'max_amount'],
    [{ amount: null, max_quantity: 2 }, 'max_quantity'],
    [{ amount: 999_999_999_999, max_quantity: 2 }, 'max_quantity'],
    [{ stock: 2, max_quantity: 3 }, 'max_quantity'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ name: '' }, 'name'],
    [{ ask: { name: 'maybe' } }, 'ask.name'],
  ] as const;
  for (const [fields, param] of cases) {
    const answer = await shop.call('POST', '/links', { amount: 1, currency: 'XOF', ...fields });
    assert.deepEqual([answer.status, answer.body.error.param], [400, param], answer.text);
  }
});

it('another merchant finds nothing', async () => {
  const { id } = await create();
  const other = await service.merchant();
  assert.equal((await other.call('GET', `/links/${id}`)).status, 404);
  assert.equal((await other.call('PATCH', `/links/${id}`, { active: false })).status, 404);
});
