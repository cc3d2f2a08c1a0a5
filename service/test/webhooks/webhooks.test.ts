import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { openPayment, paidPayment, refusal, withoutReceipt } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import type { Receiver } from '../support/receiver.ts';
import { verify } from '../support/verify.ts';
import {
  advance,
  attempted,
  closeReceivers,
  deliveryWith,
  emit,
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

describe('a delivery', together, () => {
  it('is the event, signed as the guide says, and nothing else verifies', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop, ['payment.succeeded']);
    const paid = await paidPayment(shop);
    const { method, headers, raw, event } = await receiver.nth(1);
    assert.deepEqual([method, headers['content-type']], ['POST', 'application/json']);
    assert.deepEqual([event.type, event.data.object], ['payment.succeeded', withoutReceipt(paid)]);
    assert.equal((await shop.call('GET', `/events/${event.id}`)).text, raw);

    const signature = String(headers['service-signature']);
    assert.match(signature, /^t=\d+,v1=[0-9a-f]{64}$/);
    const t = Number(/^t=(\d+)/.exec(signature)![1]);
    const { secret } = endpoint;
    assert.ok(verify(signature, raw, secret, unixNow()));
    assert.ok(verify(signature, raw, secret, t + 300) && verify(signature, raw, secret, t - 300));
    assert.ok(!verify(signature, raw, secret, t + 301) && !verify(signature, raw, secret, t - 301));
    assert.ok(!verify(signature, raw.replace('10000', '90000'), secret, t));
    assert.ok(!verify(signature, raw, `${secret}x`, t));
    assert.ok(!verify(signature.replace(`t=${t}`, `t=${t + 1}`), raw, secret, t));
    assert.ok(!verify(signature.replace(`t=${t}`, 't=NaN'), raw, secret, t));

    assert.equal(headers['service-webhook-id'], endpoint.id);
    assert.equal(headers['service-event-id'], event.id);
    assert.match(String(headers['service-delivery-id']), /^dlv_/);
    assert.equal(headers['service-delivery-attempt'], '1');
  });

  it("is verified by Stripe's library and by Standard Webhooks' without changes", async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    await emit(shop, 'payment.succeeded');
    const { headers, raw, event } = await receiver.nth(1);
    const { webhooks } = new Stripe('sk_test_none');
    const signature = String(headers['service-signature']);
    assert.equal(webhooks.constructEvent(raw, signature, endpoint.secret).id, event.id);
    assert.throws(() => webhooks.constructEvent(`${raw} `, signature, endpoint.secret));
    const standard = new Webhook(endpoint.secret);
    assert.deepEqual(standard.verify(raw, headers as Record<string, string>), event);
    assert.throws(() => standard.verify(`${raw} `, headers as Record<string, string>));
    assert.equal(headers['webhook-id'], event.id);
  });

  it('can be read: every attempt with its request and answer', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 202, headers: { 'x-trace': 'abc' }, body: 'taken' };
    await emit(shop, 'refund.created');
    const { headers, event } = await receiver.nth(1);
    const delivery = await deliveryWith(shop, String(headers['service-delivery-id']), 'succeeded');
    assert.deepEqual(
      [delivery.event, delivery.endpoint, delivery.event_type, delivery.next_attempt_at],
      [event.id, endpoint.id, 'refund.created', null],
    );
    const [attempt, ...more] = delivery.attempts;
    assert.deepEqual(more, []);
    assert.deepEqual(
      [attempt.number, attempt.response_status, attempt.response_headers['x-trace'], attempt.response_body],
      [1, 202, 'abc', 'taken'],
    );
    assert.equal(attempt.request_headers['Service-Signature'], headers['service-signature']);
    const list = await shop.call('GET', `/webhooks/${endpoint.id}/deliveries`);
    assert.deepEqual(list.body.data, [delivery]);
  });

  it('goes only to endpoints that subscribe to its kind; * subscribes to every kind', async () => {
    const shop = await service.merchant();
    const [refunds, all] = [await subscribe(shop, ['refund.created', 'refund.failed']), await subscribe(shop)];
    for (const type of ['payment.succeeded', 'refund.created', 'kyc.updated', 'refund.failed']) await emit(shop, type);
    await Promise.all([all.receiver.nth(4), refunds.receiver.nth(2)]);
    const kinds = ({ receiver }: { receiver: Receiver }) => receiver.received.map(({ event }) => event.type).sort();
    assert.deepEqual(kinds(refunds), ['refund.created', 'refund.failed']);
    assert.deepEqual(kinds(all), ['kyc.updated', 'payment.succeeded', 'refund.created', 'refund.failed']);
    const deliveries = (await shop.call('GET', `/webhooks/${refunds.endpoint.id}/deliveries`)).body.data;
    assert.equal(deliveries.length, 2);
  });

  it("goes to no other merchant's endpoint", async () => {
    const [shop, other] = [await service.merchant(), await service.merchant()];
    const [mine, theirs] = [await subscribe(shop), await subscribe(other)];
    await emit(shop, 'payment.failed');
    await emit(other, 'kyc.updated');
    const events = [await mine.receiver.nth(1), await theirs.receiver.nth(1)].map(({ event }) => event.type);
    assert.deepEqual(events, ['payment.failed', 'kyc.updated']);
    assert.deepEqual([mine.receiver.received.length, theirs.receiver.received.length], [1, 1]);
  });
});

