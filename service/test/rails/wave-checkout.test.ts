import assert from 'node:assert/strict';
import { after as atEnd, before, beforeEach, test } from 'node:test';
import { after, ask, refundOf, startWave, verdict, type WaveTest } from './wave-rail.ts';

let wave: WaveTest;
const PAYER = '+221770001234';
const HALF_HOUR_MS = 30 * 60_000;

before(async () => {
  wave = await startWave();
});
beforeEach(() => wave.counterpart.ask('DELETE', '/trouble'));
atEnd(() => wave.stop());

const trouble = (kind: string, changes = {}) => wave.counterpart.ask('POST', '/trouble', { kind, next: 1, ...changes });
const settings = (changes: object) => wave.counterpart.ask('POST', '/settings', changes);

async function paid(phone = PAYER) {
  const sent = wave.collection(phone);
  const collection = after(sent, await wave.rail.collect(sent));
  await ask('succeeded', () => wave.rail.check(collection));
  return collection;
}

test('a customer follows the link and pays once', async () => {
  const sent = wave.collection(PAYER);
  const answer = await wave.rail.collect(sent);
  assert.equal(answer.state, 'requires_action');
  const { type, redirect_url: url } = (answer as { nextAction: { type: string; redirect_url: string } }).nextAction;
  assert.equal(type, 'redirect');
  assert.match(url, /\/c\/cos-\w+\?a=1000&c=XOF&m=Annas%20Apiaries$/);
  const collection = after(sent, answer);
  assert.match(collection.handle!, /^cos-/);
  const done = await ask('succeeded', () => wave.rail.check(collection));
  assert.deepEqual((done as { received?: object }).received, { amount: 1_000n, currency: 'XOF', payer: null });
  assert.match(String((done as { railReference?: string }).railReference), /^T_/);
  assert.deepEqual(await wave.movements(sent.id), [['collection', '1000']]);
});

test('a failed attempt leaves the payment open, and its reason counts at the end', async () => {
  const reasons = [
    ['0001', 'insufficient_funds', 'insufficient-funds'],
    ['0002', 'customer_declined', 'blocked-account'],
    ['0003', 'approval_expired', 'null'],
    ['0005', 'rail_error', 'kyb-limits-exceeded'],
  ] as const;
  const sent = reasons.map(([digits]) => wave.collection(`+22177000${digits}`));
  const collections = await Promise.all(sent.map(async (one) => after(one, await wave.rail.collect(one))));
  await wave.advance(1_000);
  for (const one of collections) assert.equal((await wave.rail.check(one)).state, 'requires_action');
  await wave.advance(HALF_HOUR_MS);
  for (const [i, [, code, railCode]] of reasons.entries())
    assert.deepEqual(verdict(await wave.rail.check(collections[i]!)), ['failed', code, railCode]);
});

test('a phone that Wave does not accept fails at once', async () => {
  const answer = await wave.rail.collect(wave.collection('+221770000004'));
  assert.deepEqual(verdict(answer), ['failed', 'customer_not_found', 'request-validation-error']);
});

test('a lost answer is looked for by search, and the link arrives late', async () => {
  await settings({ payer_follows_link: false });
  for (const kind of ['taken_then_cut', 'cut_json', 'empty'] as const) {
    const sent = wave.collection(PAYER);
    await trouble(kind, { operation: 'collect' });
    assert.equal((await wave.rail.collect(sent)).state, 'unknown', kind);
    const found = await wave.rail.check(sent);
    assert.equal(found.state, 'requires_action', kind);
    assert.match((found as { handle: string }).handle, /^cos-/);
  }
  await settings({ payer_follows_link: true });
});

test('a session that the search does not list yet is not made again', async () => {
  await settings({ payer_follows_link: false, search_after_ms: 20_000 });
  const sent = wave.collection(PAYER);
  await trouble('taken_then_cut', { operation: 'collect' });
  await wave.rail.collect(sent);
  assert.equal((await wave.rail.check(sent)).state, 'unknown');
  await wave.advance(20_000);
  assert.equal((await wave.rail.check(sent)).state, 'requires_action');
  await settings({ payer_follows_link: true, search_after_ms: 0 });
});

test('a session that was never made is not made again, and fails when its time is over', async () => {
  const phones = { cut: PAYER, status: PAYER, firewall: PAYER, maintenance: PAYER, none: '+221770000006' };
  const sent = Object.entries(phones).map(([kind, phone]) => ({ kind, collection: wave.collection(phone) }));
  for (const { kind, collection } of sent) {
    if (kind !== 'none') await trouble(kind, { operation: 'collect' });
    assert.equal((await wave.rail.collect(collection)).state, 'unknown', kind);
    assert.equal((await wave.rail.check(collection)).state, 'unknown', kind);
  }
  await wave.advance(HALF_HOUR_MS);
  for (const { kind, collection } of sent) {
    assert.deepEqual(verdict(await wave.rail.check(collection)), ['failed', 'rail_unavailable', 'null'], kind);
    assert.deepEqual(await wave.movements(collection.id), []);
  }
  const { collect } = wave.rail.capabilities();
  assert.equal(collect?.deduplicates, false);
});

test('a rate limit and a closed port take nothing', async () => {
  await trouble('too_many', { operation: 'collect', retry_after: 3 });
  const limited = await wave.rail.collect(wave.collection(PAYER));
  assert.deepEqual([limited.state, (limited as { retryAfterMs: number }).retryAfterMs], ['not_taken', 3_000]);
});

