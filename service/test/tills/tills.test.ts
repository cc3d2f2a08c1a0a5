import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { openAtCounter, paySession } from './pay.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

const till = async () => (await shop.call('POST', '/links', { currency: 'XOF', name: 'Till 1' })).body;
const start = async (link: string) => {
  const answer = await shop.call('POST', '/shifts', { link });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const sell = async (shift: string, amount: number) => {
  const answer = await shop.call('POST', `/shifts/${shift}/sales`, { amount });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const sale = async (id: string) => (await shop.call('GET', `/sales/${id}`)).body;
const shift = async (id: string) => (await shop.call('GET', `/shifts/${id}`)).body;

it('a sale turns paid from its own session, and the shift has its total', async () => {
  const opened = await start((await till()).id);
  const [first, second] = [await sell(opened.id, 500), await sell(opened.id, 700)];
  assert.equal(first.status, 'waiting');
  assert.match(first.url, /\/pay\//);
  await paySession(service, shop, first.session);
  const paid = await sale(first.id);
  assert.equal(paid.status, 'paid');
  assert.match(paid.payment, /^pay_/);
  assert.ok(paid.paid_at);
  assert.equal((await sale(second.id)).status, 'waiting');
  const { sales, sales_amount, untied, total } = await shift(opened.id);
  assert.deepEqual({ sales, sales_amount, untied, total }, { sales: 1, sales_amount: 500, untied: 0, total: 500 });
  const listed = (await shop.call('GET', `/sales?shift=${opened.id}`)).body.data;
  assert.deepEqual(
    listed.map(({ id, status }: any) => [id, status]),
    [
      [second.id, 'waiting'],
      [first.id, 'paid'],
    ],
  );
});

it('a till has one open shift, and an ended shift begins no sale', async () => {
  const { id: link } = await till();
  const { id } = await start(link);
  const again = await shop.call('POST', '/shifts', { link });
  assert.deepEqual(refusal(again), [409, 'shift_open']);
  assert.ok(again.body.error.message.includes(id));
  const both = await Promise.all([1, 2].map(() => shop.call('POST', `/shifts/${id}/end`)));
  for (const answer of both) assert.equal(answer.body.status, 'ended', answer.text);
  assert.deepEqual(refusal(await shop.call('POST', `/shifts/${id}/sales`, { amount: 5 })), [409, 'shift_ended']);
  await start(link);
  const listed = async (query: string) => (await shop.call('GET', `/shifts?link=${link}${query}`)).body.data.length;
  assert.deepEqual([await listed(''), await listed('&status=open'), await listed('&status=ended')], [2, 1, 1]);
  const races = await Promise.all(Array.from({ length: 6 }, async () => shop.call('POST', '/shifts', { link })));
  assert.ok(races.every(({ status }) => status === 409));
});

it('only a link with an open amount for many uses is a till', async () => {
  const fixed = (await shop.call('POST', '/links', { currency: 'XOF', amount: 5 })).body;
  const answer = await shop.call('POST', '/shifts', { link: fixed.id });
  assert.deepEqual([answer.status, answer.body.error.param], [400, 'link'], answer.text);
  const unknown = fixed.id.replace(/.$/, fixed.id.endsWith('0') ? '1' : '0');
  assert.deepEqual(refusal(await shop.call('POST', '/shifts', { link: unknown })), [404, 'not_found']);
  const { id } = await start((await till()).id);
  assert.equal((await shop.call('POST', `/shifts/${id}/sales`, { amount: 0 })).body.error.param, 'amount');
});

it('a payment at the printed code is tied to one sale, and the code of that sale takes no payment', async () => {
  const { id: link } = await till();
  const { id } = await start(link);
  const [one, two] = [await sell(id, 900), await sell(id, 900)];
  const counter = await openAtCounter(service, shop, link, 900);
  await paySession(service, shop, counter);
  const listed = (await shop.call('GET', `/shifts/${id}/payments`)).body.data;
  assert.deepEqual(
    listed.map((payment: any) => [payment.id, payment.amount, payment.sale]),
    [[counter, 900, null]],
  );
  assert.equal((await shift(id)).untied_amount, 900);
  const answers = await Promise.all(
    [one, two].map((each) => shop.call('POST', `/sales/${each.id}/tie`, { session: counter })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  const tied = answers.find(({ status }) => status === 200)!.body;
  assert.deepEqual([tied.status, tied.tied_session], ['paid', counter]);
  assert.equal((await shop.call('GET', `/checkout/sessions/${tied.session}`)).body.status, 'expired');
  assert.equal((await shop.call('GET', `/shifts/${id}/payments`)).body.data[0].sale, tied.id);
  const { sales, untied, total } = await shift(id);
  assert.deepEqual({ sales, untied, total }, { sales: 1, untied: 0, total: 900 });
  // Tying it again changes nothing.
  assert.equal((await shop.call('POST', `/sales/${tied.id}/tie`, { session: counter })).status, 200);
});

it('a new sale never turns paid from older money', async () => {
  const { id: link } = await till();
  const { id } = await start(link);
  const older = await sell(id, 1_200);
  const counter = await openAtCounter(service, shop, link, 1_200);
  await paySession(service, shop, counter);
  await paySession(service, shop, older.session);
  const fresh = await sell(id, 1_200);
  const refused = async (session: string) => {
    const answer = await shop.call('POST', `/sales/${fresh.id}/tie`, { session });
    return [...refusal(answer), answer.body.error.message];
  };
  assert.deepEqual(await refused(counter), [422, 'payment_not_for_sale', 'The payment is older than the sale.']);
  // The paid session of another sale is none at the printed code.
  assert.equal((await refused(older.session))[1], 'payment_not_for_sale');
  const dearer = await openAtCounter(service, shop, link, 1_300);
  assert.match(String((await refused(dearer))[2]), /has not succeeded/);
  await paySession(service, shop, dearer);
  assert.match(String((await refused(dearer))[2]), /another amount/);
  const elsewhere = await till();
  await start(elsewhere.id);
  const foreign = await openAtCounter(service, shop, elsewhere.id, 1_200);
  await paySession(service, shop, foreign);
  assert.match(String((await refused(foreign))[2]), /none at the printed code/);
  assert.equal((await sale(fresh.id)).status, 'waiting');
});

it('a sale takes money that arrives after it began, also where the payer opened the printed code before', async () => {
  const { id: link } = await till();
  const { id } = await start(link);
  const counter = await openAtCounter(service, shop, link, 1_400);
  const begun = await sell(id, 1_400);
  await paySession(service, shop, counter);
  const tied = await shop.call('POST', `/sales/${begun.id}/tie`, { session: counter });
  assert.deepEqual([tied.status, tied.body.status], [200, 'paid'], tied.text);
});

it('a canceled sale expires, and a paid one stays paid', async () => {
  const { id } = await start((await till()).id);
  const [gone, paid] = [await sell(id, 10), await sell(id, 20)];
  const answer = await shop.call('POST', `/sales/${gone.id}/cancel`);
  assert.equal(answer.body.status, 'expired', answer.text);
  await paySession(service, shop, paid.session);
  assert.equal((await shop.call('POST', `/sales/${paid.id}/cancel`)).status, 409);
  assert.equal((await sale(paid.id)).status, 'paid');
  const counter = await openAtCounter(service, shop, (await shift(id)).link, 10);
  await paySession(service, shop, counter);
  assert.deepEqual(refusal(await shop.call('POST', `/sales/${gone.id}/tie`, { session: counter })), [
    409,
    'sale_not_waiting',
  ]);
});

it('another merchant finds nothing', async () => {
  const { id } = await start((await till()).id);
  const made = await sell(id, 10);
  const other = await service.merchant();
  for (const [method, path, body] of [
    ['GET', `/shifts/${id}`],
    ['GET', `/shifts/${id}/payments`],
    ['POST', `/shifts/${id}/end`, {}],
    ['POST', `/shifts/${id}/sales`, { amount: 1 }],
    ['GET', `/sales/${made.id}`],
    ['POST', `/sales/${made.id}/cancel`, {}],
    ['POST', `/sales/${made.id}/tie`, { session: made.session }],
  ] as const)
    assert.equal((await other.call(method, path, body)).status, 404, path);
  assert.deepEqual((await other.call('GET', '/sales')).body.data, []);
});
