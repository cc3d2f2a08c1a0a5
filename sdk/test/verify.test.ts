import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { newWebhookSecret, signAttempt } from '../../service/src/core/signature.ts';
import { startTestService } from '../../service/test/support/harness.ts';
import { type Received, startReceiver } from '../../service/test/support/receiver.ts';
import { Rialto, signWebhook, verifyWebhook, WebhookError, type WebhookErrorCode } from '../src/rialto.ts';

const [secret, other] = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)];
const body =
  '{"id":"evt_1","object":"event","type":"payment.succeeded","data":{"object":{"description":"Café ☕ \\u2028"}},"z":1.0}\n';
const now = () => Math.floor(Date.now() / 1000);

const signed = (change: { t?: number; previous?: string; headerPrefix?: string } = {}) => {
  const { t = now(), previous, headerPrefix = 'Service' } = change;
  const secrets = { current: secret, previous };
  return signAttempt({
    secrets,
    endpointId: 'wbk_1',
    eventId: 'evt_1',
    deliveryId: 'dlv_1',
    attempt: 1,
    t,
    body,
    headerPrefix,
  });
};
const header = (t = now()) => signed({ t })['Service-Signature']!;
const digest = () => header().split('v1=')[1]!;
const over = (t: string, text = body, key = secret) =>
  `t=${t},v1=${createHmac('sha256', key).update(`${t}.${text}`).digest('hex')}`;

const refused = (code: WebhookErrorCode) => (error: unknown) => {
  assert.ok(error instanceof WebhookError, String(error));
  assert.equal(error.code, code);
  return true;
};

describe('a delivery is accepted', () => {
  it('when the service signed it: a real endpoint before, during and after a roll of its secret', async () => {
    const service = await startTestService();
    const receiver = await startReceiver();
    try {
      const merchant = await service.merchant();
      const rialto = new Rialto({ apiKey: merchant.key, baseUrl: service.base });
      const { webhooks } = rialto;
      const endpoint = await webhooks.create({ url: receiver.url, events: ['payment.succeeded', 'webhook.test'] });
      const old = endpoint.secret!;
      await rialto.payments.create({ amount: 700, currency: 'XOF', customer: '+221771234567' });
      await rialto.test.advanceClock({ seconds: 5 });
      const paid = await receiver.nth(1);
      const event = await webhooks.verify(paid.raw, paid.headers, old);
      assert.ok(event.type === 'payment.succeeded');
      assert.equal(event.data.object.amount, 700);

      const { secret: fresh } = await webhooks.rollSecret(endpoint.id, { overlap_seconds: 3600 });
      await webhooks.test(endpoint.id);
      const rolled = await receiver.nth(2);
      assert.equal((await webhooks.verify(rolled.raw, rolled.headers, old)).type, 'webhook.test');
      assert.equal((await webhooks.verify(rolled.raw, rolled.headers, fresh!)).type, 'webhook.test');
      // Control: only the second header carries the signature of the new secret.
      const { 'service-signature-next': next, ...without } = rolled.headers;
      assert.ok(next);
      await assert.rejects(webhooks.verify(rolled.raw, without, fresh!), refused('signature_mismatch'));

      await webhooks.rollSecret(endpoint.id, { overlap_seconds: 0 });
      await webhooks.test(endpoint.id);
      const after: Received = await receiver.nth(3);
      await assert.rejects(webhooks.verify(after.raw, after.headers, old), refused('signature_mismatch'));
    } finally {
      receiver.close();
      await service.stop();
    }
  });

  it('with every type of body and headers that frameworks have', async () => {
    const bytes = Buffer.from(body);
    for (const given of [body, bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer]) {
      // node-fetch and jsdom have their own Headers class.
      const library = { get: (name: string) => new Headers(signed()).get(name) };
      const known = [signed(), new Headers(signed()), lower(signed()), { 'service-signature': [header()] }, library];
      for (const headers of known) {
        assert.equal((await verifyWebhook(given, headers, secret)).id, 'evt_1');
      }
    }
  });

  it('at both ends of the tolerance, with a fractional timestamp, and with another header prefix', async () => {
    for (const t of [now() - 299, now() + 299]) await verifyWebhook(body, signed({ t }), secret);
    await verifyWebhook(body, { 'Service-Signature': over(`${now()}.5`) }, secret);
    await verifyWebhook(body, signed({ t: now() - 900 }), secret, { toleranceSeconds: 1000 });
    await verifyWebhook(body, signed({ headerPrefix: 'Acme' }), secret, { headerPrefix: 'Acme' });
    await assert.rejects(verifyWebhook(body, signed({ headerPrefix: 'Acme' }), secret), refused('signature_missing'));
  });

  it('when signWebhook signed it, as the service does', async () => {
    const t = now();
    const here = await signWebhook({
      secret,
      body,
      timestamp: t,
      eventId: 'evt_1',
      endpointId: 'wbk_1',
      deliveryId: 'dlv_1',
    });
    const { 'content-type': type, ...headers } = here;
    assert.equal(type, 'application/json');
    assert.deepEqual(headers, signed({ t }));
  });
});

