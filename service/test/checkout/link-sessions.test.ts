import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { deleteUnusedSessions } from '../../src/checkout/delete-unused.ts';
import type { Checkout } from '../../src/checkout/open.ts';
import type { LinkPage, OpenInput } from '../../src/checkout/page.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { answer, attemptOf, checkoutOf, openingOf, pageOf, reasonOf, started, tokenOf, unlimited } from './support.ts';

let service: TestService;
let shop: TestMerchant;
let checkout: Checkout;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  checkout = checkoutOf(service, unlimited);
});
after(() => service.stop());

const create = async (fields: object = {}) => {
  const made = await shop.call('POST', '/links', { amount: 500, currency: 'XOF', ...fields });
  assert.equal(made.status, 201, made.text);
  return { ...made.body, code: tokenOf(made.body) };
};
const read = async (id: string) => (await shop.call('GET', `/links/${id}`)).body;
const open = async (code: string, fields: Partial<OpenInput> = {}) => {
  const opened = await checkout.open(openingOf(code, fields));
  assert.ok(opened.outcome === 'opened', JSON.stringify(opened));
  return opened.token;
};
const refused = async (code: string, fields: Partial<OpenInput> = {}) => {
  const result = await checkout.open(openingOf(code, fields));
  return result.outcome === 'refused' ? [result.reason, result.field] : result.outcome;
};
const sessionsOf = async (id: string) => (await shop.call('GET', `/checkout/sessions?link=${id}`)).body.data;

it('reading a link creates nothing; submitting it opens a session with its terms', async () => {
  const link = await create({ max_quantity: 3, name: 'Rice', description: 'Bag', metadata: { a: '1' }, locale: 'fr' });
  for (let i = 0; i < 3; i++) {
    const page = (await checkout.read({ token: link.code, phone: null })) as LinkPage;
    assert.deepEqual([page.kind, page.state, page.title, page.maxQuantity], ['link', 'open', 'Rice', 3]);
  }
  assert.deepEqual(await sessionsOf(link.id), []);
  const token = await open(link.code, { quantity: 2 });
  const [session] = await sessionsOf(link.id);
  const { amount, quantity, metadata, locale, description } = session;
  assert.deepEqual(
    { amount, quantity, metadata, locale, description },
    { amount: 1_000, quantity: 2, metadata: { a: '1' }, locale: 'fr', description: 'Bag' },
  );
  assert.equal((await pageOf(checkout, token)).title, 'Rice');
});

it('an open amount has bounds', async () => {
  const { code } = await create({ amount: null, min_amount: 100, max_amount: 1_000 });
  for (const amount of [null, 0n, 99n, 1_001n])
    assert.deepEqual(await refused(code, { amount }), ['invalid', 'amount']);
  for (const amount of [100n, 1_000n])
    assert.equal((await pageOf(checkout, await open(code, { amount }))).amount, amount);
  const priced = await create();
  assert.deepEqual(await refused(priced.code, { amount: 1n }), ['invalid', 'amount']);
  assert.deepEqual(await refused(priced.code, { quantity: 2 }), ['invalid', 'quantity']);
});

it('the questions of a link are answered', async () => {
  const link = await create({ ask: { name: 'required', note: 'optional' } });
  assert.deepEqual(await refused(link.code), ['invalid', 'name']);
  assert.deepEqual(await refused(link.code, { name: ' ' }), ['invalid', 'name']);
  assert.deepEqual(await refused(link.code, { name: 'x'.repeat(81) }), ['invalid', 'name']);
  assert.deepEqual(await refused(link.code, { name: 'Awa', note: 'a\u0000b' }), ['invalid', 'note']);
  await open(link.code, { name: ' Awa ' });
  assert.deepEqual((await sessionsOf(link.id))[0].fields, { name: 'Awa', note: null });
  const silent = await create();
  assert.deepEqual(await refused(silent.code, { name: 'Awa' }), ['invalid', 'name']);
});

