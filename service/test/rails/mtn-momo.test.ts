import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { openRailHttp } from '../../src/rails/http.ts';
import { mtnMomo } from '../../src/rails/mtn-momo/provider.ts';
import type { Collection, Disbursement, Rail, Repayment } from '../../src/rails/rail.ts';

let mtn: CounterpartProcess;
let close: () => Promise<void>;
let rail: Rail;

before(async () => {
  mtn = await startCounterpartProcess('mtn-momo');
  ({ rail, close } = connect(mtn.credentials));
});
after(async () => {
  await close();
  await mtn.stop();
});
beforeEach(async () => {
  await mtn.ask('DELETE', '/trouble');
  await mtn.ask('DELETE', '/callbacks');
});

function connect(credentials: unknown, wholeMs = 5_000): { rail: Rail; close: () => Promise<void> } {
  const { http, close: closeHttp } = openRailHttp({ baseUrl: mtn.url, wholeMs });
  const settings = { name: 'mtn-ug', country: 'UG', currency: 'UGX', exponent: 0, livemode: false, baseUrl: mtn.url };
  const tools = { http, now: Date.now, railCallbackUrl: () => null };
  return { rail: mtnMomo.connect({ ...settings, credentials }, tools), close: closeHttp };
}

let made = 0;
const newId = (prefix: string) => `${prefix}_${String(++made).padStart(26, '0')}`;

const record = () => ({
  currency: 'UGX',
  sentAt: new Date(),
  handle: null,
  received: [],
  callbackUrl: null,
  merchant: 'Shop',
  reference: null,
  description: null,
});
const collection = (customer: string, fields: Partial<Collection> = {}): Collection => ({
  ...record(),
  id: newId('pay'),
  amount: 1_500n,
  customer,
  payerWallet: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 300_000),
  successUrl: null,
  cancelUrl: null,
  code: null,
  ...fields,
});
const item = (recipient: string, amount = 700n): Disbursement => ({
  ...record(),
  id: newId('pit'),
  amount,
  recipient,
  name: null,
});
const refundOf = (payment: Collection, amount: bigint, fields: Partial<Repayment> = {}): Repayment => ({
  ...record(),
  id: newId('rfd'),
  amount,
  customer: payment.customer,
  payment: {
    id: payment.id,
    handle: null,
    railReference: null,
    amount: payment.amount,
    succeededAt: new Date(),
    refunded: 0n,
  },
  ...fields,
});

const advance = (ms = 2_000) => mtn.ask('POST', '/clock', { advance_ms: ms });
const entriesOf = async (id: string) =>
  (await mtn.ask('GET', '/ledger')).entries
    .filter(({ reference }: any) => reference === id)
    .map(({ kind, amount }: any) => `${kind} ${amount}`);
/** The state, and the failure's two codes. */
const short = (answer: any) =>
  answer.failure ? `${answer.state} ${answer.failure.code} ${answer.failure.rail_code}` : answer.state;

async function paid(customer = '+256772123456'): Promise<Collection> {
  const payment = collection(customer);
  await rail.collect!(payment);
  await advance();
  return payment;
}

test('a customer approves a payment, and the answer has the amount, the payer and the reference', async () => {
  const payment = collection('+256772123456');
  const prompted = await rail.collect!(payment);
  assert.equal(prompted.state, 'requires_action');
  assert.equal((await rail.check!(payment)).state, 'requires_action');
  await advance();
  const answer = await rail.check!(payment);
  assert.ok(answer.state === 'succeeded');
  assert.match(answer.railReference!, /^\d+$/);
  assert.deepEqual(answer.received, { amount: 1_500n, currency: 'UGX', payer: '+256772123456' });
  assert.deepEqual(await entriesOf(payment.id), ['collection 1500']);
});

for (const [ending, outcome] of [
  ['0001', 'failed insufficient_funds NOT_ENOUGH_FUNDS'],
  ['0002', 'failed customer_declined APPROVAL_REJECTED'],
  ['0003', 'failed approval_expired EXPIRED'],
  ['0004', 'failed customer_not_found PAYER_NOT_FOUND'],
  ['0005', 'failed customer_limit_reached PAYER_LIMIT_REACHED'],
  ['0006', 'failed rail_unavailable SERVICE_UNAVAILABLE'],
  ['0007', 'requires_action'],
  ['0008', 'requires_action'],
  ['0010', 'succeeded'],
] as const) {
  test(`a payment of a phone that ends with ${ending}: ${outcome}`, async () => {
    assert.equal(short(await rail.check!(await paid(`+25677212${ending}`))), outcome);
  });
}

