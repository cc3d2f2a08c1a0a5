import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';
import { openAtCounter, paySession } from './pay.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

const payer = '+221770000100';
const branch = async (name: string, of = shop): Promise<string> => {
  const made = await of.call('POST', '/branches', { name });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
};
const idsOf = async (path: string) => (await shop.call('GET', path)).body.data.map(({ id }: { id: string }) => id);
const pay = (body: object) =>
  shop.call('POST', '/payments', { amount: 500, currency: 'XOF', customer: payer, ...body });

it('a payment through the link of a branch belongs to the branch, and so does a sale at its till', async () => {
  const port = await branch('Port');
  const made = await shop.call('POST', '/links', { currency: 'XOF', branch: port });
  assert.equal(made.body.branch, port, made.text);
  const link: string = made.body.id;
  const session = await openAtCounter(service, shop, link, 700);
  await paySession(service, shop, session);
  const shift = (await shop.call('POST', '/shifts', { link })).body.id;
  const sale = (await shop.call('POST', `/shifts/${shift}/sales`, { amount: 300 })).body;
  await paySession(service, shop, sale.session);
  // Controls: of no branch, and of another one.
  const others = await Promise.all([pay({}), pay({ branch: await branch('Hill') })]);
  for (const { status, text } of others) assert.equal(status, 201, text);

  const payments = (await shop.call('GET', `/payments?branch=${port}`)).body.data;
  assert.deepEqual(
    payments.map(({ amount, branch: of }: any) => [amount, of]),
    [
      [300, port],
      [700, port],
    ],
  );
  assert.equal((await shop.call('GET', `/checkout/sessions/${session}`)).body.branch, port);
  assert.deepEqual(await idsOf(`/links?branch=${port}`), [link]);
  assert.deepEqual(await idsOf(`/payments?branch=${port}&status=failed`), []);
  assert.deepEqual((await idsOf(`/payments?branch=${port}&customer=%2B221770000100`)).length, 2);
  const totals = (await shop.call('GET', `/payments/totals?branch=${port}`)).body;
  assert.deepEqual(
    [totals.exact, totals.count, totals.succeeded],
    [true, 2, [{ currency: 'XOF', count: 2, amount: 1_000 }]],
  );

  const { call } = await memberOf(service, shop, 'accountant');
  await call('POST', '/refunds', { payment: payments[0].id, amount: 50 });
  const summary = async (filter: string) => (await call('GET', `/summary?currency=XOF${filter}`)).body;
  assert.deepEqual(
    [(await summary(`&branch=${port}`)).volume, (await summary(`&branch=${port}`)).created_count],
    [1_000, 2],
  );
  assert.equal((await summary('')).created_count, 4);
});

it('an export has the payments of the branch alone', async () => {
  const south = await branch('South');
  const { id } = (await pay({ branch: south })).body;
  const made = await shop.call('POST', '/exports', {
    resource: 'payments',
    format: 'jsonl',
    filters: { branch: south },
  });
  assert.equal(made.status, 202, made.text);
  const done = await until(async () => {
    const { body } = await shop.call('GET', `/exports/${made.body.id}`);
    return body.status === 'completed' && body;
  });
  assert.equal(done.rows, 1);
  const file = await shop.call('GET', `/exports/${made.body.id}/file`);
  assert.ok(file.text.includes(id));
});

it('a branch is named once, renamed, archived and taken back', async () => {
  const id = await branch('Market');
  assert.deepEqual(refusal(await shop.call('POST', '/branches', { name: 'MARKET' })), [409, 'name_already_used']);
  await branch('Cafe\u0301');
  assert.deepEqual(refusal(await shop.call('POST', '/branches', { name: 'Café' })), [409, 'name_already_used']);
  // Whether É and é are the same letter depends on the locale of the database.
  const shouted = await shop.call('POST', '/branches', { name: 'CAFE\u0301' });
  assert.ok([201, 409].includes(shouted.status), shouted.text);
  const other = await branch('Market 2');
  const taken = await shop.call('PATCH', `/branches/${other}`, { name: 'Market' });
  assert.deepEqual(refusal(taken), [409, 'name_already_used']);
  const link = (await shop.call('POST', '/links', { currency: 'XOF', branch: id })).body.id;
  const archived = await shop.call('PATCH', `/branches/${id}`, { archived: true, name: 'Old market' });
  assert.ok(archived.body.archived_at);
  assert.equal(archived.body.name, 'Old market');
  assert.ok((await idsOf('/branches?archived=true')).includes(id));
  assert.ok(!(await idsOf('/branches?archived=false')).includes(id));
  const refused = await pay({ branch: id });
  assert.deepEqual([...refusal(refused), refused.body.error.param], [400, 'validation_failed', 'branch']);
  // Its link still takes money.
  await paySession(service, shop, await openAtCounter(service, shop, link, 250));
  assert.equal((await idsOf(`/payments?branch=${id}`)).length, 1);
  assert.equal((await shop.call('PATCH', `/links/${link}`, { name: 'Till', branch: id })).status, 200);
  assert.equal((await shop.call('PATCH', `/branches/${id}`, { archived: false })).body.archived_at, null);
  assert.equal((await pay({ branch: id })).status, 201);
  assert.equal((await shop.call('PATCH', `/links/${link}`, { branch: null })).body.branch, null);
});

it('a branch of another merchant is unknown to every route that names one', async () => {
  const other = await service.merchant();
  const theirs = await branch('Theirs', other);
  const body = { amount: 10, currency: 'XOF', branch: theirs };
  for (const answer of [
    await pay({ branch: theirs }),
    await shop.call('POST', '/links', body),
    await shop.call('POST', '/checkout/sessions', body),
    await shop.call('GET', `/branches/${theirs}`),
    await shop.call('PATCH', `/branches/${theirs}`, { name: 'Ours' }),
  ])
    assert.deepEqual(refusal(answer), [404, 'not_found'], answer.text);
  assert.deepEqual(await idsOf(`/payments?branch=${theirs}`), []);
  // The control: its own merchant may name it, and the name is free here.
  assert.equal((await other.call('POST', '/links', body)).status, 201);
  await branch('Theirs');
});