it('an inactive or expired link opens nothing', async () => {
  const link = await create();
  await shop.call('PATCH', `/links/${link.id}`, { active: false });
  assert.deepEqual(await refused(link.code), ['inactive', null]);
  const soon = await create({ expires_at: new Date(Date.now() + 60_000).toISOString() });
  await shop.call('POST', '/test/clock/advance', { seconds: 61 });
  assert.deepEqual(await refused(soon.code), ['expired', null]);
  assert.equal((await read(soon.id)).state, 'expired');
  assert.deepEqual(await refused('7'.repeat(13)), ['not_found', null]);
});

it('a session that was opened and never paid is deleted 30 days after it expired, and no other', async () => {
  const link = await create();
  const [unused, tried, recent] = [await open(link.code), await open(link.code), await open(link.code)];
  await answer(shop, started(await checkout.start(attemptOf(tried))), 'decline');
  const own = await shop.call('POST', '/checkout/sessions', { amount: 500, currency: 'XOF' });
  const mine = [unused, tried, recent, tokenOf(own.body)];
  const text = `
    UPDATE checkout_sessions SET status = 'expired', due_at = NULL,
      expired_at = now() - CASE token WHEN $1 THEN interval '29 days' ELSE interval '31 days' END
    WHERE token = ANY ($2)`;
  await service.db.query({ name: 'test_expire', text }, [recent, mine]);
  await service.db.query(deleteUnusedSessions, [100]);
  const pages = await Promise.all(mine.map((token) => checkout.read({ token, phone: null })));
  assert.deepEqual(
    pages.map((page) => page !== null),
    [false, true, true, true],
  );
});

it('an edit never changes an open session', async () => {
  const link = await create({ name: 'Before', description: 'before' });
  const token = await open(link.code);
  await shop.call('PATCH', `/links/${link.id}`, { name: 'After', description: 'after', active: false });
  const page = await pageOf(checkout, token);
  assert.deepEqual([page.title, page.description, page.amount, page.state], ['Before', 'before', 500n, 'ready']);
  started(await checkout.start(attemptOf(token)));
});

it('units are reserved when the prompt goes out, and returned when it fails', async () => {
  const link = await create({ stock: 2, max_quantity: 2 });
  const [first, second] = [await open(link.code, { quantity: 2 }), await open(link.code)];
  const id = started(await checkout.start(attemptOf(first)));
  assert.deepEqual([(await read(link.id)).state, (await read(link.id)).held], ['sold_out', 2]);
  assert.equal((await pageOf(checkout, second)).state, 'sold_out');
  assert.equal(reasonOf(await checkout.start(attemptOf(second))), 'sold_out');
  assert.deepEqual(await refused(link.code), ['sold_out', null]);
  await answer(shop, id, 'decline');
  const back = await read(link.id);
  assert.deepEqual([back.state, back.held, back.sold], ['open', 0, 0]);
  const paid = started(await checkout.start(attemptOf(second)));
  await answer(shop, paid, 'approve');
  const sold = await read(link.id);
  assert.deepEqual([sold.held, sold.sold], [0, 1]);
  assert.equal(reasonOf(await checkout.start(attemptOf(first, { attempt: 1 }))), 'sold_out');
  const listed = (await shop.call('GET', `/payments?link=${link.id}`)).body.data.map((one: any) => one.id);
  assert.deepEqual(listed.toSorted(), [id, paid].toSorted());
  const failed = (await shop.call('GET', `/payments?link=${link.id}&status=failed`)).body.data;
  assert.deepEqual(
    failed.map((one: any) => one.id),
    [id],
  );
});

it('a link for one use takes one payment', async () => {
  const link = await create({ use: 'once' });
  const [first, second] = [await open(link.code), await open(link.code)];
  const id = started(await checkout.start(attemptOf(first)));
  assert.equal(reasonOf(await checkout.start(attemptOf(second))), 'sold_out');
  await answer(shop, id, 'approve');
  assert.equal((await read(link.id)).state, 'used');
  assert.equal(reasonOf(await checkout.start(attemptOf(second))), 'sold_out');
});
