import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';

let service: TestService;
let shop: TestMerchant;
let mtn: CounterpartProcess;
let wave: CounterpartProcess;
before(async () => {
  [service, mtn, wave] = await Promise.all([
    startTestService({ CURRENCIES: 'XOF,UGX,KES' }),
    startCounterpartProcess('mtn-momo'),
    startCounterpartProcess('wave'),
  ]);
  shop = await service.merchant();
  const admin = await makeOperator(service, 'admin');
  const add = async (slug: string, provider: string, country: string, currency: string, at: CounterpartProcess) => {
    const { url: base_url, credentials } = at;
    const connection = { provider, country, currency, livemode: false, base_url, credentials };
    const added = await admin.call('POST', '/operator/rail_settings', { slug, ...connection, reason: 'a test' });
    assert.equal(added.status, 201, added.text);
  };
  await add('mtn-ug', 'mtn-momo', 'UG', 'UGX', mtn);
  await add('wave-sn', 'wave', 'SN', 'XOF', wave);
  await until(async () => (await shop.call('GET', '/rails')).body.data.length === 4);
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await Promise.all([service.stop(), mtn.stop(), wave.stop()]);
});

const bounded = { timeout: 60_000 };
const read = async (path: string) => (await shop.call('GET', path)).body;

it('a rail that an operator added takes payments that name it, and pays phones', bounded, async () => {
  const customer = '+256771234567';
  const body = { amount: 20_000, currency: 'UGX', customer, rail: 'mtn-ug' };
  const { status, body: opened } = await shop.call('POST', '/payments', body);
  assert.deepEqual([status, opened.rail], [201, 'mtn-ug']);
  await until(async () => (await read(`/payments/${opened.id}`)).status === 'succeeded');
  const items = [{ recipient: '+256772345678', amount: 500 }];
  const payout = (await shop.call('POST', '/payouts', { currency: 'UGX', rail: 'mtn-ug', items })).body;
  await until(async () => (await read(`/payouts/${payout.id}`)).result === 'all_succeeded');
  const text = `SELECT phone, direction, rail FROM rail_memory WHERE NOT livemode ORDER BY direction`;
  const { rows } = await service.db.pool.query(text);
  assert.deepEqual(rows, [
    { phone: customer, direction: 'collect', rail: 'mtn-ug' },
    { phone: '+256772345678', direction: 'payout', rail: 'mtn-ug' },
  ]);
  const { entries } = await mtn.ask('GET', '/ledger');
  const ours = entries.filter(({ kind }: { kind: string }) => kind === 'collection' || kind === 'payout');
  assert.deepEqual(
    ours.map(({ kind, amount }: { kind: string; amount: string }) => [kind, Number(amount)]),
    [
      ['collection', 20_000],
      ['payout', -500],
    ],
  );
});

it('a redirect carries the return addresses of the merchant, or the page of this service', bounded, async () => {
  const body = { amount: 700, currency: 'XOF', customer: '+221770000007', rail: 'wave-sn' };
  const { body: opened } = await shop.call('POST', '/payments', { ...body, success_url: 'https://shop.example/paid' });
  const shown = await until(async () => {
    const payment = await read(`/payments/${opened.id}`);
    return payment.status === 'requires_action' && payment;
  });
  assert.equal(shown.next_action.type, 'redirect');
  assert.ok(shown.next_action.redirect_url);
  // A checkout of Wave is open for half an hour.
  assert.equal(Date.parse(opened.expires_at) - Date.parse(opened.created_at), 30 * 60_000);
  const refused = await shop.call('POST', '/payments', { ...body, rail: 'mtn-ug' });
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'currency_mismatch']);
});

it('a rail that an operator pauses refuses payments at once, and is listed as paused', bounded, async () => {
  const admin = await makeOperator(service, 'admin');
  const paused = await admin.call('POST', '/operator/rail_settings/mtn-ug/pause', { reason: 'maintenance' });
  assert.equal(paused.status, 200, paused.text);
  const body = { amount: 1_000, currency: 'UGX', customer: '+256771234568', rail: 'mtn-ug' };
  const refused = await until(async () => {
    const reply = await shop.call('POST', '/payments', body);
    return reply.status === 503 && reply;
  });
  assert.deepEqual([refused.body.error.code, refused.headers.has('retry-after')], ['rail_unavailable', true]);
  const [shown] = (await read('/rails?currency=UGX')).data.filter(({ slug }: { slug: string }) => slug === 'mtn-ug');
  assert.equal(shown.status, 'paused');
});
