import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hasSharedSecret, isSignedByWave, waveSignature } from './signature.ts';

/** The vector of docs.wave.com, Webhooks, with the spaces of its body. */
const secret = 'wave_sn_WHS_xz4m6g8rjs9bshxy05xj4khcvjv7j3hcp4fbpvv6met0zdrjvezg';
const t = 1_667_920_421;
const v1 = '53c971695230e9c51b1030d673eee76e70bbcdf8a7c5b8c1d44e0b8b1329647b';
const body = [
  '{"id": "AE_ijzo7oGgrlM7", "type": "checkout.session.completed", "data": {"id": "cos-1b01sghpg100j", ',
  '"amount": "100", "checkout_status": "complete", "client_reference": null, "currency": "XOF", ',
  '"error_url": "https://example.com/error", "last_payment_error": null, "business_name": "Annas Apiaries", ',
  '"payment_status": "succeeded", "success_url": "https://example.com/success", ',
  '"wave_launch_url": "https://pay.wave.com/c/cos-1b01sghpg100j?a=100&c=XOF&m=Annas%20Apiaries", ',
  '"when_completed": "2022-11-08T15:05:45Z", "when_created": "2022-11-08T15:05:32Z", ',
  '"when_expires": "2022-11-09T15:05:32Z", "transaction_id": "TCN4Y4ZC3FM"}}',
].join('');

test("Wave's published vector is signed and verified", () => {
  assert.equal(waveSignature(secret, t, body), `t=${t},v1=${v1}`);
  assert.ok(isSignedByWave({ header: `t=${t},v1=${v1}`, body, secrets: [secret], nowSeconds: t }));
  assert.ok(isSignedByWave({ header: `t=${t}, v1=${v1}`, body: Buffer.from(body), secrets: [secret], nowSeconds: t }));
});

test('control: a dot between the time and the body does not match the vector', () => {
  const withDot = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  assert.notEqual(withDot, v1);
  assert.ok(!isSignedByWave({ header: `t=${t},v1=${withDot}`, body, secrets: [secret], nowSeconds: t }));
});

test('one of several signatures or secrets is enough', () => {
  const header = `t=${t},v1=${'0'.repeat(64)},v1=${v1}`;
  assert.ok(isSignedByWave({ header, body, secrets: ['wave_sn_WHS_new', secret], nowSeconds: t }));
  assert.ok(!isSignedByWave({ header, body, secrets: ['wave_sn_WHS_new'], nowSeconds: t }));
  assert.ok(!isSignedByWave({ header, body, secrets: [], nowSeconds: t }));
});

test('a changed body, an old time, a changed time and a broken header are refused', () => {
  const verified = (header: string | undefined, text = body, nowSeconds = t) =>
    isSignedByWave({ header, body: text, secrets: [secret], nowSeconds });
  assert.ok(!verified(`t=${t},v1=${v1}`, body.replace('"100"', '"900"')));
  assert.ok(verified(`t=${t},v1=${v1}`, body, t + 300));
  assert.ok(!verified(`t=${t},v1=${v1}`, body, t + 301));
  assert.ok(!verified(`t=${t},v1=${v1}`, body, t - 301));
  assert.ok(!verified(`t=${t + 1},v1=${v1}`));
  for (const header of [undefined, '', 'v1=', `v1=${v1}`, `t=,v1=${v1}`, `t=${t}`, `t=NaN,v1=${v1}`, `t=-1,v1=${v1}`])
    assert.ok(!verified(header), String(header));
});

test('a shared secret is compared as a whole', () => {
  assert.ok(hasSharedSecret(`Bearer ${secret}`, ['other', secret]));
  for (const header of [undefined, '', secret, 'Bearer ', `Bearer ${secret}x`, `Bearer ${secret.slice(0, -1)}`])
    assert.ok(!hasSharedSecret(header, [secret]), String(header));
});
