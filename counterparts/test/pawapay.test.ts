import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCounterpartProcess } from './start-process.ts';

const pawapay = await startCounterpartProcess('pawapay', '--float', '100000');
after(pawapay.stop);
await pawapay.ask('POST', '/settings', { success_after_ms: 20 });

const right = { authorization: `Bearer ${pawapay.credentials.api_token}`, 'content-type': 'application/json' };
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = right) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(pawapay.url + path, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const json: any = await answer.json();
  const code = json.failureReason?.failureCode;
  return { status: answer.status, json, short: [answer.status, json.status, code].filter(Boolean).join(' ') };
}

const account = { phoneNumber: '260763000000', provider: 'MTN_MOMO_ZMB' };
const deposit = (more: object = {}, details: object = {}) => ({
  depositId: randomUUID(),
  amount: '15',
  currency: 'ZMW',
  payer: { type: 'MMO', accountDetails: { ...account, ...details } },
  ...more,
});
const payout = (more: object = {}) => ({
  payoutId: randomUUID(),
  amount: '1',
  currency: 'ZMW',
  recipient: { type: 'MMO', accountDetails: account },
  ...more,
});
const collect = async (more: object = {}, details: object = {}) =>
  (await call('POST', '/v2/deposits', deposit(more, details))).short;

async function completed(kind: string, id: string): Promise<void> {
  for (let times = 0; times < 400; times++) {
    if ((await call('GET', `/v2/${kind}/${id}`)).json.data?.status === 'COMPLETED') return;
    await sleep(10);
  }
  throw new Error(`${id} is not completed`);
}

test('a call needs the token, and a body needs its content type', async () => {
  assert.equal((await call('GET', '/v2/wallet-balances', undefined, {})).short, '401 NO_AUTHENTICATION');
  const stranger = { authorization: 'Bearer x' };
  assert.equal((await call('GET', '/v2/wallet-balances', undefined, stranger)).short, '403 AUTHENTICATION_ERROR');
  const { authorization } = right;
  const plain = await call('POST', '/v2/deposits', deposit(), { authorization, 'content-type': 'text/plain' });
  assert.equal(plain.short, '400 INVALID_INPUT');
  assert.equal((await call('POST', '/v2/deposits', '{"depositId":')).short, '400 INVALID_INPUT');
  assert.equal((await call('PUT', '/v2/deposits', deposit())).status, 404);
  assert.equal((await call('POST', '/deposits', deposit())).status, 404);
});

test('a malformed request is refused with 400 and names the parameter', async () => {
  assert.equal(await collect({ amount: undefined }), '400 MISSING_PARAMETER');
  assert.equal(await collect({ correspondent: 'MTN_MOMO_ZMB' }), '400 UNSUPPORTED_PARAMETER');
  assert.equal(await collect({ depositId: '0195ce3a-0000-7000-8000-000000000000' }), '400 INVALID_PARAMETER');
  assert.equal(await collect({ customerMessage: 'abc' }), '400 INVALID_PARAMETER');
  assert.equal(await collect({ customerMessage: "It's ready" }), '400 INVALID_PARAMETER');
  assert.equal(await collect({ customerMessage: 'x'.repeat(23) }), '400 INVALID_PARAMETER');
  assert.equal(await collect({ metadata: [{ a: '1' }, { a: '2' }] }), '400 DUPLICATE_METADATA_FIELD');
  assert.equal(
    await collect({ metadata: Array.from({ length: 11 }, (_, i) => ({ [i]: 'x' })) }),
    '400 INVALID_PARAMETER',
  );
  assert.equal(await collect({ successfulUrl: 'http://example.com' }), '400 INVALID_PARAMETER');
  for (const amount of ['5.', '5.555', '5555555555555555555', '.5', '-5.5', '00.5', '00.00', '00001.32', 15]) {
    assert.equal(await collect({ amount }), '400 INVALID_PARAMETER', String(amount));
  }
  for (const amount of ['5', '5.0', '5.00', '5.5', '5.55']) {
    const good = deposit({ amount });
    assert.equal((await call('POST', '/v2/deposits', good)).short, '200 ACCEPTED', amount);
    await completed('deposits', good.depositId);
  }
});

