import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { build, userAgentOf } from '../../src/config/build.ts';
import { openPayment, refusal, waitingPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import type { Received } from '../support/receiver.ts';
import { verify } from '../support/verify.ts';
import {
  advance,
  attempted,
  closeReceivers,
  deliveryWith,
  emit,
  nthDelivery,
  readDelivery,
  receive,
  subscribe,
  unixNow,
} from '../support/webhook-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  await service.stop();
  closeReceivers();
});

/** Each test has its own merchant and receiver. */
const together = { concurrency: 4 };

const change = (shop: TestMerchant, { id }: { id: string }, fields: object) =>
  shop.call('PATCH', `/webhooks/${id}`, fields);

describe('a change to an endpoint', together, () => {
  it('affects the sent fields and leaves the rest', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop, ['payment.failed']);
    const { secret: _, ...created } = endpoint;
    let known = created;
    const changes = [
      { url: 'http://127.0.0.1:9/elsewhere' },
      { events: ['payment.succeeded', 'kyc.updated'] },
      { events: ['*'] },
      { description: 'Orders' },
      { metadata: { team: 'checkout' } },
      { metadata: { tier: '1' } },
      { description: null },
      { metadata: {} },
      { description: 'Both', metadata: { a: 'b' } },
    ];
    for (const fields of changes) {
      const { body, status } = await change(shop, endpoint, fields);
      assert.equal(status, 200);
      assert.ok(body.updated_at >= known.updated_at);
      assert.deepEqual(body, { ...known, ...fields, version: known.version + 1, updated_at: body.updated_at });
      assert.deepEqual((await shop.call('GET', `/webhooks/${endpoint.id}`)).body, body);
      known = body;
    }
  });

  it('that changes nothing keeps the version', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop, ['payment.failed']);
    const { secret: _, ...known } = endpoint;
    const { url, events, description, metadata, status } = known;
    for (const fields of [{}, { url }, { events }, { description, metadata, status }])
      assert.deepEqual((await change(shop, endpoint, fields)).body, known);
    const disabled = (await change(shop, endpoint, { status: 'disabled' })).body;
    assert.deepEqual([disabled.version, disabled.status], [known.version + 1, 'disabled']);
    assert.deepEqual((await change(shop, endpoint, { status: 'disabled' })).body, disabled);
    const listed = async (status: string) => (await shop.call('GET', `/webhooks?status=${status}`)).body.data.length;
    assert.deepEqual([await listed('disabled'), await listed('enabled')], [1, 0]);
  });

  it('validates its URL as at creation; a refused change changes nothing', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop);
    const { body: known } = await shop.call('GET', `/webhooks/${endpoint.id}`);
    const urls = [
      'https://10.0.0.1/',
      'https://169.254.169.254/latest',
      'ftp://example.com/',
      'https://me:pw@example.com/',
    ];
    for (const url of urls) {
      const answer = await change(shop, endpoint, { url, description: 'new' });
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'url'], url);
    }
    for (const fields of [{ events: [] }, { status: 'paused' }, { secret: 'whsec_mine' }, { events: null }]) {
      assert.deepEqual(refusal(await change(shop, endpoint, fields)), [400, 'validation_failed']);
    }
    assert.deepEqual((await shop.call('GET', `/webhooks/${endpoint.id}`)).body, known);
  });

  it('applies from the next event and the next attempt on', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop, ['payment.failed']);
    receiver.answer = { status: 500 };
    await emit(shop, 'payment.failed');
    const id = await nthDelivery(receiver, 1);
    await attempted(shop, id, 1);
    const elsewhere = await receive();
    await change(shop, endpoint, { url: elsewhere.url, events: ['kyc.updated'] });
    await advance(shop, 30);
    assert.equal((await elsewhere.nth(1)).event.type, 'payment.failed');
    await deliveryWith(shop, id, 'succeeded');
    for (const type of ['payment.failed', 'kyc.updated']) await emit(shop, type);
    assert.equal((await elsewhere.nth(2)).event.type, 'kyc.updated');
    assert.equal(receiver.received.length, 1);
  });
});

