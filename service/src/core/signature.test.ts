import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { newWebhookSecret, signAttempt, verify } from './signature.ts';

const now = Math.floor(Date.now() / 1000);
const secret = newWebhookSecret(randomBytes);
const other = newWebhookSecret(randomBytes);
const body = '{"id":"evt_1","type":"payment.succeeded","data":{"object":{"description":"Café ☕"}}}';
const ids = { endpointId: 'wbk_1', eventId: 'evt_1', deliveryId: 'dlv_1', attempt: 3 };
const sign = (secrets: { current: string; previous?: string }, bytes: string | Uint8Array = body) =>
  signAttempt({ ...ids, secrets, t: now, body: bytes });
const { webhooks } = new Stripe('sk_test_unused');

describe('the headers of an attempt', () => {
  it('are those of the contract', () => {
    const headers = sign({ current: secret });
    assert.deepEqual(Object.keys(headers), [
      'Service-Signature',
      'Service-Webhook-Id',
      'Service-Event-Id',
      'Service-Delivery-Id',
      'Service-Delivery-Attempt',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    assert.match(headers['Service-Signature']!, /^t=\d{10},v1=[0-9a-f]{64}$/);
    assert.equal(headers['Service-Webhook-Id'], 'wbk_1');
    assert.equal(headers['Service-Delivery-Attempt'], '3');
    assert.equal(headers['webhook-id'], headers['Service-Event-Id']);
  });

  it('have the prefix that the operator chose', () => {
    const headers = signAttempt({ ...ids, secrets: { current: secret }, t: now, body, headerPrefix: 'Acme' });
    assert.ok(headers['Acme-Signature'] && !headers['Service-Signature']);
  });

  it('are the same for a Buffer and its text', () => {
    assert.deepEqual(sign({ current: secret }, Buffer.from(body)), sign({ current: secret }));
  });

  it("are accepted by Stripe's library, with the whole secret", () => {
    const event = webhooks.constructEvent(body, sign({ current: secret })['Service-Signature']!, secret);
    assert.equal(event.type, 'payment.succeeded');
    assert.throws(() => webhooks.constructEvent(`${body} `, sign({ current: secret })['Service-Signature']!, secret));
  });

  it("are accepted by Standard Webhooks' library", () => {
    assert.ok(new Webhook(secret).verify(body, sign({ current: secret })));
    assert.throws(() => new Webhook(other).verify(body, sign({ current: secret })));
  });

  it('have signatures with the old and the new secret while it is rolled', () => {
    const headers = sign({ current: secret, previous: other });
    assert.ok(webhooks.constructEvent(body, headers['Service-Signature']!, other));
    assert.ok(webhooks.constructEvent(body, headers['Service-Signature-Next']!, secret));
    assert.equal(headers['Service-Signature']!.match(/v1=/g)!.length, 1);
    for (const known of [secret, other]) assert.ok(new Webhook(known).verify(body, headers));
  });
});

describe('the five rules', () => {
  const digest = (t: string, key = secret) => createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
  const accepts = (header: string, tolerance?: number) => verify(header, body, secret, now, tolerance);

  it('1: the order of the parts is free, and unknown parts are ignored', () => {
    assert.ok(accepts(`t=${now},v1=${digest(`${now}`)}`));
    assert.ok(accepts(`v0=x,v1=${digest(`${now}`)},t=${now}`));
    for (const broken of ['', ',', '=', 't', `t=${now}`, `v1=${digest(`${now}`)}`, `t:${now};v1:${digest(`${now}`)}`]) {
      assert.ok(!accepts(broken), broken);
    }
  });

  it('2: t is a finite number, even if the digest matches', () => {
    for (const t of ['', 'NaN', 'Infinity', '-Infinity', 'abc', `${now}s`, '1e999', 'undefined']) {
      assert.ok(!accepts(`t=${t},v1=${digest(t)}`, Number.POSITIVE_INFINITY), t);
    }
  });

  it('3: t differs by at most the tolerance, in either direction', () => {
    for (const [away, fits] of [
      [-301, false],
      [-300, true],
      [300, true],
      [301, false],
    ] as const) {
      assert.equal(accepts(`t=${now + away},v1=${digest(`${now + away}`)}`), fits, `${away}`);
    }
    assert.ok(!accepts(`t=${now - 11},v1=${digest(`${now - 11}`)}`, 10));
    assert.ok(!accepts(`t=${now},v1=${digest(`${now}`)}`, Number.NaN));
  });

  it('4: the digest covers t, a dot and the raw body, keyed with the secret', () => {
    assert.ok(!accepts(`t=${now},v1=${digest(`${now - 1}`)}`));
    assert.ok(!accepts(`t=${now},v1=${digest(`${now}`, other)}`));
  });

  it('5: v1 is equal, to the last character', () => {
    const good = digest(`${now}`);
    for (const v1 of [
      good.slice(0, -1),
      `${good}0`,
      good.toUpperCase(),
      '',
      good.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    ]) {
      assert.ok(!accepts(`t=${now},v1=${v1}`), v1);
    }
  });

  it('refuse any flipped bit in body, t or secret', () => {
    const flip = (text: Buffer, at: number) => {
      const bytes = Buffer.from(text);
      const bit = at % (bytes.length * 8);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      return bytes;
    };
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), (bytes, at) => {
        const raw = Buffer.from(bytes);
        const header = sign({ current: secret }, raw)['Service-Signature']!;
        const [, t, v1] = header.match(/^t=(\d+),v1=(.+)$/)!;
        assert.ok(verify(header, raw, secret, now));
        assert.ok(!verify(header, flip(raw, at), secret, now));
        assert.ok(!verify(`t=${flip(Buffer.from(t!), at).toString('latin1')},v1=${v1}`, raw, secret, now, 1e12));
        assert.ok(!verify(`t=${t},v1=${flip(Buffer.from(v1!), at).toString('latin1')}`, raw, secret, now));
        assert.ok(!verify(header, raw, flip(Buffer.from(secret), at).toString('latin1'), now));
      }),
      { numRuns: 1000 },
    );
  });

  it('never throw, whatever the header', () => {
    fc.assert(fc.property(fc.string(), (header) => !accepts(header)));
  });
});

describe('a new secret', () => {
  it('is whsec_ and 48 characters that are safe to copy and paste', () => {
    for (let i = 0; i < 200; i++) assert.match(newWebhookSecret(randomBytes), /^whsec_[A-Za-z0-9]{48}$/);
  });

  it('draws 36 bytes again if their text has + or /', () => {
    const draws = [Buffer.alloc(36, 0xff), Buffer.alloc(36, 0xfb), Buffer.alloc(36)];
    const asked: number[] = [];
    const made = newWebhookSecret((size) => {
      asked.push(size);
      return draws.shift()!;
    });
    assert.equal(made, `whsec_${'A'.repeat(48)}`);
    assert.deepEqual(asked, [36, 36, 36]);
  });
});
