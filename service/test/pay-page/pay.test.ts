import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { watchSessions } from '../../src/pay-page/watch-sessions.ts';
import { payment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { hidden, pathOf, payerAt, type Shown } from '../support/payer.ts';
import { availableTo, payerWith } from '../support/wallet-payments.ts';

const password = 'one two three four five';
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({
    APPROVAL_CODE_FROM: 'XOF:50000',
    ...{ CHECKOUT_PROMPTS_PER_PHONE: '1000', CHECKOUT_PROMPTS_PER_PHONE_DAY: '1000' },
    CHECKOUT_PROMPTS_PER_ADDRESS: '100000',
  });
  shop = await service.merchant('Chez Awa');
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const open = async (fields: object = {}) => {
  const made = await shop.call('POST', '/checkout/sessions', { amount: 12_500, currency: 'XOF', ...fields });
  assert.equal(made.status, 201, made.text);
  return { id: made.body.id as string, path: pathOf(made.body), url: made.body.url as string };
};
const session = async (id: string) => (await shop.call('GET', `/checkout/sessions/${id}`)).body;
const form = (shown: Shown, more: Record<string, string>) => ({
  method: 'sandbox',
  attempt: hidden(shown, 'attempt'),
  ...more,
});
const shows = (path: string, text: RegExp) =>
  until(async () => {
    const shown = await payerAt(service.base).open(path);
    return text.test(shown.html) && shown;
  });

it('a payer pays: the page asks, waits, and shows the outcome to every browser that opens it', async () => {
  const { id, path } = await open({ success_url: 'https://shop.example/thanks' });
  const payer = payerAt(service.base);
  const first = await payer.open(path);
  assert.match(first.html, /<p class="amount">XOF 12,500<\/p>/);
  assert.ok(!first.html.includes('shop.example'));
  const waiting = await payer.send(path, form(first, { phone: phone('0007') }));
  assert.equal(waiting.path, path);
  assert.doesNotMatch(waiting.html, /<form|shop\.example/);
  const { payment: paid } = await session(id);
  await payment(shop, paid, 'requires_action');
  assert.match((await payer.open(path)).html, /Look at your phone \+509 •••• 07\./);
  await shop.call('POST', `/test/payments/${paid}/approve`);
  const done = await shows(path, /has received your payment/);
  assert.match(done.html, /href="https:\/\/shop\.example\/thanks"/);
  assert.equal((await session(id)).status, 'completed');
  // A form from before is answered with the state, and begins nothing.
  const again = await payer.send(path, form(first, { phone: phone('0007') }));
  assert.match(again.html, /has received your payment/);
  assert.equal((await session(id)).attempts, 1);
});

it('a paid page links to the receipt, which is made when the payer asks for it', async () => {
  const { id, path } = await open();
  const payer = payerAt(service.base);
  const ask = () => fetch(`${service.base}${path}/receipt`, { method: 'POST', redirect: 'manual' });
  assert.equal((await ask()).headers.get('location'), path, 'nothing is paid yet');
  await payer.send(path, form(await payer.open(path), { phone: phone('0009') }));
  const paid = await shows(path, /has received your payment/);
  assert.ok(paid.html.includes(`<form method="post" action="${path}/receipt">`));
  const { payment: one } = await session(id);
  const read = async () => (await shop.call('GET', `/payments/${one}`)).body.receipt_url;
  assert.equal(await read(), null, 'opening the page made none');
  const asked = await ask();
  assert.equal(asked.status, 303);
  const to = asked.headers.get('location')!;
  assert.match(to, /^\/r\/[\w-]{22}\?lang=en$/);
  assert.match((await payer.open(to)).html, /XOF 12,500/);
  const [address] = to.split('?');
  assert.equal(pathOf({ url: await read() }), address);
  assert.ok((await payer.open(path)).html.includes(`href="${to}"`));
  assert.equal((await ask()).headers.get('location'), to, 'one receipt, however often it is asked for');
  const [receipt] = (await shop.call('GET', `/receipts?payment=${one}`)).body.data;
  assert.equal((await shop.call('DELETE', `/receipts/${receipt.id}`)).status, 200);
  assert.equal(await read(), null);
  assert.doesNotMatch((await payer.open(path)).html, /\/r\/|\/receipt/);
  assert.equal((await ask()).headers.get('location'), path, 'a revoked receipt is not made again');
});

it('after a decline the page says why, and a new attempt follows', async () => {
  const { id, path } = await open();
  const payer = payerAt(service.base);
  const first = await payer.open(path);
  await payer.send(path, form(first, { phone: phone('0007') }));
  const { payment: declined } = await session(id);
  await payment(shop, declined, 'requires_action');
  await shop.call('POST', `/test/payments/${declined}/decline`);
  const failed = await shows(path, /The payment did not succeed/);
  assert.match(failed.html, /declined on the phone\. No money was taken/);
  assert.equal(hidden(failed, 'attempt'), '1');
  // The form of the first attempt is stale: a browser that sends it again must not ask the payer again.
  await payer.send(path, form(first, { phone: phone('0007') }));
  assert.equal((await session(id)).attempts, 1);
  await payer.send(path, form(failed, { phone: phone('0009') }));
  await until(async () => (await session(id)).status === 'completed');
});

it('two phones at once: one is asked to pay, and the other sees why it is not', async () => {
  const { id, path } = await open();
  const first = await payerAt(service.base).open(path);
  const shown = await Promise.all(
    [phone('0007'), '+221770000007'].map((number) =>
      payerAt(service.base).send(path, form(first, { phone: number, method: 'sandbox' })),
    ),
  );
  assert.equal(shown.filter(({ html }) => /began before yours/.test(html)).length, 1);
  assert.equal(shown.filter(({ path }) => path.includes('seen=other')).length, 1);
  const { attempts, payment: only } = await session(id);
  assert.equal(attempts, 1);
  await payment(shop, only, 'requires_action');
  await shop.call('POST', `/test/payments/${only}/approve`);
  const done = await shows(`${path}?seen=other`, /was paid from \+(509|221) •••• 07/);
  assert.ok(done);
});

it('GET and HEAD change nothing, and the page of a day later is expired and names the merchant', async () => {
  const { id, path } = await open();
  const before = await session(id);
  for (const method of ['GET', 'HEAD'])
    for (const query of ['', '?way=wallet', '?step=methods&method=sandbox&phone=%2B50937000007&attempt=0'])
      assert.equal((await fetch(service.base + path + query, { method })).status, 200);
  assert.deepEqual(await session(id), before);
  const first = await payerAt(service.base).open(path);
  await shop.call('POST', '/test/clock/advance', { seconds: 2 * 86_400 });
  const expired = await shows(path, /This page has expired/);
  assert.match(expired.html, /Ask Chez Awa for a new link/);
  assert.doesNotMatch(expired.html, /<form/);
  const late = await payerAt(service.base).send(path, form(first, { phone: phone('0007') }));
  assert.match(late.html, /This page has expired/);
  assert.equal((await session(id)).attempts, 0);
});

it('a payer who comes back a day later sees the outcome of an unfinished payment, not a form', async () => {
  const { id, path } = await open();
  const payer = payerAt(service.base);
  // The sandbox never answers for this phone.
  await payer.send(path, form(await payer.open(path), { phone: phone('0008') }));
  await until(
    async () => (await shop.call('GET', `/payments?checkout_session=${id}`)).body.data[0].status === 'processing',
  );
  await shop.call('POST', '/test/clock/advance', { seconds: 2 * 86_400 });
  const shown = await payerAt(service.base).open(path);
  assert.match(shown.html, /Payment in progress/);
  assert.match(shown.html, /Do not pay again/);
  assert.doesNotMatch(shown.html, /<form/);
});

it("a payer's own wallet pays with the phone and password; wrong ones look like unknown ones", async () => {
  const customer = await payerWith(service, 100_000n, { password });
  const { id, path } = await open();
  const payer = payerAt(service.base);
  const login = await payer.open(`${path}?way=wallet`);
  const fields = (number: string, secret: string) => ({
    phone: number,
    password: secret,
    attempt: hidden(login, 'attempt'),
  });
  const wrong = await payer.send(`${path}/wallet`, fields(customer.identifier, 'wrong password'));
  const unknown = await payer.send(`${path}/wallet`, fields('+221770999999', 'wrong password'));
  assert.deepEqual([wrong.status, unknown.status], [422, 422]);
  const neutral = ({ html }: Shown) => html.replace(/value="\+\d+"/, '');
  assert.equal(neutral(wrong), neutral(unknown));
  assert.doesNotMatch(wrong.html, /wrong password"/);
  assert.equal((await session(id)).attempts, 0);
  const paid = await payer.send(`${path}/wallet`, fields(customer.identifier, password));
  assert.match(paid.html, /has received your payment/);
  assert.equal(await availableTo(customer), 87_500);
});

it("the wallet is reached only through its own form: no stranger's request appears in a wallet", async () => {
  const stranger = await payerWith(service, 100_000n, { password });
  const { id, path } = await open();
  const payer = payerAt(service.base);
  const fields = form(await payer.open(path), { method: 'wallet', phone: stranger.identifier });
  const refused = await payer.send(path, fields);
  assert.equal(refused.status, 422);
  assert.match(refused.html, /Choose a way to pay\./);
  assert.equal((await session(id)).attempts, 0);
  assert.deepEqual((await stranger.call('GET', '/payments/mine?status=all')).body.data, []);
});

it('an account that is suspended before its code arrives pays nothing', async () => {
  const customer = await payerWith(service, 100_000n, { password, twoFactor: 'sms' });
  const { id, path } = await open({ amount: 1_000 });
  const payer = payerAt(service.base);
  const login = await payer.open(`${path}?way=wallet`);
  const fields = { phone: customer.identifier, password, attempt: hidden(login, 'attempt') };
  const asked = await payer.send(`${path}/wallet`, fields);
  const text = `UPDATE accounts SET suspended_at = now(), suspended_reason = 'fraud' WHERE id = $1`;
  await service.db.query({ name: 'test_suspend', text }, [customer.id]);
  const right = { challenge: hidden(asked, 'challenge'), way: 'sms', code: '000000' };
  const refused = await payer.send(`${path}/wallet`, right);
  assert.equal(refused.status, 422);
  assert.match(refused.html, /cannot make this payment/);
  assert.equal((await session(id)).status, 'open');
  // A challenge that no form of ours contains is an expired one, also if PostgreSQL cannot store its text.
  const strange = await payer.send(`${path}/wallet`, { ...right, challenge: '\0' });
  assert.deepEqual([strange.status, /The code has expired/.test(strange.html)], [422, true]);
});

it('a wallet that refuses the payment ends the attempt, and the payer pays in another way at once', async () => {
  for (const [who, failure, text] of [
    [{}, 'insufficient_funds', /not enough money in your wallet/],
    [{ twoFactor: 'sms' }, 'insufficient_funds', /not enough money in your wallet/],
    [{ currencies: ['USD'] }, 'customer_not_found', /This number cannot pay in this way/],
  ] as const) {
    const customer = await service.person('customer', { password, ...who });
    const { id, path } = await open();
    const payer = payerAt(service.base);
    const fields = { phone: customer.identifier, password, attempt: '0' };
    let refused = await payer.send(`${path}/wallet`, fields);
    if ('twoFactor' in who) {
      const right = { challenge: hidden(refused, 'challenge'), way: 'sms', code: '000000' };
      refused = await payer.send(`${path}/wallet`, right);
    }
    assert.equal(refused.status, 422);
    assert.match(refused.html, text);
    const { payment: failed } = await session(id);
    assert.equal((await shop.call('GET', `/payments/${failed}`)).body.failure.code, failure);
    const again = await payer.open(`${path}?way=wallet`);
    assert.equal(hidden(again, 'attempt'), '1');
    await payer.send(path, form(again, { phone: phone('0009') }));
    await until(async () => (await session(id)).status === 'completed');
    // The phone that was typed decides whether the payment that was first is the payer's own.
    const late = (number: string) => payer.send(`${path}/wallet`, { ...fields, phone: number });
    assert.match((await late(customer.identifier)).html, /was paid from \+509/);
    assert.doesNotMatch((await late(phone('0009'))).html, /was paid from/);
  }
});

it('the address of the form of the wallet leads to the page', async () => {
  const { path } = await open();
  const to = async (query: string) => {
    const answer = await fetch(`${service.base}${path}/wallet${query}`, { redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };
  assert.deepEqual(await to(''), [303, `${path}?way=wallet`]);
  assert.deepEqual(await to('?lang=fr&seen=other'), [303, `${path}?way=wallet&seen=other&lang=fr`]);
});

it('a large amount and an account with a second factor need a code, also after a reload', async () => {
  for (const [amount, twoFactor] of [
    [60_000, 'none'],
    [1_000, 'sms'],
  ] as const) {
    const customer = await payerWith(service, 100_000n, { password, twoFactor });
    const { id, path } = await open({ amount });
    const payer = payerAt(service.base);
    const login = await payer.open(`${path}?way=wallet`);
    const fields = { phone: customer.identifier, password, attempt: hidden(login, 'attempt') };
    const asked = await payer.send(`${path}/wallet`, fields);
    assert.match(asked.html, /sent a code to your phone/);
    const wrong = { challenge: hidden(asked, 'challenge'), way: 'sms', code: '111111' };
    assert.match((await payer.send(`${path}/wallet`, wrong)).html, /The code is wrong/);
    assert.equal((await session(id)).status, 'open');
    // A reload asks for the password again, for the phone of the payment.
    const reloaded = await shows(path, /Log in and pay/);
    assert.doesNotMatch(reloaded.html, /name="phone"|name="challenge"/);
    const second = await payer.send(`${path}/wallet`, { password, attempt: '1' });
    const right = { challenge: hidden(second, 'challenge'), way: 'sms', code: '000000' };
    assert.match((await payer.send(`${path}/wallet`, right)).html, /has received your payment/);
    assert.equal(await availableTo(customer), 100_000 - amount);
  }
});

it('a link asks for amount, name and note, and opens a session for each payer', async () => {
  const made = await shop.call('POST', '/links', {
    ...{ currency: 'XOF', min_amount: 500, max_amount: 20_000, name: 'Rice' },
    ask: { name: 'required', note: 'optional' },
  });
  assert.equal(made.status, 201, made.text);
  const path = pathOf(made.body);
  const payer = payerAt(service.base, 'fr');
  assert.match((await payer.open(path)).html, /De 500 XOF à 20 000 XOF/);
  for (const [fields, key] of [
    [{ amount: '400', name: 'Awa' }, 'amount'],
    [{ amount: 'dix', name: 'Awa' }, 'amount'],
    [{ amount: '1 500', name: ' ' }, 'name'],
    [{ amount: '1 500', name: 'Awa', note: 'x'.repeat(141) }, 'note'],
  ] as const) {
    const refused = await payer.send(path, fields);
    assert.equal(refused.status, 422);
    assert.match(refused.html, new RegExp(`id="${key}"[^>]*aria-invalid="true"`));
  }
  const opened = await payer.send(path, { amount: '1 500', name: 'Awa', note: 'Table 4' });
  assert.match(opened.html, /1 500 XOF/);
  const [first] = (await shop.call('GET', `/checkout/sessions?link=${made.body.id}`)).body.data;
  assert.deepEqual([first.amount, first.fields], [1_500, { name: 'Awa', note: 'Table 4' }]);
  await shop.call('PATCH', `/links/${made.body.id}`, { active: false });
  assert.match((await payer.open(path)).html, /Ce lien est fermé/);
});

it('the last unit is reserved while it is paid for, and the next payer hears before paying', async () => {
  const made = await shop.call('POST', '/links', { currency: 'XOF', amount: 900, stock: 1 });
  const path = pathOf(made.body);
  const [one, other] = [payerAt(service.base), payerAt(service.base)];
  const [first, second] = [await one.send(path, {}), await other.send(path, {})];
  await one.send(first.path, form(first, { phone: phone('0007') }));
  assert.match((await other.send(second.path, form(second, { phone: '+50937110007' }))).html, /Sold out/);
  assert.match((await other.open(path)).html, /Sold out/);
});

it('unknown and malformed addresses are the same 404, and tell nothing', async () => {
  const { path } = await open();
  const strange = [
    `${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}`,
    '/pay/x',
    '/pay/%00',
    `/pay/${'a'.repeat(26)}`,
  ];
  const payer = payerAt(service.base);
  const bodies = new Set<string>();
  for (const address of strange) {
    const { status, html } = await payer.open(address);
    assert.equal(status, 404, address);
    bodies.add(html);
    for (const below of ['/state', '/events']) assert.equal((await fetch(service.base + address + below)).status, 404);
    assert.equal((await fetch(`${service.base}${address}/wallet`)).status, 404);
    const sent = await payer.send(`${address}/wallet`, { password: 'x', phone: phone('0001') });
    assert.equal(sent.status, 404);
  }
  assert.equal(bodies.size, 1);
});

it('the stream tells when the state changes', async () => {
  const { id, path } = await open();
  const { body } = await fetch(`${service.base}${path}/events`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const states = async (count: number) => {
    while (heard.split('data: ').length <= count) heard += (await reader.read()).value ?? assert.fail('ended');
  };
  await states(1);
  const payer = payerAt(service.base);
  await payer.send(path, form(await payer.open(path), { phone: phone('0007') }));
  await states(2);
  assert.equal((await session(id)).attempts, 1);
  await reader.cancel();
});

it('in an outage of the database streams ask less often and log it once; a deleted session ends them', async (t) => {
  const { id, path } = await open();
  const errors: unknown[] = [];
  let down = true;
  let asked = 0;
  const query: typeof service.db.query = (statement, values) => {
    asked++;
    return down ? Promise.reject(new Error('down')) : service.db.query(statement, values);
  };
  const watch = watchSessions({ ...service.db, query }, (error) => errors.push(error));
  t.after(() => watch.stop());
  const heard: string[] = [];
  let ended = false;
  const stream = watch.open(path.slice(path.lastIndexOf('/') + 1))!;
  stream.on('data', (part) => heard.push(String(part))).on('end', () => (ended = true));
  await until(async () => asked === 2);
  down = false;
  await until(async () => heard.some((part) => part.startsWith('data: ')));
  assert.equal(errors.length, 1);
  await service.db.query({ name: 'test_delete_session', text: 'DELETE FROM checkout_sessions WHERE id = $1' }, [id]);
  await until(async () => ended);
});
