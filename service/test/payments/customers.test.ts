import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { MOST_NOTES } from '../../../contract/src/customers.ts';
import { isId } from '../../src/core/id.ts';
import { openPayment, paidPayment, phone, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';

const PAYS = phone('0007');
const FAILS = phone('0002');

let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;
before(async () => {
  service = await startTestService();
  [shop, other] = [await service.merchant(), await service.merchant('Other')];
});
after(() => service.stop());

const found = async (query: string, who = shop): Promise<any[]> =>
  (await who.call('GET', `/customers?${query}`)).body.data;
const customerOf = async (phone: string, who = shop): Promise<any> => {
  const [one] = await found(`q=${encodeURIComponent(phone)}`, who);
  return (await who.call('GET', `/customers/${one.id}`)).body;
};

it('a customer has one id, found by digits of the phone and by a payment, with exact figures by currency', async () => {
  const first = await paidPayment(shop, { amount: 1_000 });
  await paidPayment(shop, { amount: 500 });
  const { id: open } = await openPayment(shop, { amount: 70 });
  const refused = await openPayment(shop, { customer: FAILS });
  await until(async () => (await shop.call('GET', `/payments/${refused.id}`)).body.status === 'failed');
  const refund = await shop.call('POST', '/refunds', { payment: first.id, amount: 300 });
  await refundWith(shop, refund.body.id, 'succeeded');
  const [byDigits] = await found('q=0007');
  assert.ok(isId('cus', byDigits.id), byDigits.id);
  assert.equal(byDigits.last_payment.id, open);
  assert.deepEqual(await found(`payment=${first.id}`), [byDigits]);
  assert.deepEqual(
    (await found('limit=10')).map(({ phone }) => phone),
    [FAILS, PAYS],
    'the newest customer comes first',
  );
  const file = (await shop.call('GET', `/customers/${byDigits.id}`)).body;
  assert.deepEqual(
    [file.phone, file.user, file.first_payment_at, file.payments, file.refunds, file.notes],
    [
      ...[PAYS, null, first.created_at],
      { exact: true, count: 3, failed: 0, succeeded: [{ currency: 'XOF', count: 2, amount: 1_500 }] },
      { exact: true, count: 1, succeeded: [{ currency: 'XOF', count: 1, amount: 300 }] },
      [],
    ],
  );
  assert.equal((await customerOf(FAILS)).payments.failed, 1);
});

it('the lists of payments and refunds, the totals and an export take the id in place of the phone', async () => {
  const { id } = await customerOf(PAYS);
  const same = async (path: string) => {
    const [byId, byPhone] = await Promise.all(
      [id, encodeURIComponent(PAYS)].map(async (who) => (await shop.call('GET', `${path}customer=${who}`)).body),
    );
    assert.deepEqual(byId.data ?? byId, byPhone.data ?? byPhone, path);
    return byId;
  };
  assert.equal((await same('/payments?')).data.length, 3);
  assert.equal((await same('/refunds?')).data.length, 1);
  assert.equal((await same('/payments/totals?')).count, 3);
  const nobody = await customerOf(FAILS);
  assert.deepEqual((await shop.call('GET', `/refunds?customer=${nobody.id}`)).body.data, []);
  const asked = { resource: 'refunds', format: 'csv', filters: { customer: id } };
  const made = await shop.call('POST', '/exports', asked);
  assert.equal(made.body.filters?.customer, PAYS, made.text);
  const completed = await until(async () => {
    const { body } = await shop.call('GET', `/exports/${made.body.id}`);
    return body.status === 'completed' && body;
  });
  assert.equal(completed.rows, 1);
  assert.deepEqual(refusal(await shop.call('GET', '/refunds?customer=12')), [400, 'validation_failed']);
});

it('a customer of another merchant does not exist: as a page, a filter, for a note and by a payment', async () => {
  const theirs = await openPayment(other, { customer: PAYS });
  const [own, foreign] = [await customerOf(PAYS), await customerOf(PAYS, other)];
  assert.notEqual(own.id, foreign.id);
  assert.equal(foreign.payments.count, 1);
  assert.equal(foreign.last_payment.id, theirs.id);
  assert.deepEqual(refusal(await shop.call('GET', `/customers/${foreign.id}`)), [404, 'not_found']);
  assert.deepEqual((await shop.call('GET', `/payments?customer=${foreign.id}`)).body.data, []);
  assert.deepEqual((await shop.call('GET', `/payments/totals?customer=${foreign.id}`)).body.count, 0);
  assert.deepEqual((await shop.call('GET', `/refunds?customer=${foreign.id}`)).body.data, []);
  assert.deepEqual(await found(`payment=${theirs.id}`), []);
  const note = await shop.call('POST', `/customers/${foreign.id}/notes`, { text: 'Mine' });
  assert.deepEqual(refusal(note), [404, 'not_found']);
  const file = { resource: 'payments', format: 'csv', filters: { customer: foreign.id } };
  assert.deepEqual(refusal(await shop.call('POST', '/exports', file)), [404, 'not_found']);
  const written = (await other.call('POST', `/customers/${foreign.id}/notes`, { text: 'Theirs' })).body;
  for (const [method, body] of [['PATCH', { text: 'x' }], ['DELETE']] as const)
    for (const customer of [own.id, foreign.id]) {
      const answer = await shop.call(method, `/customers/${customer}/notes/${written.id}`, body);
      assert.deepEqual(refusal(answer), [404, 'not_found']);
    }
  assert.equal((await customerOf(PAYS, other)).notes[0].text, 'Theirs');
});

it('a note is written, changed and deleted by people and keys; viewers only read', async () => {
  const { id } = await customerOf(PAYS);
  const developer = await memberOf(service, shop, 'developer');
  const viewer = await memberOf(service, shop, 'viewer');
  const made = await developer.call('POST', `/customers/${id}/notes`, { text: 'Pays late.\nCall first.' });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.customer, made.body.author, made.body.version], [id, developer.id, 1]);
  const changed = await shop.call('PATCH', `/customers/${id}/notes/${made.body.id}`, { text: 'Pays on time.' });
  assert.deepEqual([changed.body.text, changed.body.author, changed.body.version], ['Pays on time.', developer.id, 2]);
  assert.deepEqual((await viewer.call('GET', `/customers/${id}`)).body.notes, [changed.body]);
  const denied = await viewer.call('POST', `/customers/${id}/notes`, { text: 'x' });
  assert.deepEqual(refusal(denied), [403, 'forbidden_account_type']);
  const reader = await shop.newKey({ scopes: ['payments:read'] });
  const path = `/api/v1/customers/${id}/notes`;
  const refused = await service.request('POST', path, { key: reader.key, body: { text: 'x' } });
  assert.deepEqual(refusal(refused), [403, 'insufficient_scope']);
  for (const text of ['', 'x'.repeat(1_001)])
    assert.equal((await shop.call('POST', `/customers/${id}/notes`, { text })).body.error.details[0].param, 'text');
  assert.equal((await shop.call('DELETE', `/customers/${id}/notes/${made.body.id}`)).body.deleted, true);
  assert.deepEqual((await customerOf(PAYS)).notes, []);
});

