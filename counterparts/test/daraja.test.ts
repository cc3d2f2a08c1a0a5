import assert from 'node:assert/strict';
import { constants, publicEncrypt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from './start-process.ts';

/** The provider's own refusals, which clients rarely produce. */
let counterpart: CounterpartProcess;
let token: string;
let listener: ReturnType<typeof createServer>;
let address: string;
const arrived: { path: string; body: any }[] = [];

before(async () => {
  counterpart = await startCounterpartProcess('daraja');
  await counterpart.ask('POST', '/settings', { success_after_ms: 0 });
  token = (await tokenAnswer()).body.access_token;
  listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrived.push({ path: request.url!, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const isRefused = request.url === '/refuses';
    response.end(isRefused ? '{"ResultCode":"C2B00012","ResultDesc":"Rejected"}' : '{"ResultCode":0}');
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
after(async () => {
  await counterpart.stop();
  listener.closeAllConnections();
  listener.close();
});

type Called = { status: number; body: any };

async function call(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Called> {
  const answer = await fetch(counterpart.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

function tokenAnswer(grant = 'client_credentials', secret = counterpart.credentials.consumer_secret) {
  const basic = Buffer.from(`${counterpart.credentials.consumer_key}:${secret}`).toString('base64');
  return call('GET', `/oauth/v1/generate?grant_type=${grant}`, { authorization: `Basic ${basic}` });
}

const post = (path: string, body: object, bearer = token) =>
  call('POST', path, { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }, JSON.stringify(body));

let phones = 10_000_000;
const aPhone = () => `2547${phones++}`;
const stamp = '20160216165627';

const push = (changed: object = {}) => {
  const phone = aPhone();
  const { short_code: shortCode, passkey } = counterpart.credentials;
  return post('/mpesa/stkpush/v1/processrequest', {
    BusinessShortCode: shortCode,
    Password: Buffer.from(shortCode + passkey + stamp).toString('base64'),
    Timestamp: stamp,
    TransactionType: 'CustomerPayBillOnline',
    Amount: '10',
    PartyA: phone,
    PartyB: shortCode,
    PhoneNumber: phone,
    CallBackURL: `${address}/stk`,
    AccountReference: 'INV-1',
    TransactionDesc: 'Coffee',
    ...changed,
  });
};

const encrypted = (padding: number) => {
  const { certificate, initiator_password: password } = counterpart.credentials;
  return publicEncrypt({ key: certificate, padding }, Buffer.from(password)).toString('base64');
};

let sends = 0;
const payOut = (changed: object = {}) =>
  post('/mpesa/b2c/v3/paymentrequest', {
    OriginatorConversationID: `own-${sends++}`,
    InitiatorName: counterpart.credentials.initiator_name,
    SecurityCredential: encrypted(constants.RSA_PKCS1_PADDING),
    CommandID: 'BusinessPayment',
    Amount: 10,
    PartyA: counterpart.credentials.short_code,
    PartyB: aPhone(),
    Remarks: 'Wages',
    QueueTimeOutURL: `${address}/late`,
    ResultURL: `${address}/result`,
    Occassion: 'Wages',
    ...changed,
  });

/** Polls until a request to the listener fits. */
async function arrivedAt(path: string, fits: (body: any) => boolean = () => true): Promise<any> {
  const end = performance.now() + 5_000;
  for (;;) {
    const found = arrived.find((one) => one.path === path && fits(one.body));
    if (found) return found.body;
    if (performance.now() > end) throw new Error(`nothing came to ${path}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const refused = ({ status, body }: Called) => `${status} ${body.errorCode} ${body.errorMessage}`;

test('keys, grant type, token and header are checked, each with its own error', async () => {
  assert.equal(refused(await tokenAnswer('password')), '400 400.008.02 Invalid grant type passed');
  assert.equal(
    refused(await tokenAnswer('client_credentials', 'wrong')),
    '400 400.008.01 Invalid Authentication passed',
  );
  assert.equal(refused(await post('/mpesa/b2c/v3/paymentrequest', {}, 'old')), '404 404.001.03 Invalid Access Token');
  const bare = await call('POST', '/mpesa/b2c/v3/paymentrequest', { 'content-type': 'application/json' }, '{}');
  assert.equal(refused(bare), '404 404.001.04 Invalid Authentication Header');
});

test('a token ends after its life of 3 599 s', async () => {
  const { body } = await tokenAnswer();
  assert.equal(Number(body.expires_in), 3_599);
  assert.notEqual((await post('/mpesa/b2c/v3/paymentrequest', {}, body.access_token)).status, 404);
  await counterpart.ask('POST', '/clock', { advance_ms: 3_600_000 });
  assert.equal((await post('/mpesa/b2c/v3/paymentrequest', {}, body.access_token)).status, 404);
  token = (await tokenAnswer()).body.access_token;
});

test('method, path and content type are checked', async () => {
  const headers = { authorization: `Bearer ${token}` };
  assert.match(refused(await call('GET', '/mpesa/b2c/v3/paymentrequest', headers)), /^405 405\.001/);
  assert.match(refused(await call('POST', '/mpesa/b2c/v9/paymentrequest', headers)), /^404 404\.001\.01/);
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  assert.match(refused(await call('POST', '/mpesa/b2c/v3/paymentrequest', form, '{}')), /^400 400\.002\.05/);
  const json = { ...headers, 'content-type': 'application/json' };
  assert.match(refused(await call('POST', '/mpesa/b2c/v3/paymentrequest', json, '{"a":')), /^400 400\.002\.05/);
});

test('each field of an STK push is checked', async () => {
  const wrong = {
    BusinessShortCode: ['1234', 'x'],
    Timestamp: ['20161316165627', '2016-02-16'],
    TransactionType: ['PayBill'],
    Amount: ['0', '10.5', '250001', '1e3', -1],
    PartyA: ['0712345678', '+254712345678', '254212345678'],
    PhoneNumber: ['25471234567', aPhone().slice(0, -4).concat('0004')],
    CallBackURL: [
      'http://example.com/a',
      'https://mpesa.example.com/a',
      'https://example.com/SafariCom',
      'https://example.com/run.exe',
      'https://example.com/cmd',
      'https://example.com/sql',
      `${address}/query`,
      ' https://example.com/a',
      'example.com',
    ],
    AccountReference: ['', 'more than 12 c'],
    TransactionDesc: [''],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      assert.equal(
        refused(await push({ [name]: value })),
        `400 400.002.02 Bad Request - Invalid ${name}`,
        `${name} ${value}`,
      );
  assert.match(refused(await push({ BusinessShortCode: '600000' })), /500\.001\.1001 Merchant does not exist/);
  assert.match(refused(await push({ Password: 'wrong' })), /500\.001\.1001 Wrong credentials/);
});

test('a phone has one prompt at a time, and the same amount again is refused', async () => {
  const phone = aPhone().slice(0, -4).concat('0007');
  const payer = { PartyA: phone, PhoneNumber: phone };
  assert.equal((await push(payer)).body.ResponseCode, '0');
  assert.match(refused(await push(payer)), /^500 500\.001\.1001 Unable to lock subscriber/);
  const other = aPhone();
  const twice = { PartyA: other, PhoneNumber: other, AccountReference: 'TWICE' };
  const { body } = await push(twice);
  await arrivedAt('/stk', (one) => one.Body.stkCallback.CheckoutRequestID === body.CheckoutRequestID);
  const again = await push(twice);
  const callback = await arrivedAt(
    '/stk',
    (one) => one.Body.stkCallback.CheckoutRequestID === again.body.CheckoutRequestID,
  );
  assert.equal(String(callback.Body.stkCallback.ResultCode), '17');
  const { entries } = await counterpart.ask('GET', '/ledger');
  assert.equal(entries.filter((entry: any) => entry.reference === 'TWICE').length, 1);
});

describe('B2C', () => {
  test('refuses wrong fields and a repeated OriginatorConversationID', async () => {
    for (const [name, value] of [
      ['Amount', 9],
      ['PartyB', '0712345678'],
      ['PartyA', '600000'],
      ['Remarks', 'x'],
      ['CommandID', 'Pay'],
      ['ResultURL', 'https://example.com/mpesa'],
    ] as const)
      assert.match(refused(await payOut({ [name]: value })), new RegExp(`400\\.002\\.02 .*${name}`));
    const id = { OriginatorConversationID: 'once' };
    assert.equal((await payOut(id)).body.ResponseCode, '0');
    assert.match(refused(await payOut(id)), /^500 500\.002\.1001 Duplicate/);
  });

  test('takes only a SecurityCredential with PKCS #1 v1.5 padding', async () => {
    const { body } = await payOut({ SecurityCredential: encrypted(constants.RSA_PKCS1_OAEP_PADDING) });
    const { Result } = await arrivedAt('/result', (one) => one.Result.ConversationID === body.ConversationID);
    assert.equal(String(Result.ResultCode), '2001');
  });

  test('sends a result to the QueueTimeOutURL while control says so', async () => {
    await counterpart.ask('POST', '/settings', { queue_timeouts: 1 });
    const { body } = await payOut();
    await arrivedAt('/late', (one) => one.Result.ConversationID === body.ConversationID);
    assert.equal(arrived.filter((one) => one.body.Result?.ConversationID === body.ConversationID).length, 1);
  });

  test('moves no money from an empty account', async () => {
    const before = (await counterpart.ask('GET', '/ledger')).balances.KES;
    await counterpart.ask('POST', '/topup', { amount: `-${before}`, currency: 'KES' });
    const { body } = await payOut();
    const { Result } = await arrivedAt('/result', (one) => one.Result.ConversationID === body.ConversationID);
    assert.equal(String(Result.ResultCode), '1');
    assert.equal((await counterpart.ask('GET', '/ledger')).balances.KES, '0');
    await counterpart.ask('POST', '/topup', { amount: before, currency: 'KES' });
  });
});

test('a payment that our validation refuses moves no money', async () => {
  const { short_code: ShortCode } = counterpart.credentials;
  const register = (ValidationURL: string) =>
    post('/mpesa/c2b/v2/registerurl', {
      ShortCode,
      ResponseType: 'Completed',
      ConfirmationURL: `${address}/confirmed`,
      ValidationURL,
    });
  assert.equal((await register(`${address}/refuses`)).status, 200);
  const refusedPayment = await counterpart.ask('POST', '/incoming', { amount: 1_000, account: 'no' });
  assert.equal(refusedPayment.receipt, null);
  await register(`${address}/validates`);
  const { receipt } = await counterpart.ask('POST', '/incoming', { amount: 1_000, account: 'yes' });
  const confirmed = await arrivedAt('/confirmed', (one) => one.TransID === receipt);
  assert.equal(confirmed.BillRefNumber, 'yes');
  const { entries } = await counterpart.ask('GET', '/ledger');
  assert.deepEqual(
    entries.filter((entry: any) => entry.kind === 'incoming').map((entry: any) => entry.reference),
    ['yes'],
  );
  await counterpart.ask('POST', '/settings', { register_once: true });
  assert.match(refused(await register(`${address}/validates`)), /already registered/);
});

test('the pull list needs a registration, and ends after 48 hours', async () => {
  const { short_code: ShortCode } = counterpart.credentials;
  const period = { StartDate: '2020-01-01 00:00:00', EndDate: '2099-01-01 00:00:00' };
  const pull = (OffSetValue: string) => post('/pulltransactions/v1/query', { ShortCode, ...period, OffSetValue });
  assert.match(refused(await pull('0')), /^400 400\.001/);
  const body = { ShortCode, RequestType: 'Pull', NominatedNumber: '0722000000', CallBackURL: `${address}/pull` };
  assert.equal((await post('/pulltransactions/v1/register', body)).body.ResponseStatus, '1000');
  assert.equal((await post('/pulltransactions/v1/register', body)).body.ResponseStatus, '1001');
  const [rows] = (await pull('0')).body.Response;
  assert(rows.length > 0);
  assert.equal((await pull(String(rows.length))).body.ResponseCode, '1001');
  await counterpart.ask('POST', '/clock', { advance_ms: 48 * 3_600_000 });
  token = (await tokenAnswer()).body.access_token;
  assert.equal((await pull('0')).body.ResponseCode, '1001');
});
