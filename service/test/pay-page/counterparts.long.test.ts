import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { type Listener, openEntrance } from '../rails/rail-secrets.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { hidden, pathOf, payerAt, type Shown } from '../support/payer.ts';

let service: TestService;
let shop: TestMerchant;
let mtn: CounterpartProcess;
let wave: CounterpartProcess;
let pawapay: CounterpartProcess;
let daraja: CounterpartProcess;
let entrance: Listener;
let admin: Awaited<ReturnType<typeof makeOperator>>;
before(async () => {
  // The service needs its callback address before its port is known.
  entrance = await openEntrance(() => service.base);
  [service, mtn, wave, pawapay, daraja] = await Promise.all([
    startTestService({ CURRENCIES: 'XOF,UGX,KES', CALLBACK_URL: entrance.url }),
    startCounterpartProcess('mtn-momo'),
    startCounterpartProcess('wave'),
    startCounterpartProcess('pawapay', '--country', 'BF', '--currency', 'XOF'),
    startCounterpartProcess('daraja'),
  ]);
  shop = await service.merchant('Chez Awa');
  admin = await makeOperator(service, 'admin');
  const add = async (slug: string, provider: string, country: string, currency: string, at: CounterpartProcess) => {
    const operator = provider === 'pawapay' ? { operator: 'ORANGE_BFA' } : {};
    const credentials = { ...at.credentials, ...operator };
    const connection = { provider, country, currency, livemode: false, base_url: at.url, credentials };
    const added = await admin.call('POST', '/operator/rail_settings', { slug, ...connection, reason: 'a test' });
    assert.equal(added.status, 201, added.text);
  };
  await add('mtn-ug', 'mtn-momo', 'UG', 'UGX', mtn);
  await add('wave-sn', 'wave', 'SN', 'XOF', wave);
  await add('orange-bf', 'pawapay', 'BF', 'XOF', pawapay);
  await add('mpesa-ke', 'daraja', 'KE', 'KES', daraja);
  await until(async () => (await shop.call('GET', '/rails')).body.data.length === 6);
});
after(async () => {
  await Promise.all([service.stop(), mtn.stop(), wave.stop(), pawapay.stop(), daraja.stop()]);
  entrance.close();
});

const bounded = { timeout: 90_000 };
const payer = () => payerAt(service.base);
const open = async (fields: object) => {
  const made = await shop.call('POST', '/checkout/sessions', { amount: 20_000, ...fields });
  assert.equal(made.status, 201, made.text);
  return pathOf(made.body);
};
const form = (shown: Shown, more: Record<string, string>) => ({ attempt: hidden(shown, 'attempt'), ...more });
const shows = (path: string, words: RegExp) =>
  until(async () => {
    const shown = await payer().open(path);
    return words.test(shown.html) && shown;
  });

it('MTN: the prompt on the phone is approved, and the page shows the outcome', bounded, async () => {
  const path = await open({ currency: 'UGX' });
  const first = await payer().open(path);
  assert.match(first.html, /value="mtn-ug"[^>]*> MTN MoMo/);
  await payer().send(path, form(first, { phone: '+256771234567', method: 'mtn-ug' }));
  await shows(path, /Chez Awa has received your payment/);
});

it('M-Pesa: the prompt on the phone is approved, and the page shows the outcome', bounded, async () => {
  await daraja.ask('POST', '/settings', { success_after_ms: 200 });
  const path = await open({ currency: 'KES' });
  const first = await payer().open(path);
  const waiting = await payer().send(path, form(first, { phone: '+254712345678', method: 'mpesa-ke' }));
  assert.match(waiting.html, /We are sending your request to M-PESA|Waiting for your approval/);
  await shows(path, /Chez Awa has received your payment/);
});

it('a callback is lost, and the page shows the outcome anyway', bounded, async () => {
  await mtn.ask('POST', '/callbacks', { mode: 'never' });
  const path = await open({ currency: 'UGX' });
  await payer().send(path, form(await payer().open(path), { phone: '+256771234568', method: 'mtn-ug' }));
  await shows(path, /Chez Awa has received your payment/);
  const { entries } = await mtn.ask('GET', '/ledger');
  const [{ payment }] = (await shop.call('GET', '/checkout/sessions?limit=1')).body.data;
  assert.equal(entries.filter(({ reference }: { reference: string }) => reference === payment).length, 1);
  await mtn.ask('DELETE', '/callbacks');
});

it('Wave: the page links to its page, where the payer pays, and the way back shows the outcome', bounded, async () => {
  const path = await open({ currency: 'XOF' });
  const first = await payer().open(path);
  await payer().send(path, form(first, { phone: '+221770001234', method: 'wave-sn' }));
  const { html } = await shows(path, /Continue to Wave/);
  const [, address] = /<a class="button" href="([^"]+)" rel="noreferrer">Continue to Wave/.exec(html)!;
  assert.ok(address!.startsWith(wave.url));
  const body = new URLSearchParams({ phone: '+221770001234', answer: 'pay' });
  const paid = await fetch(address!.replaceAll('&amp;', '&'), { method: 'POST', body, redirect: 'manual' });
  assert.ok(paid.status < 400, await paid.text());
  await shows(path, /Chez Awa has received your payment/);
});

it('Orange by pawaPay: the page asks for the one-time code before it sends anything', bounded, async () => {
  const path = await open({ currency: 'XOF', amount: 500 });
  const first = await until(async () => {
    const shown = await payer().open(path);
    return /name="code"/.test(shown.html) && shown;
  });
  const fields = { phone: '+22607100000', method: 'orange-bf' };
  const without = await payer().send(path, form(first, fields));
  assert.equal(without.status, 422);
  assert.match(without.html, /Enter the one-time code/);
  assert.equal(hidden(without, 'attempt'), '0');
  await payer().send(path, form(first, { ...fields, code: '123456' }));
  await shows(path, /Chez Awa has received your payment/);
});

it('the page offers the ways to pay of the typed phone, and refuses one that does not reach it', bounded, async () => {
  const path = await open({ currency: 'UGX' });
  const first = await payer().open(path);
  const narrowed = await payer().send(path, form(first, { phone: '+221770001234', step: 'methods' }));
  assert.equal(narrowed.status, 200);
  assert.doesNotMatch(narrowed.html, /value="mtn-ug"/);
  const refused = await payer().send(path, form(first, { phone: '+221770001234', method: 'mtn-ug' }));
  assert.match(refused.html, /does not reach this number/);
  assert.equal(hidden(refused, 'attempt'), '0');
});

it('a rail that is down is said to be down before the payer tries', bounded, async () => {
  const path = await open({ currency: 'UGX' });
  const paused = await admin.call('POST', '/operator/rail_settings/mtn-ug/pause', { reason: 'maintenance' });
  assert.equal(paused.status, 200, paused.text);
  const down = await shows(path, /Not available right now/);
  assert.match(down.html, /value="mtn-ug" disabled/);
  const refused = await payer().send(path, form(down, { phone: '+256771234567', method: 'mtn-ug' }));
  assert.match(refused.html, /not available right now\. Choose another/);
});
