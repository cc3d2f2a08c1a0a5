import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from './start-process.ts';

let wave: CounterpartProcess;

before(async () => {
  wave = await startCounterpartProcess('wave');
  await wave.ask('POST', '/settings', { success_after_ms: 20 });
});
after(() => wave.stop());

type Options = { body?: unknown; headers?: Record<string, string>; key?: string };

/** Calls Wave's face. @returns status and JSON, null without a body */
async function call(method: string, path: string, { body, headers = {}, key }: Options = {}): Promise<[number, any]> {
  const answer = await fetch(wave.url + path, {
    method,
    headers: {
      authorization: `Bearer ${wave.credentials.api_key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await answer.text();
  return [answer.status, text === '' ? null : JSON.parse(text)];
}

const session = {
  amount: '1000',
  currency: 'XOF',
  success_url: 'https://example.com/success',
  error_url: 'https://example.com/error',
};
const payout = { currency: 'XOF', receive_amount: '500', mobile: '+221555110219', name: 'Fatou Ndiaye' };
const SESSIONS = '/v1/checkout/sessions';

test('the key is refused as the documents say', async () => {
  const codeOf = async (authorization: string | undefined) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${wave.url}/v1/balance`, { headers });
    const { code, message } = (await answer.json()) as { code: string; message: unknown };
    assert.equal(typeof message, 'string');
    return [answer.status, code];
  };
  assert.deepEqual(await codeOf(undefined), [401, 'missing-auth-header']);
  assert.deepEqual(await codeOf('Basic abc'), [401, 'invalid-auth']);
  assert.deepEqual(await codeOf('Bearer'), [401, 'api-key-not-provided']);
  assert.deepEqual(await codeOf('Bearer wave_sn_prod_other'), [401, 'no-matching-api-key']);
  for (const [code, status] of [
    ['api-key-revoked', 401],
    ['disabled-wallet', 403],
    ['invalid-wallet', 403],
  ] as const) {
    await wave.ask('POST', '/settings', { key_error: code });
    assert.deepEqual(await codeOf(`Bearer ${wave.credentials.api_key}`), [status, code]);
  }
  await wave.ask('POST', '/settings', { key_error: null });
});

test('a session has the fields of the documented example', async () => {
  const [status, made] = await call('POST', SESSIONS, { body: { ...session, client_reference: 'order 1' } });
  assert.equal(status, 200);
  const { id, wave_launch_url: url, when_created: created, when_expires: expires, ...rest } = made;
  assert.match(id, /^cos-[0-9a-z]{13}$/);
  assert.ok(url.endsWith(`/c/${id}?a=1000&c=XOF&m=Annas%20Apiaries`));
  assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.equal(Date.parse(expires) - Date.parse(created), 30 * 60_000);
  assert.deepEqual(rest, {
    amount: '1000',
    checkout_status: 'open',
    client_reference: 'order 1',
    currency: 'XOF',
    error_url: 'https://example.com/error',
    last_payment_error: null,
    business_name: 'Annas Apiaries',
    payment_status: 'processing',
    success_url: 'https://example.com/success',
    when_completed: null,
    transaction_id: null,
    aggregated_merchant_id: null,
    restrict_payer_mobile: null,
  });
  assert.deepEqual((await call('GET', `${SESSIONS}/${id}`))[1], made);
  assert.deepEqual((await call('GET', `${SESSIONS}/search?client_reference=order%201`))[1], { result: [made] });
  assert.deepEqual((await call('GET', `${SESSIONS}/search?client_reference=none`))[1], { result: [] });
  assert.equal((await call('GET', `${SESSIONS}/cos-none`))[1].code, 'checkout-session-not-found');
});