test("the operator's own test numbers are answered at once or later, as it documents", async () => {
  const at = async (xx: string) => {
    const payment = collection(`+467331234${xx}`);
    const first = await rail.collect!(payment);
    if (first.state === 'failed' || first.state === 'unknown') return short(first);
    await advance();
    return short(await rail.check!(payment));
  };
  assert.equal(await at('50'), 'failed rail_error INTERNAL_PROCESSING_ERROR');
  assert.equal(await at('56'), 'failed rail_error PAYEE_NOT_ALLOWED_TO_RECEIVE');
  assert.equal(await at('57'), 'failed rail_error NOT_ALLOWED');
  assert.equal(await at('60'), 'failed rail_error INVALID_CURRENCY');
  assert.equal(await at('61'), 'unknown');
  assert.equal(await at('62'), 'unknown');
  assert.equal(await at('63'), 'failed approval_expired COULD_NOT_PERFORM_TRANSACTION');
  assert.equal(await at('64'), 'failed rail_error TRANSFER_TYPE_UNKNOWN');
});

test('a payment that nobody approves expires after five minutes, and may still succeed later', async () => {
  const payment = await paid('+256772120007');
  await advance(300_000);
  assert.equal(short(await rail.check!(payment)), 'failed approval_expired EXPIRED');
  await mtn.ask('POST', '/answer', { reference: payment.id, outcome: 'succeeds' });
  assert.equal((await rail.check!(payment)).state, 'succeeded');
});

test('a repeat of every kind moves money once', async () => {
  const payment = collection('+256772123456');
  await rail.collect!(payment);
  await advance();
  assert.equal((await rail.collect!(payment)).state, 'succeeded');
  const payout = item('+256772123457');
  assert.equal((await rail.payOut!(payout)).state, 'pending');
  await advance();
  assert.equal((await rail.payOut!(payout)).state, 'succeeded');
  const refund = refundOf(payment, 500n);
  await rail.refund!(refund);
  await advance();
  assert.equal((await rail.refund!(refund)).state, 'succeeded');
  assert.deepEqual(await entriesOf(payment.id), ['collection 1500']);
  assert.deepEqual(await entriesOf(payout.id), ['payout -700']);
  assert.deepEqual(await entriesOf(refund.id), ['refund -500']);
});

test('an unknown record is not found', async () => {
  assert.deepEqual(await rail.check!(collection('+256772123456')), { state: 'not_found' });
  assert.deepEqual(await rail.checkPayOut!(item('+256772123456')), { state: 'not_found' });
  assert.deepEqual(await rail.checkRefund!(refundOf(await paid(), 1n)), { state: 'not_found' });
});

for (const [trouble, states] of [
  [{ kind: 'taken_then_cut' }, 'unknown succeeded'],
  [{ kind: 'cut' }, 'unknown not_found'],
  [{ kind: 'status', status: 502 }, 'unknown not_found'],
  [{ kind: 'status', status: 504, taken: true }, 'unknown succeeded'],
  [{ kind: 'firewall' }, 'unknown not_found'],
  [{ kind: 'empty' }, 'unknown succeeded'],
  [{ kind: 'too_many', retry_after: 7 }, 'not_taken not_found'],
  [{ kind: 'maintenance' }, 'unknown not_found'],
] as const) {
  test(`trouble while collecting: ${JSON.stringify(trouble)} leaves ${states}`, async () => {
    const payment = collection('+256772123456');
    await mtn.ask('POST', '/trouble', { ...trouble, operation: 'collect', next: 1 });
    const first = await rail.collect!(payment);
    await advance();
    assert.equal(`${first.state} ${(await rail.check!(payment)).state}`, states);
  });
}

