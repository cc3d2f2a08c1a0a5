import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startCounterpartProcess } from './start-process.ts';

const mtn = await startCounterpartProcess('mtn-momo');
after(mtn.stop);
const { collection: keys, disbursement } = mtn.credentials;

type Headers = Record<string, string | undefined>;
async function call(method: string, path: string, headers: Headers, body?: unknown) {
  const sent = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const answer = await fetch(mtn.url + path, {
    method,
    headers: Object.fromEntries(sent),
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const json = text.startsWith('{') ? JSON.parse(text) : text;
  return {
    status: answer.status,
    json,
    short: `${answer.status} ${json.code ?? json.error ?? json.message ?? ''}`.trim(),
  };
}

const basic = ({ api_user: user, api_key: key }: typeof keys) =>
  `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
const tokenOf = (product: string, of: typeof keys, headers: Headers = {}, body?: unknown) =>
  call(
    'POST',
    `/${product}/token/`,
    { 'ocp-apim-subscription-key': of.subscription_key, authorization: basic(of), ...headers },
    body,
  );

const token = (await tokenOf('collection', keys)).json.access_token;
const right = (): Headers => ({
  authorization: `Bearer ${token}`,
  'ocp-apim-subscription-key': keys.subscription_key,
  'x-target-environment': 'mtnuganda',
  'x-reference-id': randomUUID(),
  'content-type': 'application/json',
});
const order = {
  amount: '1500',
  currency: 'UGX',
  externalId: 'pay_1',
  payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
  payerMessage: 'Order 17',
  payeeNote: 'Order 17',
};
const collect = (headers: Headers, body: unknown = order) =>
  call('POST', '/collection/v1_0/requesttopay', { ...right(), ...headers }, body);

test('a token needs the product, its key, its user and an empty body', async () => {
  const { status, json } = await tokenOf('collection', keys);
  assert.deepEqual([status, json.token_type, json.expires_in], [200, 'access_token', 3_600]);
  assert.match((await tokenOf('collection', keys, { 'ocp-apim-subscription-key': undefined })).json.message, /missing/);
  assert.match((await tokenOf('collection', disbursement)).json.message, /invalid subscription key/);
  assert.equal((await tokenOf('collection', { ...keys, api_key: 'x' })).short, '401 login_failed');
  assert.equal((await tokenOf('collection', keys, {}, '{}')).status, 400);
  const withoutSlash = { 'ocp-apim-subscription-key': keys.subscription_key, authorization: basic(keys) };
  assert.equal((await call('POST', '/collection/token', withoutSlash)).status, 404);
});

test('a token lives for an hour, and not for another product', async () => {
  const old = (await tokenOf('disbursement', disbursement)).json.access_token;
  const balance = (product: string, bearer: string) =>
    call('GET', `/${product}/v1_0/account/balance`, {
      ...right(),
      authorization: `Bearer ${bearer}`,
      'ocp-apim-subscription-key': mtn.credentials[product].subscription_key,
    });
  assert.equal((await balance('disbursement', old)).status, 200);
  assert.equal((await balance('collection', old)).status, 401);
  await mtn.ask('POST', '/clock', { advance_ms: 3_600_000 });
  assert.equal((await balance('disbursement', old)).status, 401);
});

for (const [what, headers, expected] of [
  ['no subscription key', { 'ocp-apim-subscription-key': undefined }, 401],
  ['no token', { authorization: undefined }, 401],
  ['no target environment', { 'x-target-environment': undefined }, 400],
  ['another target environment', { 'x-target-environment': 'mtnghana' }, '500 NOT_ALLOWED_TARGET_ENVIRONMENT'],
  ['no reference', { 'x-reference-id': undefined }, 400],
  ['a reference that is no UUID', { 'x-reference-id': 'pay_1' }, 400],
  ['a UUID of version 7', { 'x-reference-id': '019ac000-0000-7000-8000-000000000000' }, 400],
  ['another content type', { 'content-type': 'text/plain' }, 415],
  ['a callback that is no URL', { 'x-callback-url': 'null' }, 400],
  ['a callback without TLS', { 'x-callback-url': 'http://example.com/x' }, 400],
  ['a callback to another host', { 'x-callback-url': 'https://example.com/x' }, '500 INVALID_CALLBACK_URL_HOST'],
] as const) {
  test(`a request with ${what} is refused`, async () => {
    const fresh = (await tokenOf('collection', keys)).json.access_token;
    const answer = await collect({ authorization: `Bearer ${fresh}`, ...headers });
    assert.equal(typeof expected === 'number' ? answer.status : answer.short, expected);
  });
}

for (const [what, body, expected] of [
  ['no JSON', '{"amount"', 400],
  ['an amount that is a number', { ...order, amount: 1500 }, 400],
  ['decimals in a currency without', { ...order, amount: '15.50' }, 400],
  ['an amount of zero', { ...order, amount: '0' }, 400],
  ['another currency', { ...order, currency: 'EUR' }, '500 INVALID_CURRENCY'],
  ['a phone with a plus', { ...order, payer: { partyIdType: 'MSISDN', partyId: '+256772123456' } }, 400],
  ['a type of number in lower case', { ...order, payer: { partyIdType: 'msisdn', partyId: '256772123456' } }, 400],
  ['a payee instead of a payer', { ...order, payer: undefined, payee: order.payer }, 400],
  ['an apostrophe in a message', { ...order, payerMessage: "Amina's shop" }, 400],
  ['an empty message', { ...order, payeeNote: '' }, 400],
  ['a message of 161 characters', { ...order, payerMessage: 'x'.repeat(161) }, 400],
  ['no externalId', { ...order, externalId: undefined }, 400],
] as const) {
  test(`an order with ${what} is refused`, async () => {
    const authorization = `Bearer ${(await tokenOf('collection', keys)).json.access_token}`;
    const answer = await collect({ authorization }, body);
    assert.equal(typeof expected === 'number' ? answer.status : answer.short, expected);
  });
}

test('a reference is used once, and its state is read only where it was created', async () => {
  const authorization = `Bearer ${(await tokenOf('collection', keys)).json.access_token}`;
  const id = randomUUID();
  const headers = { ...right(), authorization, 'x-reference-id': id };
  assert.equal((await collect(headers)).status, 202);
  assert.equal((await collect({ ...headers, 'x-reference-id': id.toUpperCase() })).short, '409 RESOURCE_ALREADY_EXIST');
  const state = (path: string) => call('GET', `/collection/v1_0/${path}`, headers);
  assert.equal((await state(`requesttopay/${id}`)).json.status, 'PENDING');
  assert.equal((await state(`requesttowithdraw/${id}`)).short, '404 RESOURCE_NOT_FOUND');
  assert.equal((await state(`requesttopay/${randomUUID()}`)).short, '404 RESOURCE_NOT_FOUND');
  assert.equal((await call('PUT', `/collection/v1_0/requesttopay/${id}`, headers)).short, '404 Resource not found');
});

test('the reason of a refusal without a body is in the list of requests', async () => {
  const authorization = `Bearer ${(await tokenOf('collection', keys)).json.access_token}`;
  await collect({ authorization, 'x-reference-id': 'x' });
  const { requests } = await mtn.ask('GET', '/requests');
  assert.match(requests.at(-1).why, /UUID of version 4/);
});