describe('an endpoint that is disabled', together, () => {
  it('gets nothing: waiting and new deliveries are held, and a replay sends all of them', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 500 };
    const since = (await emit(shop, 'payment.failed')).body.created_at;
    const waiting = await nthDelivery(receiver, 1);
    await attempted(shop, waiting, 1);

    const disabled = (await change(shop, endpoint, { status: 'disabled' })).body;
    assert.deepEqual([disabled.status, disabled.disabled_reason], ['disabled', 'Disabled by its owner.']);
    const missed = (await emit(shop, 'kyc.updated')).body.id;
    await advance(shop, 86_400);
    const held = (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries?status=held`)).body.data;
    assert.deepEqual(
      held.map((one: any) => [one.event, one.attempts.length, one.next_attempt_at]),
      [
        [missed, 0, null],
        [(await readDelivery(shop, waiting)).event, 1, null],
      ],
    );

    receiver.answer = { status: 200 };
    const enabled = (await change(shop, endpoint, { status: 'enabled' })).body;
    assert.deepEqual([enabled.status, enabled.disabled_reason], ['enabled', null]);
    await emit(shop, 'refund.created');
    await receiver.nth(2);
    assert.equal((await readDelivery(shop, waiting)).status, 'held');
    await shop.call('POST', `/webhooks/${endpoint.id}/replay`, { since });
    await receiver.nth(4);
    const types = receiver.received.map(({ event }) => event.type);
    assert.deepEqual(types.slice(0, 2), ['payment.failed', 'refund.created']);
    assert.deepEqual(types.slice(2).sort(), ['kyc.updated', 'payment.failed']);
    assert.equal((await deliveryWith(shop, waiting, 'succeeded')).attempts.length, 2);
  });

  it('during an attempt: a 2xx still counts, a failure is held', async () => {
    const shop = await service.merchant();
    for (const [status, becomes] of [
      [200, 'succeeded'],
      [500, 'held'],
    ] as const) {
      const { receiver, endpoint } = await subscribe(shop, ['payment.failed']);
      const gate = Promise.withResolvers<void>();
      receiver.answer = { status, after: gate.promise };
      await emit(shop, 'payment.failed');
      const id = await nthDelivery(receiver, 1);
      await change(shop, endpoint, { status: 'disabled' });
      gate.resolve();
      const { status: after, next_attempt_at } = await attempted(shop, id, 1);
      assert.deepEqual([after, next_attempt_at], [becomes, null]);
      await shop.call('DELETE', `/webhooks/${endpoint.id}`);
    }
  });
});

describe('a secret that is rolled', together, () => {
  const roll = async (shop: TestMerchant, id: string, fields: object = {}) =>
    (await shop.call('POST', `/webhooks/${id}/roll_secret`, fields)).body;
  const { webhooks: stripe } = new Stripe('sk_test_none');

  /** The secrets that each way of verifying accepts: our own rules, Stripe's library, Standard Webhooks'. */
  function takers({ headers, raw }: Received, secrets: string[]) {
    const passes = (check: (secret: string) => unknown) =>
      secrets.map((secret) => {
        try {
          return check(secret) !== false;
        } catch {
          return false;
        }
      });
    const [now, next] = [headers['service-signature'], headers['service-signature-next']].map(String);
    const rules = (header: string) => passes((secret) => verify(header, raw, secret, unixNow()));
    const library = (header: string) => passes((secret) => stripe.constructEvent(raw, header, secret));
    assert.deepEqual([library(now!), library(next!)], [rules(now!), rules(next!)]);
    const standard = passes((secret) => new Webhook(secret).verify(raw, headers as Record<string, string>));
    return { now: rules(now!), next: rules(next!), standard };
  }

  it('signs beside the old one until the overlap ends; both libraries verify either', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    const rolled = await roll(shop, endpoint.id, { overlap_seconds: 3_600 });
    assert.match(rolled.secret, /^whsec_[0-9A-Za-z]{48}$/);
    assert.notEqual(rolled.secret, endpoint.secret);
    const secrets = [endpoint.secret, rolled.secret];

    receiver.answer = { status: 500 };
    await emit(shop, 'payment.failed');
    const during = { now: [true, false], next: [false, true], standard: [true, true] };
    assert.deepEqual(takers(await receiver.nth(1), secrets), during);
    await attempted(shop, await nthDelivery(receiver, 1), 1);
    await advance(shop, 3_540);
    assert.deepEqual(takers(await receiver.nth(2), secrets), during);
    await attempted(shop, await nthDelivery(receiver, 1), 2);

    await advance(shop, 60);
    await advance(shop, 60);
    const last = await receiver.nth(3);
    assert.deepEqual(takers(last, secrets), { now: [false, true], next: [false, false], standard: [false, true] });
    assert.equal(last.headers['service-signature-next'], undefined);
    assert.match(String(last.headers['webhook-signature']), /^v1,\S+$/);
  });

  it('takes over at once without an overlap, and after a day by default', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    const first = await roll(shop, endpoint.id, { overlap_seconds: 0 });
    await emit(shop, 'payment.failed');
    const only = { next: [false, false], now: [false, true], standard: [false, true] };
    assert.deepEqual(takers(await receiver.nth(1), [endpoint.secret, first.secret]), only);

    const second = await roll(shop, endpoint.id);
    const secrets = [first.secret, second.secret];
    await advance(shop, 86_400 - 60);
    await emit(shop, 'payment.failed');
    assert.deepEqual(takers(await receiver.nth(2), secrets).now, [true, false]);
    await advance(shop, 60);
    await emit(shop, 'payment.failed');
    assert.deepEqual(takers(await receiver.nth(3), secrets), only);
    for (const overlap_seconds of [-1, 604_801, 1.5, '60']) {
      const answer = await shop.call('POST', `/webhooks/${endpoint.id}/roll_secret`, { overlap_seconds });
      assert.deepEqual(refusal(answer), [400, 'validation_failed']);
    }
  });

  it('twice leaves the first and the last, until the later end; without overlap, the last alone', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    const second = await roll(shop, endpoint.id, { overlap_seconds: 3_600 });
    const third = await roll(shop, endpoint.id, { overlap_seconds: 60 });
    const secrets = [endpoint.secret, second.secret, third.secret];
    const during = { now: [true, false, false], next: [false, false, true], standard: [true, false, true] };
    await emit(shop, 'payment.failed');
    assert.deepEqual(takers(await receiver.nth(1), secrets), during);
    await advance(shop, 3_540);
    await emit(shop, 'payment.failed');
    assert.deepEqual(takers(await receiver.nth(2), secrets), during);

    secrets[1] = (await roll(shop, endpoint.id, { overlap_seconds: 3_600 })).secret;
    await advance(shop, 60);
    await emit(shop, 'payment.failed');
    assert.deepEqual(takers(await receiver.nth(3), secrets), {
      now: [true, false, false],
      next: [false, true, false],
      standard: [true, true, false],
    });
    secrets[1] = (await roll(shop, endpoint.id, { overlap_seconds: 0 })).secret;
    await emit(shop, 'payment.failed');
    const last = [false, true, false];
    assert.deepEqual(takers(await receiver.nth(4), secrets), {
      now: last,
      next: [false, false, false],
      standard: last,
    });
  });

  it('is shown once, kept encrypted, and shown again under the same idempotency key', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop);
    const ask = () => shop.call('POST', `/webhooks/${endpoint.id}/roll_secret`, {}, { 'idempotency-key': 'roll-1' });
    const [rolled, again] = [await ask(), await ask()];
    assert.equal(again.text, rolled.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const { secret, ...known } = rolled.body;
    assert.deepEqual((await shop.call('GET', `/webhooks/${endpoint.id}`)).body, known);
    for (const table of ['webhook_endpoints', 'idempotency_keys', 'events', 'deliveries']) {
      const { rows } = await service.db.pool.query(`SELECT t::text AS row FROM ${table} t`);
      for (const { row } of rows) assert.ok(!row.includes(secret) && !row.includes(endpoint.secret), table);
    }
    // The control: if it were stored as it is sent, this search would find it.
    const { rows } = await service.db.pool.query(`SELECT body FROM idempotency_keys WHERE key = 'roll-1'`);
    assert.equal(rows.length, 1);
    assert.ok(!rows[0].body.includes('whsec_'));
  });
});

describe('an attempt', together, () => {
  it('sends the bytes that were stored with the event, whatever they contain', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop, ['payment.requires_action']);
    receiver.answer = { status: 500 };
    await waitingPayment(shop, {
      description: 'Café ☕ “two” </script> \u2028 \\ 1.0',
      metadata: { z: '1', a: '2', '10': 'x' },
    });
    const id = await nthDelivery(receiver, 1);
    await attempted(shop, id, 1);
    await advance(shop, 30);
    const { raw, event } = await receiver.nth(2);
    const delivery = await attempted(shop, id, 2);
    assert.deepEqual([...new Set(receiver.received.map((one) => one.raw))], [raw]);
    assert.equal((await shop.call('GET', `/events/${event.id}`)).text, raw);
    assert.equal(delivery.payload, raw);
  });

  it('is kept with its request and answer: headers, status, the first 64 KiB, duration, and reason', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = {
      status: 503,
      headers: { 'x-trace': 'abc', 'content-type': 'text/plain' },
      body: 'é'.repeat(40_000),
    };
    await openPayment(shop);
    const { headers } = await receiver.nth(1);
    const [attempt] = (await attempted(shop, await nthDelivery(receiver, 1), 1)).attempts;
    assert.deepEqual([attempt.number, attempt.response_status], [1, 503]);
    assert.equal(attempt.response_body, 'é'.repeat(32_768));
    // A page carries the details too, but not the whole of a long answer.
    const [listed] = (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries`)).body.data;
    assert.deepEqual(listed.attempts, [{ ...attempt, response_body: 'é'.repeat(16_384) }]);
    assert.deepEqual(
      [attempt.response_headers['x-trace'], attempt.response_headers['content-type']],
      ['abc', 'text/plain'],
    );
    // All headers that arrived, without those of HTTP itself. The signature's own headers are included.
    const { host: _host, connection: _connection, 'content-length': _length, ...sent } = headers;
    const recorded = Object.entries(attempt.request_headers).map(([name, value]) => [name.toLowerCase(), value]);
    assert.deepEqual(Object.fromEntries(recorded), { ...sent });
    for (const name of ['Service-Signature', 'Service-Webhook-Id', 'webhook-id', 'webhook-signature']) {
      assert.ok(attempt.request_headers[name], name);
    }
    assert.deepEqual([sent['content-type'], sent['user-agent']], ['application/json', userAgentOf('Service', build)]);
    assert.ok(Number.isInteger(attempt.duration_ms) && attempt.duration_ms >= 0);
    assert.deepEqual(attempt.error, {
      class: 'status',
      message: 'The endpoint answered 503. The endpoint asked the service to wait. Retry-After says how long.',
    });
    assert.ok(await until(async () => !Number.isNaN(Date.parse(attempt.at))));
  });
});
