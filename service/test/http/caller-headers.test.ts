import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newId } from '../../src/kernel/new-id.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let shop: TestMerchant;
let live: string;
let customer: TestPerson;
before(async () => {
  service = await startTestService(bothWorlds);
  shop = await service.merchant();
  live = (await shop.newKey({ livemode: true })).key;
  customer = await service.person('customer');
});
after(() => service.stop());

const openWallet = (key: string, headers: Record<string, string>) =>
  service.request('POST', '/api/v1/wallets', { key, headers, body: { currency: 'XOF' } });
const walletsOf = async (key: string): Promise<number> =>
  (await service.request('GET', '/api/v1/wallets', { key })).body.data.length;

it('a live key whose client says test changes nothing in live mode', async () => {
  const before = await walletsOf(live);
  const answer = await openWallet(live, { 'service-mode': 'test' });
  assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'Service-Mode']);
  assert.equal(await walletsOf(live), before);
  // Control: without the contradiction the wallet is opened.
  assert.equal((await openWallet(live, { 'service-mode': 'live' })).status, 201);
  assert.equal(await walletsOf(live), before + 1);
});

it('headers that the schema forbids are refused for every caller', async () => {
  const operator = await service.person('operator');
  for (const [key, path] of [
    [shop.key, '/wallets'],
    [customer.token, '/wallets'],
    [operator.token, '/me'],
  ] as const)
    for (const headers of [{ 'service-mode': 'TEST' }, { 'service-integration': 'shop' }] as Record<string, string>[]) {
      const answer = await service.request('GET', `/api/v1${path}`, { key, headers });
      assert.deepEqual(refusal(answer), [400, 'validation_failed'], `${path} ${JSON.stringify(headers)}`);
    }
});

it('a header that contradicts the key or the token is refused', async () => {
  const ask = (key: string, headers: Record<string, string>) =>
    service.request('GET', '/api/v1/wallets', { key, headers });
  const contradictions: [string, Record<string, string>][] = [
    [shop.key, { 'service-mode': 'live' }],
    [shop.key, { 'service-integration': newId('int') }],
    [customer.token, { 'service-mode': 'live' }],
    [customer.token, { 'service-integration': shop.integrationId }],
  ];
  for (const [key, headers] of contradictions)
    assert.deepEqual(refusal(await ask(key, headers)), [400, 'validation_failed'], JSON.stringify(headers));
  for (const headers of [{ 'service-mode': 'test' }, { 'service-integration': shop.integrationId }] as Record<
    string,
    string
  >[])
    assert.equal((await ask(shop.key, headers)).status, 200, JSON.stringify(headers));
});