test('trouble while asking says nothing about the record', async () => {
  const payment = await paid();
  const payout = item('+256772123457');
  await rail.payOut!(payout);
  await advance();
  for (const kind of ['cut', 'firewall', 'empty', 'cut_json', 'too_many', 'maintenance']) {
    await mtn.ask('POST', '/trouble', { kind, operation: 'ask', next: 2 });
    assert.equal((await rail.check!(payment)).state, 'unknown', kind);
    assert.equal((await rail.checkPayOut!(payout)).state, 'pending', kind);
  }
});

test('a slow answer is unknown', async () => {
  const impatient = connect(mtn.credentials, 200);
  const payment = collection('+256772123456');
  await impatient.rail.check!(payment);
  await mtn.ask('POST', '/trouble', { kind: 'slow', after_ms: 1_000, operation: 'collect', next: 1 });
  assert.equal((await impatient.rail.collect!(payment)).state, 'unknown');
  await impatient.close();
});

test('amounts, reasons and states arrive in every form that the provider sends', async () => {
  const payment = await paid();
  const failed = await paid('+256772120001');
  for (const amount_as of ['number', 'decimals', 'text']) {
    await mtn.ask('POST', '/settings', { amount_as });
    const answer = await rail.check!(payment);
    assert.ok(answer.state === 'succeeded' && answer.received?.amount === 1_500n, amount_as);
  }
  await mtn.ask('POST', '/settings', { reason_as: 'object', pending_as: 'ONGOING' });
  assert.equal(short(await rail.check!(failed)), 'failed insufficient_funds NOT_ENOUGH_FUNDS');
  assert.equal((await rail.check!(await paid('+256772120008'))).state, 'processing');
  await mtn.ask('POST', '/settings', { reason_as: 'text', pending_as: 'PENDING' });
});

test('payouts end as their phone says', async () => {
  const outcomes = [];
  for (const ending of ['3456', '0011', '0012', '0008']) {
    const payout = item(`+25677212${ending}`);
    await rail.payOut!(payout);
    await advance();
    outcomes.push(short(await rail.checkPayOut!(payout)));
  }
  assert.deepEqual(outcomes, [
    'succeeded',
    'failed recipient_not_found PAYEE_NOT_FOUND',
    'failed recipient_cannot_receive PAYEE_NOT_ALLOWED_TO_RECEIVE',
    'pending',
  ]);
});

test('a payment is refunded in parts, never beyond its amount, and never if MTN does not know it', async () => {
  const payment = await paid();
  const refunds = [refundOf(payment, 1_000n), refundOf(payment, 500n), refundOf(payment, 1n)];
  for (const refund of refunds) {
    await rail.refund!(refund);
    await advance();
  }
  const states = await Promise.all(refunds.map(async (refund) => short(await rail.checkRefund!(refund))));
  assert.deepEqual(states, ['succeeded', 'succeeded', 'failed rail_error NOT_ALLOWED']);
  const stray = refundOf(collection('+256772123456'), 5n);
  await rail.refund!(stray);
  await advance();
  assert.equal(short(await rail.checkRefund!(stray)), 'failed rail_error RESOURCE_NOT_FOUND');
  const failing = refundOf(await paid('+256772120010'), 5n);
  await rail.refund!(failing);
  await advance();
  assert.equal(short(await rail.checkRefund!(failing)), 'failed rail_error INTERNAL_PROCESSING_ERROR');
});

test('a payout waits while the float is empty, and is paid once after a top-up', async () => {
  const [balance] = await rail.balance!();
  const available = balance!.available;
  await mtn.ask('POST', '/topup', { amount: (-available).toString(), currency: 'UGX' });
  const payout = item('+256772123456');
  assert.equal((await rail.payOut!(payout)).state, 'pending');
  await advance();
  const empty = { state: 'not_taken', fault: 'float' };
  const waits = async (answer: Promise<any>) => {
    const { state, fault } = await answer;
    assert.deepEqual({ state, fault }, empty);
  };
  await waits(rail.checkPayOut!(payout));
  await waits(rail.payOut!(payout));
  await waits(rail.checkPayOut!(payout));
  await mtn.ask('POST', '/topup', { amount: available.toString(), currency: 'UGX' });
  // The answer to the second attempt is lost: a third send must not be a second payment.
  await mtn.ask('POST', '/trouble', { kind: 'taken_then_cut', operation: 'payout', next: 2 });
  assert.equal((await rail.payOut!(payout)).state, 'pending');
  await mtn.ask('DELETE', '/trouble');
  assert.equal((await rail.payOut!(payout)).state, 'pending');
  await advance();
  assert.equal((await rail.checkPayOut!(payout)).state, 'succeeded');
  assert.equal((await rail.payOut!(payout)).state, 'succeeded');
  assert.deepEqual(await entriesOf(payout.id), ['payout -700']);
});