it('a customer has at most the stated number of notes, also if they are written at once', async () => {
  const { id } = await customerOf(FAILS);
  const answers = await Promise.all(
    Array.from({ length: MOST_NOTES + 3 }, (_, i) => shop.call('POST', `/customers/${id}/notes`, { text: `n${i}` })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, MOST_NOTES);
  assert.deepEqual(refusal(answers.find(({ status }) => status !== 201)!), [422, 'too_many_records']);
});

it('ids of customers sort by time, and one statement with many payers makes all of them', async () => {
  const rows = await service.db.pool.query(
    `INSERT INTO payments SELECT (jsonb_populate_record(one, jsonb_build_object(
       'id', 'pay_' || lpad(n::text, 26, '0'), 'customer', '+22177' || lpad(n::text, 7, '0'), 'reference', null))).*
     FROM payments one, generate_series(1, 300) n WHERE one.id = $1`,
    [(await other.call('GET', '/payments')).body.data[0].id],
  );
  assert.equal(rows.rowCount, 300);
  const made = await found('q=%2B22177&limit=100', other);
  const ids = made.map(({ id }) => id);
  assert.ok(ids.every((id) => isId('cus', id)));
  assert.equal(new Set(ids).size, 100);
  assert.deepEqual(ids, [...ids].sort().reverse());
  const next = await found(`q=%2B22177&limit=100&starting_after=${ids.at(-1)}`, other);
  assert.ok(next.length === 100 && next.every(({ id }) => id < ids.at(-1)!));
});
