import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  collection,
  disbursement,
  openPawapayAccount,
  type PawapayAccount,
  summary,
  until,
} from './pawapay-account.ts';

describe('a redirect through pawaPay (Wave in Senegal)', () => {
  let account: PawapayAccount;
  before(async () => {
    account = await openPawapayAccount('SN', 'XOF');
  });
  after(() => account.stop());

  const urls = { successUrl: 'http://127.0.0.1:1/paid', cancelUrl: 'http://127.0.0.1:1/canceled' };
  const payment = (phone: string) => collection(phone, { ...urls, amount: 99n, currency: 'XOF' });
  const connectWave = async () => {
    const rail = account.connect({ ...account.counterpart.credentials, operator: 'WAVE_SEN' });
    await rail.refresh();
    return rail;
  };

  it('has its page later, and is paid when the customer follows it', async () => {
    const wave = await connectWave();
    assert.equal(wave.capabilities().collect?.flow, 'redirect');
    assert.equal(wave.capabilities().payout, null);
    const waiting = payment('+221771000007');
    const first = await wave.collect(waiting);
    assert.equal(first.state, 'processing');
    assert.ok(first.state === 'processing' && first.askAgainInMs! <= 1_000);
    const ready = await until(() => wave.check(waiting), 'requires_action');
    assert.ok(ready.state === 'requires_action' && ready.nextAction.type === 'redirect');
    const followed = await fetch(ready.nextAction.redirect_url!, { redirect: 'manual' });
    assert.equal(followed.headers.get('location'), urls.successUrl);
    await until(() => wave.check(waiting), 'succeeded');
    assert.equal((await account.entriesOf(waiting.id)).length, 1);
  });

  it('is refused without return addresses', async () => {
    const wave = await connectWave();
    const without = await wave.collect(collection('+221771000000', { amount: 99n, currency: 'XOF' }));
    assert.equal(summary(without), 'failed rail_error MISSING_PARAMETER');
  });

  it('reads amounts with decimals of a currency without them', async () => {
    const prompted = payment('+221771000000');
    await account.rail.collect(prompted);
    const paid = await until(() => account.rail.check(prompted), 'succeeded');
    assert.equal(paid.state === 'succeeded' && paid.received?.amount, 99n);
    await account.counterpart.ask('POST', '/settings', { numeric_amounts: true });
    const numeric = await account.rail.check(prompted);
    assert.equal(numeric.state === 'succeeded' && numeric.received?.amount, 99n);
  });
});

describe('a one-time code before the payment (Orange in Burkina Faso)', () => {
  let account: PawapayAccount;
  before(async () => {
    account = await openPawapayAccount('BF', 'XOF');
  });
  after(() => account.stop());

  const payment = (code: string | null) => collection('+22607100000', { amount: 500n, currency: 'XOF', code });

  it('is asked for before anything is sent', async () => {
    const orange = account.connect({ ...account.counterpart.credentials, operator: 'ORANGE_BFA' });
    await orange.refresh();
    assert.equal(orange.capabilities().collect?.needsCode, true);
    const without = await account.rail.collect(payment(null));
    assert.ok(without.state === 'failed' && without.failure.code === 'rail_error');
    assert.match(without.failure.message, /Dial \*144\*4\*6#/);
  });

  it('authorises the payment, and an expired one does not', async () => {
    const good = payment('123456');
    assert.equal((await account.rail.collect(good)).state, 'processing');
    await until(() => account.rail.check(good), 'succeeded');
    const expired = payment('000410');
    await account.rail.collect(expired);
    const failed = await until(() => account.rail.check(expired), 'failed');
    assert.equal(summary(failed), 'failed approval_expired PAYMENT_NOT_APPROVED');
  });
});

describe('an operator that takes whole units alone (M-Pesa in Kenya)', () => {
  let account: PawapayAccount;
  before(async () => {
    account = await openPawapayAccount('KE', 'KES');
  });
  after(() => account.stop());

  it('is known before a payment, and refuses cents', async () => {
    await account.rail.refresh();
    assert.equal(account.rail.capabilities().decimals, 0);
    const kes = { currency: 'KES' };
    const cents = await account.rail.collect(collection('+254711000000', { ...kes, amount: 1_050n }));
    assert.equal(summary(cents), 'failed rail_error INVALID_AMOUNT');
    const whole = collection('+254711000000', { ...kes, amount: 1_000n });
    await account.rail.collect(whole);
    await until(() => account.rail.check(whole), 'succeeded');
    // Payouts take two decimals there.
    assert.equal(
      (await account.rail.payOut(disbursement('+254711000000', { ...kes, amount: 1_050n }))).state,
      'pending',
    );
  });
});