test('a token that ended early is renewed once, and keys that MTN refuses are a fault of the rail', async () => {
  const payment = await paid();
  await mtn.ask('POST', '/tokens/expire');
  assert.equal((await rail.check!(payment)).state, 'succeeded');
  await mtn.ask('POST', '/settings', { calls_refused: true });
  const { state, fault } = (await rail.collect!(collection('+256772123456'))) as any;
  assert.deepEqual([state, fault], ['not_taken', 'credentials']);
  assert.equal((await rail.check!(payment)).state, 'unknown');
  await mtn.ask('POST', '/settings', { calls_refused: false, address_refused: true });
  assert.equal(((await rail.payOut!(item('+256772123456'))) as any).fault, 'setup');
  await mtn.ask('POST', '/settings', { address_refused: false });
  const { collection: keys } = mtn.credentials;
  for (const wrong of [{ api_key: 'wrong' }, { subscription_key: 'wrong' }]) {
    const other = connect({ ...mtn.credentials, collection: { ...keys, ...wrong } });
    assert.equal(((await other.rail.collect!(collection('+256772123456'))) as any).fault, 'credentials');
    await other.close();
  }
});

test('a token endpoint that answers 200 without a token does not pause the rail', async () => {
  const other = connect(mtn.credentials);
  await mtn.ask('POST', '/trouble', { kind: 'empty', operation: 'token', next: 1 });
  const { state, fault } = (await other.rail.collect!(collection('+256772123456'))) as any;
  assert.deepEqual([state, fault], ['not_taken', undefined]);
  await other.close();
});

test('without disbursement keys a rail has no payouts and no refunds', async () => {
  const { disbursement: _, ...credentials } = mtn.credentials;
  const { rail: half, close: closeHalf } = connect(credentials);
  assert.deepEqual([half.payOut, half.refund, half.withdraw], [undefined, undefined, undefined]);
  assert.deepEqual([half.capabilities().payout, half.capabilities().refund], [null, null]);
  assert.equal((await half.balance!())[0]!.currency, 'UGX');
  await closeHalf();
});

test('a lookup says whether the phone is a wallet, and compares the name', async () => {
  await mtn.ask('POST', '/names', { phone: '+256772123456', given_name: 'Amina', family_name: 'Okello' });
  const ask = (phone: string, name: string | null = 'Okello Amina') =>
    rail.lookUp!({ phone, currency: 'UGX', name, amount: null });
  assert.deepEqual(await ask('+256772123456'), {
    exists: true,
    canReceive: true,
    name: 'Amina Okello',
    nameMatch: 'full',
  });
  assert.equal((await ask('+256772120011')).exists, false);
  await mtn.ask('POST', '/settings', { basic_user_info: false });
  assert.deepEqual(await ask('+256772123456'), { exists: true, canReceive: true, name: null, nameMatch: 'unknown' });
  await mtn.ask('POST', '/settings', { basic_user_info: true });
  assert.equal((await ask('+46733123454')).exists, null);
});

test('callbacks arrive by PUT or POST, and name the record', async () => {
  const received: [string | undefined, unknown][] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const call = { method: request.method!, path: request.url!, query: {}, headers: {}, authority: '', about: null };
    received.push([request.method, await rail.receive!({ ...call, body })]);
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rails/x/1`;
  for (const method of ['PUT', 'POST']) {
    await mtn.ask('POST', '/settings', { callback_method: method });
    const payment = collection('+256772123456', { callbackUrl });
    await rail.collect!(payment);
    await advance();
    while (received.length === 0) await sleep(5);
    assert.deepEqual(received.pop(), [method, { answer: { status: 200 }, about: payment.id }]);
  }
  await mtn.ask('POST', '/settings', { callback_method: 'PUT' });
  server.closeAllConnections();
  server.close();
});