test('a refusal of business is 200 with the status REJECTED', async () => {
  assert.equal(await collect({}, { phoneNumber: '+260763000000' }), '200 REJECTED INVALID_PHONE_NUMBER');
  assert.equal(await collect({}, { phoneNumber: '254763000000' }), '200 REJECTED INVALID_PHONE_NUMBER');
  assert.equal(await collect({}, { provider: 'MTN_MOMO_UGA' }), '200 REJECTED INVALID_PROVIDER');
  assert.equal(await collect({ currency: 'USD' }), '200 REJECTED INVALID_CURRENCY');
  assert.equal(await collect({ amount: '0.5' }), '200 REJECTED AMOUNT_OUT_OF_BOUNDS');
  const rejected = deposit({ amount: '0.5' });
  await call('POST', '/v2/deposits', rejected);
  assert.equal((await call('GET', `/v2/deposits/${rejected.depositId}`)).json.status, 'NOT_FOUND');
});

test('a payout reserves its amount, and an empty wallet refuses the next', async () => {
  const balance = async () => (await call('GET', '/v2/wallet-balances?country=ZMB')).json.balances[0].balance;
  const before = Number(await balance());
  const first = payout({
    amount: '400',
    recipient: { type: 'MMO', accountDetails: { ...account, phoneNumber: '260763000008' } },
  });
  assert.equal((await call('POST', '/v2/payouts', first)).short, '200 ACCEPTED');
  assert.equal(Number(await balance()), before - 400);
  const large = await call('POST', '/v2/payouts', payout({ amount: String(Math.ceil(before)) }));
  assert.equal(large.short, '200 REJECTED PAWAPAY_WALLET_OUT_OF_FUNDS');
  const many = Array.from({ length: 21 }, () => payout());
  assert.equal((await call('POST', '/v2/payouts/bulk', many)).short, '400 INVALID_INPUT');
  const bulk = await call('POST', '/v2/payouts/bulk', [many[0], { ...many[1], amount: '99999' }]);
  assert.deepEqual(
    bulk.json.map(({ status }: { status: string }) => status),
    ['ACCEPTED', 'REJECTED'],
  );
});

test('a queued payout is failed on request, and only a queued one', async () => {
  const status = (value: string) =>
    pawapay.ask('POST', '/availability', { provider: 'MTN_MOMO_ZMB', kind: 'payout', status: value });
  await status('DELAYED');
  const [queued, other] = [payout(), payout()];
  for (const one of [queued, other]) assert.equal((await call('POST', '/v2/payouts', one)).short, '200 ACCEPTED');
  assert.equal((await call('GET', `/v2/payouts/${queued.payoutId}`)).json.data.status, 'ENQUEUED');
  const stop = (id: string) => call('POST', `/v2/payouts/fail-enqueued/${id}`);
  assert.equal((await stop(queued.payoutId)).short, '200 ACCEPTED');
  await status('OPERATIONAL');
  await completed('payouts', other.payoutId);
  assert.equal((await stop(other.payoutId)).short, '200 REJECTED INVALID_STATE');
  assert.equal((await stop(randomUUID())).short, '200 REJECTED NOT_FOUND');
  const { data } = (await call('GET', `/v2/payouts/${queued.payoutId}`)).json;
  assert.deepEqual([data.status, data.failureReason.failureCode], ['FAILED', 'MANUALLY_CANCELLED']);
  await status('CLOSED');
  const closed = await call('POST', '/v2/payouts', payout());
  assert.equal(closed.short, '200 REJECTED PROVIDER_TEMPORARILY_UNAVAILABLE');
  assert.equal(
    (await call('GET', '/v2/availability?operationType=PAYOUT')).json[0].providers[0].operationTypes.PAYOUT,
    'CLOSED',
  );
  await status('OPERATIONAL');
});

test('a double payment under two ids shows in the ledger', async () => {
  const same = { clientReferenceId: 'pay_same' };
  const [first, second] = [deposit(same), deposit(same)];
  for (const one of [first, second]) await call('POST', '/v2/deposits', one);
  for (const { depositId } of [first, second]) await completed('deposits', depositId);
  const { entries } = await pawapay.ask('GET', '/ledger');
  const booked = entries.filter(({ reference }: { reference: string }) => reference === 'pay_same');
  assert.deepEqual(
    booked.map(({ operation }: { operation: string }) => operation).sort(),
    [first, second].map((one) => one.depositId).sort(),
  );
});

test('fees are booked if control sets them', async () => {
  await pawapay.ask('POST', '/settings', { payout_fee: '25' });
  const one = payout({ clientReferenceId: 'pit_fee' });
  await call('POST', '/v2/payouts', one);
  await completed('payouts', one.payoutId);
  await pawapay.ask('POST', '/settings', { payout_fee: '0' });
  const { entries } = await pawapay.ask('GET', '/ledger');
  const booked = entries.filter(({ reference }: { reference: string }) => reference === 'pit_fee');
  assert.deepEqual(
    booked.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`),
    ['payout -100', 'fee -25'],
  );
});
