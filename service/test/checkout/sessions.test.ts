import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { eventsOf, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

const create = async (fields: object = {}) => {
  const answer = await shop.call('POST', '/checkout/sessions', { amount: 5_000, currency: 'XOF', ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const read = async (id: string) => (await shop.call('GET', `/checkout/sessions/${id}`)).body;
const kinds = async (id: string) => (await eventsOf(shop, id)).map(({ type }) => type);

it('a session is open, has an absolute address, and keeps its terms', async () => {
  const given = {
    reference: 'order-1',
    description: 'Two bags of rice',
    customer: '+221 77 123 45 67',
    success_url: 'https://shop.example/paid',
    cancel_url: 'https://shop.example/cart',
    expires_in: 3_600,
    rails: ['sandbox', 'wallet'],
    locale: 'fr',
    metadata: { cart: '7' },
  };
  const made = await create(given);
  const { reference, description, success_url, cancel_url, rails, locale, metadata } = made;
  assert.deepEqual(
    { reference, description, success_url, cancel_url, rails, locale, metadata },
    (({ customer: _, expires_in: __, ...rest }) => rest)(given),
  );
  assert.equal(made.customer, '+221771234567');
  assert.equal(made.status, 'open');
  assert.equal(made.payment, null);
  assert.match(made.url, /^http:\/\/[^/]+\/pay\/[0-9a-hjkmnp-tv-z]{26}$/);
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 3_600_000);
  assert.deepEqual(await read(made.id), made);
});

it('a reference is used once among sessions', async () => {
  await create({ reference: 'once' });
  const again = await shop.call('POST', '/checkout/sessions', { amount: 1, currency: 'XOF', reference: 'once' });
  assert.deepEqual(refusal(again), [409, 'reference_already_used']);
  assert.equal((await shop.call('GET', '/checkout/sessions?reference=once')).body.data.length, 1);
});

it('bad fields are named', async () => {
  const cases = [
    [{ customer: 'call me' }, 'customer'],
    [{ success_url: 'http://shop.example/paid' }, 'success_url'],
    [{ expires_in: 59 }, 'expires_in'],
    [{ rails: ['sandbox', 'no-such-rail'] }, 'rails[1]'],
    [{ rails: [] }, 'rails'],
    [{ locale: 'de' }, 'locale'],
    [{ amount: 0 }, 'amount'],
  ] as const;
  for (const [fields, param] of cases) {
    const answer = await shop.call('POST', '/checkout/sessions', { amount: 1, currency: 'XOF', ...fields });
    assert.deepEqual([answer.status, answer.body.error.param], [400, param], answer.text);
  }
});

it('an unused session expires when its merchant says so, once', async () => {
  const { id } = await create();
  const ended = await shop.call('POST', `/checkout/sessions/${id}/expire`);
  assert.equal(ended.status, 200, ended.text);
  assert.equal(ended.body.status, 'expired');
  assert.deepEqual((await shop.call('POST', `/checkout/sessions/${id}/expire`)).body, ended.body);
  assert.deepEqual(await kinds(id), ['checkout.expired']);
});

it('an unused session expires at its time', async () => {
  const { id } = await create({ expires_in: 60 });
  const later = await create({ expires_in: 86_400 });
  await shop.call('POST', '/test/clock/advance', { seconds: 61 });
  await until(async () => (await read(id)).status === 'expired');
  assert.deepEqual(await kinds(id), ['checkout.expired']);
  assert.equal((await read(later.id)).status, 'open');
});

it('a list has the filters status, link and currency', async () => {
  const other = await service.merchant();
  const call = (fields: object) => other.call('POST', '/checkout/sessions', { amount: 1, currency: 'XOF', ...fields });
  const first = (await call({})).body;
  await call({ currency: 'USD' });
  await other.call('POST', `/checkout/sessions/${first.id}/expire`);
  const idsOf = async (query: string) =>
    (await other.call('GET', `/checkout/sessions?${query}`)).body.data.map(({ id }: any) => id);
  assert.deepEqual(await idsOf('status=expired'), [first.id]);
  assert.equal((await idsOf('currency=USD')).length, 1);
  assert.equal((await idsOf('')).length, 2);
  assert.deepEqual(await idsOf('link=lnk_01kf0w1b7tf6e9s3k8p2h5y0zd'), []);
});

it('a key needs the scope, and another merchant finds nothing', async () => {
  const { id } = await create();
  const { key } = await shop.newKey({ scopes: ['payments:read', 'payments:write'] });
  const lacking = await service.request('GET', `/api/v1/checkout/sessions/${id}`, { key });
  assert.deepEqual(refusal(lacking), [403, 'insufficient_scope']);
  const other = await service.merchant();
  assert.equal((await other.call('GET', `/checkout/sessions/${id}`)).status, 404);
  assert.equal((await other.call('POST', `/checkout/sessions/${id}/expire`)).status, 404);
});

it('a payment made without a session has none', async () => {
  const { body } = await shop.call('POST', '/payments', { amount: 1, currency: 'XOF', customer: '+50937000007' });
  assert.equal(body.checkout_session, null);
  const forged = { amount: 1, currency: 'XOF', customer: '+50937000007', checkout_session: (await create()).id };
  assert.equal((await shop.call('POST', '/payments', forged)).status, 400);
});