/** Seconds from the end of the last attempt until the next is due. */
function wait(delivery: any): number {
  const { at, duration_ms } = delivery.attempts.at(-1);
  return (Date.parse(delivery.next_attempt_at) - Date.parse(at) - duration_ms) / 1000;
}

/** Checks the delay of the next attempt, with a tolerance for the time of writing the last one. */
function assertWait(delivery: any, seconds: number): void {
  assert.ok(Math.abs(wait(delivery) - seconds) < 5, `${wait(delivery)} s, not ${seconds}`);
}

describe('a delivery that fails', together, () => {
  it('is tried seven times on the schedule, then it is a dead letter, visible for 30 days', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 500, body: 'no' };
    await emit(shop, 'payment.succeeded');
    const first = await receiver.nth(1);
    const id = String(first.headers['service-delivery-id']);
    const schedule = [30, 2 * 60, 10 * 60, 3_600, 6 * 3_600, 24 * 3_600];
    for (const [i, seconds] of schedule.entries()) {
      const delivery = await attempted(shop, id, i + 1);
      assert.deepEqual([delivery.status, delivery.attempts.length], ['pending', i + 1]);
      assertWait(delivery, seconds);
      await advance(shop, seconds - 20);
      const nearer = (await shop.call('GET', `/deliveries/${id}`)).body;
      assert.deepEqual([nearer.attempts.length, nearer.status], [i + 1, 'pending']);
      await advance(shop, 20);
    }
    const dead = await deliveryWith(shop, id, 'dead');
    assert.deepEqual([dead.attempts.length, dead.next_attempt_at], [7, null]);
    assert.deepEqual(
      dead.attempts.map((one: any) => [one.number, one.response_status]),
      [1, 2, 3, 4, 5, 6, 7].map((number) => [number, 500]),
    );

    // Every attempt sends the same event and bytes, with a new signature.
    assert.equal(receiver.received.length, 7);
    for (const [i, { headers, raw }] of receiver.received.entries()) {
      assert.equal(raw, first.raw);
      assert.equal(headers['service-event-id'], first.event.id);
      assert.equal(headers['webhook-id'], first.event.id);
      assert.equal(headers['service-delivery-id'], id);
      assert.equal(headers['service-delivery-attempt'], String(i + 1));
      assert.ok(verify(String(headers['service-signature']), raw, endpoint.secret, unixNow()));
    }

    const deadLetters = async () =>
      (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries?status=dead`)).body.data;
    await advance(shop, 30 * 86_400 - 60);
    assert.deepEqual(await deadLetters(), [dead]);
    await advance(shop, 60);
    assert.deepEqual(await deadLetters(), []);
    assert.deepEqual(refusal(await shop.call('GET', `/deliveries/${id}`)), [404, 'not_found']);
  });

  it('for lack of a listener says so, and arrives once there is a listener', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 404 };
    await emit(shop, 'kyc.updated');
    const id = String((await receiver.nth(1)).headers['service-delivery-id']);
    await attempted(shop, id, 1);
    receiver.answer = { status: 204 };
    await advance(shop, 30);
    const delivery = await deliveryWith(shop, id, 'succeeded');
    assert.deepEqual(
      delivery.attempts.map((one: any) => one.response_status),
      [404, 204],
    );

    receiver.close();
    await emit(shop, 'kyc.updated');
    const refused = await until(async () => {
      const [last] = (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries?limit=1`)).body.data;
      return last.id !== id && last.attempts.length > 0 && last;
    });
    assert.equal(refused.attempts[0].response_status, null);
    assert.equal(refused.attempts[0].error.class, 'connect');
    assert.match(refused.attempts[0].error.message, /^Could not connect to 127\.0\.0\.1:\d+ .* Check that /);
  });

  it('with a redirect does not follow it', async () => {
    const shop = await service.merchant();
    const [{ receiver }, elsewhere] = [await subscribe(shop), await receive()];
    for (const status of [301, 302, 307, 308]) {
      receiver.answer = { status, headers: { location: elsewhere.url } };
      const before = receiver.received.length;
      await emit(shop, 'payment.failed');
      const id = String((await receiver.nth(before + 1)).headers['service-delivery-id']);
      const delivery = await attempted(shop, id, 1);
      assert.deepEqual([delivery.status, delivery.attempts[0].response_status], ['pending', status]);
    }
    assert.equal(elsewhere.received.length, 0);
  });

  it('with Retry-After is delayed by it, never sent earlier, and only after 429 and 503', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    const cases = [
      { status: 429, header: '3600', seconds: 3_600 },
      { status: 503, header: '7200', seconds: 7_200 },
      { status: 429, header: '1', seconds: 30 },
      { status: 500, header: '3600', seconds: 30 },
      { status: 503, header: 'soon', seconds: 30 },
    ];
    for (const { status, header, seconds } of cases) {
      receiver.answer = { status, headers: { 'retry-after': header } };
      const before = receiver.received.length;
      await emit(shop, 'payment.failed');
      const id = String((await receiver.nth(before + 1)).headers['service-delivery-id']);
      assertWait(await attempted(shop, id, 1), seconds);
    }
  });

  it("does not delay another endpoint's", async () => {
    const shop = await service.merchant();
    const [failing, healthy] = [await subscribe(shop), await subscribe(shop)];
    failing.receiver.answer = { status: 500 };
    for (let i = 0; i < 10; i++) await emit(shop, 'payment.succeeded');
    await healthy.receiver.nth(10);
    const list = await shop.call('GET', `/webhooks/${healthy.endpoint.id}/deliveries?status=succeeded`);
    assert.ok(list.body.data.length > 0);
  });
});