test('a question without an answer says nothing', async () => {
  const collection = await paid();
  for (const kind of ['cut', 'status', 'firewall', 'empty', 'cut_json', 'maintenance']) {
    await trouble(kind, { operation: 'ask' });
    assert.equal((await wave.rail.check(collection)).state, 'unknown', kind);
  }
  assert.equal((await wave.rail.check(collection)).state, 'succeeded');
});

test('a withdrawn session cannot be paid any more', async () => {
  const sent = wave.collection('+221770000007');
  const collection = after(sent, await wave.rail.collect(sent));
  const [, page] = /(\/c\/[^?]+)/.exec(JSON.stringify(await wave.rail.check(collection)))!;
  assert.equal(await wave.rail.withdraw(collection), true);
  assert.match(await (await fetch(wave.counterpart.url + page)).text(), /expired/);
  assert.equal((await wave.rail.check(collection)).state, 'failed');
});

test('a payment that is paid, being paid, unknown or only seemingly withdrawn is not withdrawn', async () => {
  assert.equal(await wave.rail.withdraw(await paid()), false);
  const hanging = wave.collection('+221770000008');
  assert.equal(await wave.rail.withdraw(after(hanging, await wave.rail.collect(hanging))), false);
  assert.equal(await wave.rail.withdraw(wave.collection(PAYER)), false);
  const waiting = wave.collection('+221770000007');
  const collection = after(waiting, await wave.rail.collect(waiting));
  // A proxy's empty 200 looks like Wave's own.
  await trouble('empty', { operation: 'other', taken: false });
  assert.equal(await wave.rail.withdraw(collection), false);
});

test("a session that lives longer than the payment is ended with the payment's time", async () => {
  await settings({ session_life_ms: 24 * 3_600_000, payer_follows_link: false });
  const sent = wave.collection(PAYER);
  const collection = after(sent, await wave.rail.collect(sent));
  await wave.advance(HALF_HOUR_MS - 60_000);
  assert.equal((await wave.rail.check(collection)).state, 'requires_action');
  await wave.advance(60_000);
  assert.deepEqual(verdict(await wave.rail.check(collection)), ['failed', 'approval_expired', 'null']);
  await settings({ session_life_ms: HALF_HOUR_MS, payer_follows_link: true });
});

test('a payment that stays in processing is settled when Wave says so', async () => {
  const sent = wave.collection('+221770000008');
  const collection = after(sent, await wave.rail.collect(sent));
  assert.equal((await wave.rail.check(collection)).state, 'processing');
  await wave.advance(6 * 3_600_000);
  assert.equal((await wave.rail.check(collection)).state, 'processing');
  await wave.counterpart.ask('POST', '/answer', { reference: sent.id, outcome: 'succeeds' });
  await ask('succeeded', () => wave.rail.check(collection));
});

test('a refund is whole, and repeated requests refund once', async () => {
  const refund = refundOf(await paid());
  assert.equal((await wave.rail.refund(refund)).state, 'succeeded');
  assert.equal((await wave.rail.checkRefund(refund)).state, 'succeeded');
  assert.deepEqual(await wave.movements(refund.id), [['refund', '-1000']]);
  assert.equal(verdict(await wave.rail.refund(refundOf(await paid(), { amount: 400n })))[0], 'failed');
});

test('a refund without an answer is repeated and refunds once', async () => {
  const refund = refundOf({ ...(await paid()), handle: null });
  await trouble('taken_then_cut', { operation: 'refund' });
  assert.equal((await wave.rail.refund(refund)).state, 'pending');
  await trouble('too_many', { operation: 'refund' });
  assert.equal((await wave.rail.checkRefund(refund)).state, 'pending');
  assert.equal((await wave.rail.checkRefund(refund)).state, 'succeeded');
  assert.deepEqual(await wave.movements(refund.id), [['refund', '-1000']]);
});

test('a payment that Wave gives back is reversed', async () => {
  const collection = await paid();
  await wave.counterpart.ask('POST', '/reverse', { reference: collection.id });
  assert.equal((await wave.rail.check(collection)).state, 'reversed');
  assert.deepEqual(await wave.movements(collection.id), [
    ['collection', '1000'],
    ['reversal', '-1000'],
  ]);
});

test('a refund that Wave refuses has failed', async () => {
  const answer = await wave.rail.refund(refundOf(await paid('+221770000010')));
  assert.deepEqual(verdict(answer), ['failed', 'rail_error', 'checkout-refund-failed']);
});

test('refused credentials fail nothing', async () => {
  const payment = await paid();
  await settings({ key_error: 'api-key-revoked' });
  assert.deepEqual(verdict(await wave.rail.collect(wave.collection(PAYER))), ['not_taken', 'credentials']);
  assert.deepEqual(verdict(await wave.rail.refund(refundOf(payment))), ['not_taken', 'credentials']);
  assert.deepEqual(verdict(await wave.rail.check(payment)), ['not_taken', 'credentials']);
  assert.equal(await wave.rail.withdraw(payment), false);
  await settings({ key_error: null });
});

test('a session without a return address is a fault of the set-up', async () => {
  const answer = await wave.rail.collect(wave.collection(PAYER, { successUrl: null }));
  assert.deepEqual(verdict(answer), ['not_taken', 'setup']);
});