describe('a delivery is refused', () => {
  const forged: [string, WebhookErrorCode, () => string, string?][] = [
    ['signed with another secret', 'signature_mismatch', () => over(String(now()), body, other)],
    ['400 s old', 'timestamp_out_of_tolerance', () => header(now() - 400)],
    ['400 s ahead', 'timestamp_out_of_tolerance', () => header(now() + 400)],
    ['with a changed body', 'signature_mismatch', () => header(), body.replace('evt_1', 'evt_2')],
    ['without its last byte', 'signature_mismatch', () => header(), body.slice(0, -1)],
    ['with one byte more', 'signature_mismatch', () => header(), `${body} `],
    ['parsed and serialized again', 'signature_mismatch', () => header(), JSON.stringify(JSON.parse(body))],
    ['with a t that differs from the signed one', 'signature_mismatch', () => `t=${now() + 1},v1=${digest()}`],
    ['with the same t in another format', 'signature_mismatch', () => `t=${now()}.0,v1=${digest()}`],
    ...['NaN', 'nan', 'Infinity', '-inf', '', 'x', '12 34'].map((t): [string, WebhookErrorCode, () => string] => [
      `whose t is "${t}", correctly signed`,
      'signature_malformed',
      () => over(t),
    ]),
    ['whose t is 1e999, correctly signed', 'signature_malformed', () => over('1e999')],
    ['whose t is 0, correctly signed', 'timestamp_out_of_tolerance', () => over('0')],
    ['whose t is in milliseconds, correctly signed', 'timestamp_out_of_tolerance', () => over(String(Date.now()))],
    ['without t', 'signature_malformed', () => `v1=${digest()}`],
    ['without v1', 'signature_mismatch', () => `t=${now()}`],
    ['with an empty v1', 'signature_mismatch', () => `t=${now()},v1=`],
    ['with half a v1', 'signature_mismatch', () => `t=${now()},v1=${digest().slice(0, 32)}`],
    ['with a v1 that is too long', 'signature_mismatch', () => `${header()}00`],
    ['with a v1 in capitals', 'signature_mismatch', () => `t=${now()},v1=${digest().toUpperCase()}`],
    ['with a v1 that is not hexadecimal', 'signature_mismatch', () => `t=${now()},v1=é☕`],
    ['with its digest under v0', 'signature_mismatch', () => header().replace('v1=', 'v0=')],
    ['with an unrelated header value', 'signature_malformed', () => 'Bearer abc'],
    ['with a header of a million commas', 'signature_malformed', () => ','.repeat(1_000_000)],
    ['correctly signed but not JSON', 'body_not_an_event', () => over(String(now()), 'hello'), 'hello'],
    ['correctly signed but not an event', 'body_not_an_event', () => over(String(now()), '{"a":1}'), '{"a":1}'],
  ];
  for (const [what, code, signature, text = body] of forged) {
    it(what, async () => {
      await assert.rejects(verifyWebhook(text, { 'Service-Signature': signature() }, secret), refused(code));
    });
  }

  it('without a signature', async () => {
    await assert.rejects(verifyWebhook(body, {}, secret), refused('signature_missing'));
    await assert.rejects(verifyWebhook(body, { 'Service-Signature': '' }, secret), refused('signature_missing'));
  });

  it('when only the second header is present', async () => {
    const { 'Service-Signature': signature } = signed();
    await assert.rejects(
      verifyWebhook(body, { 'Service-Signature-Next': signature! }, secret),
      refused('signature_missing'),
    );
  });

  it('as a parsed object, with a message about raw bodies', async () => {
    for (const parsed of [JSON.parse(body), [], null, undefined, 7]) {
      await assert.rejects(verifyWebhook(parsed, signed(), secret), (error) => {
        assert.match(String(error), /raw body is needed.*express\.raw/);
        return refused('body_not_raw')(error);
      });
    }
  });

  it('without a secret, because anyone could sign with an empty one', async () => {
    await assert.rejects(
      verifyWebhook(body, { 'Service-Signature': over(String(now()), body, '') }, ''),
      /signing secret/,
    );
  });
});

const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