describe('an endpoint', together, () => {
  it('shows its secret at creation only', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop, ['payment.failed']);
    const { secret, ...known } = endpoint;
    assert.match(secret, /^whsec_[0-9A-Za-z]{48}$/);
    assert.deepEqual((await shop.call('GET', `/webhooks/${endpoint.id}`)).body, known);
    assert.deepEqual((await shop.call('GET', '/webhooks')).body.data, [known]);
    const { body: events } = await shop.call('GET', '/events');
    assert.ok(!JSON.stringify(events).includes(secret));
  });

  it('has a secret that the database holds encrypted only', async () => {
    const shop = await service.merchant();
    const fields = { url: 'http://127.0.0.1:9/', events: ['*'] };
    const created = await shop.call('POST', '/webhooks', fields, { 'idempotency-key': 'once' });
    const again = await shop.call('POST', '/webhooks', fields, { 'idempotency-key': 'once' });
    assert.equal(again.text, created.text);
    for (const table of ['webhook_endpoints', 'idempotency_keys', 'events', 'deliveries']) {
      const { rows } = await service.db.pool.query(`SELECT t::text AS row FROM ${table} t`);
      assert.ok(!rows.some(({ row }) => row.includes(created.body.secret)), table);
    }
  });

  it('that is deleted gets nothing more, including waiting deliveries', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 500 };
    await emit(shop, 'payment.failed');
    const id = String((await receiver.nth(1)).headers['service-delivery-id']);
    await attempted(shop, id, 1);
    const deleted = await shop.call('DELETE', `/webhooks/${endpoint.id}`);
    assert.deepEqual(deleted.body, { id: endpoint.id, object: 'webhook_endpoint', deleted: true });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
    ]) {
      const answer = await shop.call(method!, `/webhooks/${endpoint.id}${path}`);
      assert.deepEqual(refusal(answer), [404, 'not_found']);
    }
    assert.deepEqual((await shop.call('GET', '/webhooks')).body.data, []);

    const { receiver: next } = await subscribe(shop);
    await advance(shop, 30);
    await emit(shop, 'kyc.updated');
    await next.nth(1);
    assert.equal(receiver.received.length, 1);
    const { status, next_attempt_at, attempts } = (await shop.call('GET', `/deliveries/${id}`)).body;
    assert.deepEqual([status, next_attempt_at, attempts.length], ['held', null, 1]);
  });

  it('is limited to 16 in a mode, also under concurrent creation', async () => {
    const shop = await service.merchant();
    const create = () => shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    const refused = answers.filter(({ status }) => status !== 201);
    assert.deepEqual(refused.map(refusal), Array(4).fill([422, 'too_many_endpoints']));
    const { data } = (await shop.call('GET', '/webhooks')).body;
    assert.equal(data.length, 16);
    await shop.call('DELETE', `/webhooks/${data[0].id}`);
    assert.deepEqual([(await create()).status, (await create()).status], [201, 422]);
  });

  it('must have known kinds, each once', async () => {
    const shop = await service.merchant();
    for (const events of [[], ['payment.suceeded'], ['*', '*'], 'payment.failed']) {
      const answer = await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events });
      assert.deepEqual(refusal(answer), [400, 'validation_failed'], JSON.stringify(events));
    }
  });
});

it('the prefix of the headers is the deployment’s', async () => {
  const acme = await startTestService({ HEADER_PREFIX: 'Acme' });
  try {
    const shop = await acme.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    await openPayment(shop);
    const { headers, raw } = await receiver.nth(1);
    assert.ok(verify(String(headers['acme-signature']), raw, endpoint.secret, unixNow()));
    assert.equal(headers['acme-webhook-id'], endpoint.id);
    assert.equal(headers['service-signature'], undefined);
  } finally {
    await acme.stop();
  }
});