test('bad fields of a session are named', async () => {
  const bad: [object, string][] = [
    [{ amount: 1000 }, 'amount'],
    [{ amount: '01000' }, 'amount'],
    [{ amount: '10.5' }, 'amount'],
    [{ amount: '10.00' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '-5' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
    [{ success_url: 'http://example.com' }, 'success_url'],
    [{ error_url: undefined }, 'error_url'],
    [{ client_reference: 'x'.repeat(256) }, 'client_reference'],
    [{ restrict_payer_mobile: '770001234' }, 'restrict_payer_mobile'],
    [{ colour: 'blue' }, 'colour'],
  ];
  for (const [change, field] of bad) {
    const [status, { code, details }] = await call('POST', SESSIONS, { body: { ...session, ...change } });
    assert.deepEqual([status, code], [400, 'request-validation-error'], JSON.stringify(change));
    assert.deepEqual(details[0].loc, [field]);
  }
  const text = { 'content-type': 'text/plain' };
  assert.equal((await call('POST', SESSIONS, { body: session, headers: text }))[1].code, 'request-not-json');
  assert.equal((await call('POST', SESSIONS, { body: '{' }))[1].code, 'request-parsing-error');
  assert.equal((await call('PUT', SESSIONS, { body: session }))[0], 404);
  assert.equal((await call('POST', SESSIONS, { body: { ...session, success_url: 'http://127.0.0.1:1/x' } }))[0], 200);
});

test('a session is no idempotent request: the same key makes two', async () => {
  const body = { ...session, client_reference: 'order 2' };
  const [, first] = await call('POST', SESSIONS, { body, key: 'same' });
  const [, second] = await call('POST', SESSIONS, { body, key: 'same' });
  assert.notEqual(first.id, second.id);
  assert.equal((await call('GET', `${SESSIONS}/search?client_reference=order%202`))[1].result.length, 2);
});

test('a customer pays on the page, and the session is complete', async () => {
  const [, { id }] = await call('POST', SESSIONS, { body: { ...session, client_reference: 'order 3' } });
  const page = await fetch(`${wave.url}/c/${id}`);
  assert.match(await page.text(), /Pay Annas Apiaries/);
  const form = (phone: string, answer: string) =>
    fetch(`${wave.url}/c/${id}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ phone, answer }) });
  assert.equal((await form('+221770001234', 'leave')).headers.get('location'), session.error_url);
  assert.equal((await form('+221770000001', 'pay')).headers.get('location'), session.error_url);
  const [, open] = await call('GET', `${SESSIONS}/${id}`);
  assert.deepEqual([open.checkout_status, open.last_payment_error.code], ['open', 'insufficient-funds']);
  assert.equal((await form('+221770001234', 'pay')).headers.get('location'), session.success_url);
  const [, paid] = await call('GET', `${SESSIONS}/${id}`);
  assert.deepEqual([paid.checkout_status, paid.payment_status], ['complete', 'succeeded']);
  assert.equal((await call('GET', `${SESSIONS}?transaction_id=${paid.transaction_id}`))[1].id, id);
  assert.deepEqual(await call('POST', `${SESSIONS}/${id}/expire`).then(([status]) => status), 409);
  assert.deepEqual(await call('POST', `${SESSIONS}/${id}/refund`, { key: 'refund 3' }), [200, null]);
  assert.deepEqual(await call('POST', `${SESSIONS}/${id}/refund`, { key: 'refund 3' }), [200, null]);
  const { entries } = await wave.ask('GET', '/ledger');
  const kinds = (wanted: string) =>
    entries.filter(({ reference }: any) => reference === wanted).map(({ kind }: any) => kind);
  assert.deepEqual([kinds('order 3'), kinds('refund 3')], [['collection'], ['refund']]);
});

test('a restricted session refuses another payer', async () => {
  await wave.ask('POST', '/settings', { payer_follows_link: false });
  const body = { ...session, restrict_payer_mobile: '+221770001234' };
  const [, { id }] = await call('POST', SESSIONS, { body });
  const pay = { phone: '+221770005678', answer: 'pay' };
  await fetch(`${wave.url}/c/${id}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(pay) });
  assert.equal((await call('GET', `${SESSIONS}/${id}`))[1].last_payment_error.code, 'payer-mobile-mismatch');
  assert.deepEqual(await call('POST', `${SESSIONS}/${id}/expire`), [200, null]);
  assert.equal((await call('POST', `${SESSIONS}/${id}/refund`))[1].code, 'checkout-refund-failed');
  await wave.ask('POST', '/settings', { payer_follows_link: true });
});

test('a payout has the fields of the documented example', async () => {
  const [status, made] = await call('POST', '/v1/payout', { body: payout, key: randomUUID() });
  assert.equal(status, 200);
  const { id, timestamp, ...rest } = made;
  assert.match(id, /^pt-[0-9a-z]{13}$/);
  assert.ok(Date.parse(timestamp) > 0);
  const { mobile, name, receive_amount, currency } = payout;
  const expected = { currency, receive_amount, fee: '5', mobile, name, client_reference: null, payment_reason: null };
  assert.deepEqual(rest, { ...expected, status: 'succeeded' });
  assert.deepEqual((await call('GET', `/v1/payout/${id}`))[1], made);
  assert.equal((await call('GET', '/v1/payout/pt-none'))[1].code, 'not-found');
});

test('a payout needs a key: the same body repeats the answer, another one is refused', async () => {
  assert.equal((await call('POST', '/v1/payout', { body: payout }))[0], 400);
  assert.equal((await call('POST', '/v1/payout', { body: payout, key: 'x'.repeat(256) }))[0], 400);
  const first = await call('POST', '/v1/payout', { body: payout, key: 'key 1' });
  assert.deepEqual(await call('POST', '/v1/payout', { body: payout, key: 'key 1' }), first);
  const [status, { code }] = await call('POST', '/v1/payout', { body: { ...payout, name: 'Other' }, key: 'key 1' });
  assert.deepEqual([status, code], [409, 'idempotency-mismatch']);
});

test('bad fields of a payout are named, also in a batch, which is refused as a whole', async () => {
  const bad: [object, string][] = [
    [{ receive_amount: 500 }, 'receive_amount'],
    [{ receive_amount: '500.00' }, 'receive_amount'],
    [{ mobile: '770001234' }, 'mobile'],
    [{ payment_reason: 'x'.repeat(41) }, 'payment_reason'],
    [{ name: 'x'.repeat(256) }, 'name'],
  ];
  for (const [change, field] of bad) {
    const body = { ...payout, ...change };
    const [, { details }] = await call('POST', '/v1/payout', { body, key: randomUUID() });
    assert.deepEqual(details[0].loc, [field]);
    const batch = { payouts: [payout, body] };
    const [status, refused] = await call('POST', '/v1/payout-batch', { body: batch, key: randomUUID() });
    assert.deepEqual([status, refused.details[0].loc], [400, ['payouts', 1, field]]);
  }
});

test('a batch is carried out later and may be complete with an item in processing', async () => {
  const items = ['+221770001234', '+221770000008', '+221770000012'].map((mobile, i) => ({
    ...payout,
    mobile,
    client_reference: `item ${i}`,
  }));
  const [status, { id, ...rest }] = await call('POST', '/v1/payout-batch', { body: { payouts: items }, key: 'batch' });
  assert.deepEqual([status, rest], [200, {}]);
  assert.match(id, /^pb-/);
  await wave.ask('POST', '/clock', { advance_ms: 2_000 });
  const [, batch] = await call('GET', `/v1/payout-batch/${id}`);
  assert.equal(batch.status, 'complete');
  const statuses = batch.payouts.map((one: any) => one.status);
  assert.deepEqual(statuses, ['succeeded', 'processing', 'failed']);
  assert.equal(batch.payouts[2].payout_error.error_code, 'recipient-account-blocked');
  assert.equal((await call('GET', `/v1/payouts-batch/${id}`))[0], 404);
});

test('a payout is reversed with its fee for three days', async () => {
  const reference = randomUUID();
  const body = { ...payout, client_reference: reference };
  const [, { id }] = await call('POST', '/v1/payout', { body, key: randomUUID() });
  assert.deepEqual(await call('POST', `/v1/payout/${id}/reverse`), [200, null]);
  assert.deepEqual(await call('POST', `/v1/payout/${id}/reverse`), [200, null]);
  assert.equal((await call('GET', `/v1/payout/${id}`))[1].status, 'reversed');
  const { entries } = await wave.ask('GET', '/ledger');
  const moved = entries.filter((one: any) => one.reference === reference).map(({ amount }: any) => BigInt(amount));
  assert.deepEqual(moved, [-500n, -5n, 500n, 5n]);
  const spent = await call('POST', '/v1/payout', { body: { ...payout, mobile: '+221770000010' }, key: randomUUID() });
  assert.equal((await call('POST', `/v1/payout/${spent[1].id}/reverse`))[1].code, 'insufficient-funds');
  const [, old] = await call('POST', '/v1/payout', { body: payout, key: randomUUID() });
  await wave.ask('POST', '/clock', { advance_ms: 3 * 24 * 3_600_000 + 1_000 });
  const late = await call('POST', `/v1/payout/${old.id}/reverse`);
  assert.equal(late[1].code, 'payout-reversal-time-limit-exceeded');
});

test('a webhook is signed over the time and the raw body, which no JSON writer here makes', async () => {
  const bodies: { body: string; signature: string }[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['wave-signature']) });
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await wave.ask('POST', '/webhooks', { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` });
  await wave.ask('POST', '/incoming', { amount: '1000', phone: '+221761110001', account: 'abc-123' });
  receiver.closeAllConnections();
  receiver.close();
  const [{ body, signature }] = bodies as [{ body: string; signature: string }];
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!;
  const [secret] = wave.credentials.webhook_secrets;
  assert.equal(
    createHmac('sha256', secret)
      .update(t! + body)
      .digest('hex'),
    v1,
  );
  const event = JSON.parse(body);
  assert.notEqual(JSON.stringify(event), body);
  assert.match(body, /^\{"id": "EV_\w{12}", "type": "merchant\.payment_received", "data": \{/);
  const { id, when_created: _, ...data } = event.data;
  assert.match(id, /^T_/);
  assert.deepEqual(data, {
    amount: '990',
    fee: '10',
    currency: 'XOF',
    sender_mobile: '+221761110001',
    merchant_name: 'Annas Apiaries',
    custom_fields: { account_number: 'abc-123' },
  });
});

test('the transactions are listed by day, with a balance after each', async () => {
  const today = new Date(Date.now() + 3 * 24 * 3_600_000 + 3_000).toISOString().slice(0, 10);
  const [, { items, date, page_info: info }] = await call('GET', `/v1/transactions?date=${today}`);
  assert.equal(date, today);
  assert.deepEqual(info, { start_cursor: null, end_cursor: null, has_next_page: false });
  const [, balance] = await call('GET', '/v1/balance');
  assert.equal(items.at(-1).balance, balance.amount);
  assert.equal(items.at(-1).transaction_type, 'merchant_payment');
  assert.equal((await call('GET', '/v1/transactions?date=today'))[0], 400);
});
