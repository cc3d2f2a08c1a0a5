import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { verify } from '../support/verify.ts';
import {
  advance,
  closeReceivers,
  deliveryWith,
  emit,
  readDelivery,
  subscribe,
  unixNow,
} from '../support/webhook-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
const servers: Server[] = [];
after(async () => {
  await service.stop();
  closeReceivers();
  for (const server of servers) server.close();
});

const together = { concurrency: 4 };
const test = (shop: TestMerchant, { id }: { id: string }, headers: Record<string, string> = {}) =>
  shop.call('POST', `/webhooks/${id}/test`, undefined, headers);

describe('a test event', together, () => {
  it("is sent at once, to this endpoint alone, and returns the endpoint's answer", async () => {
    const shop = await service.merchant();
    const [tested, other] = [await subscribe(shop, ['payment.failed']), await subscribe(shop)];
    tested.receiver.answer = { status: 201, body: 'hello' };
    const { status, body } = await test(shop, tested.endpoint);
    assert.deepEqual(
      [status, body.status, body.event_type, body.next_attempt_at],
      [200, 'succeeded', 'webhook.test', null],
    );
    const [attempt, ...more] = body.attempts;
    assert.deepEqual(
      [more.length, attempt.response_status, attempt.response_body, attempt.error],
      [0, 201, 'hello', null],
    );
    const { headers, raw, event } = await tested.receiver.nth(1);
    assert.ok(verify(String(headers['service-signature']), raw, tested.endpoint.secret, unixNow()));
    assert.deepEqual([event.type, event.id, event.data.object.id], ['webhook.test', body.event, tested.endpoint.id]);
    assert.deepEqual(await readDelivery(shop, body.id), body);
    await emit(shop, 'kyc.updated');
    assert.equal((await other.receiver.nth(1)).event.type, 'kyc.updated');
  });

  it('that fails returns a sentence with the fix', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    const sentences: [status: number, sentence: RegExp][] = [
      [302, /^The endpoint answered 302\. Redirects are not followed\. Register the URL that they lead to\.$/],
      [304, /^The endpoint answered 304\. This service caches nothing/],
      [
        401,
        /^The endpoint answered 401\. Accept requests whose signature verifies\. They carry no other credentials\.$/,
      ],
      [403, /^The endpoint answered 403\. Accept requests/],
      [404, /^The endpoint answered 404\. Check the path of the registered URL\.$/],
      [405, /^The endpoint answered 405\. Events are sent by POST\.$/],
      [410, /^The endpoint answered 410\. Check the path/],
      [413, /^The endpoint answered 413\. Accept bodies of at least 64 KiB\.$/],
      [418, /^The endpoint answered 418\. Answer 2xx once the event is stored\.$/],
      [429, /^The endpoint answered 429\. The endpoint asked the service to wait/],
      [500, /^The endpoint answered 500\. Check the endpoint's own log at this time\.$/],
    ];
    for (const [status, sentence] of sentences) {
      receiver.answer = { status, headers: { location: 'http://127.0.0.1:9/' } };
      const { body } = await test(shop, endpoint);
      const [{ response_status, error }] = body.attempts;
      assert.deepEqual([body.status, response_status, error.class], ['dead', status, 'status']);
      assert.match(error.message, sentence);
    }
    receiver.answer = { status: 400, body: '<center>The plain HTTP request was sent to HTTPS port</center>' };
    const [{ error }] = (await test(shop, endpoint)).body.attempts;
    assert.equal(error.message, 'The endpoint answered 400. This port speaks TLS. Begin the URL with https://.');
  });

  it('that gets no answer says how far the request came', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.close();
    const fails = async (url: string) => {
      await shop.call('PATCH', `/webhooks/${endpoint.id}`, { url });
      const { status, attempts } = (await test(shop, endpoint)).body;
      assert.deepEqual([status, attempts.length, attempts[0].response_status], ['dead', 1, null]);
      return attempts[0].error;
    };
    const unheard = await fails(receiver.url);
    assert.equal(unheard.class, 'connect');
    assert.match(
      unheard.message,
      /^Could not connect to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check that the server listens/,
    );

    const talk = { say: '' };
    const server = createServer((socket: Socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(talk.say));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const cut = await fails(`http://127.0.0.1:${port}/`);
    assert.match(
      `${cut.class}: ${cut.message}`,
      /^connect: 127\.0\.0\.1:\d+ closed the connection before its answer was complete/,
    );
    talk.say = 'SSH-2.0-OpenSSH_9.6\r\n';
    const other = await fails(`http://127.0.0.1:${port}/`);
    assert.match(`${other.class}: ${other.message}`, /^protocol: 127\.0\.0\.1:\d+ did not answer in HTTP/);
    const plain = await fails(`https://127.0.0.1:${port}/`);
    assert.match(
      `${plain.class}: ${plain.message}`,
      /^tls: No secure connection to 127\.0\.0\.1:\d+ \(.*\): this port does not speak TLS\. Register/,
    );
  });

  it('is never retried', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 500 };
    const { body } = await test(shop, endpoint);
    assert.deepEqual([body.status, body.attempts.length, body.next_attempt_at], ['dead', 1, null]);
    receiver.answer = { status: 200 };
    await advance(shop, 86_400);
    await emit(shop, 'payment.failed');
    assert.equal((await receiver.nth(2)).event.type, 'payment.failed');
    assert.equal((await readDelivery(shop, body.id)).attempts.length, 1);
  });

  it('that a crash interrupted is sent once more, and no more', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 500 };
    const { body } = await test(shop, endpoint);
    // As the process would have left it: claimed, not recorded, the lease expired.
    await service.db.pool.query(
      `UPDATE deliveries SET status = 'pending', kept_until = 'infinity', attempts_made = 0, attempts = '{}', leased_until = now(), next_attempt_at = now() WHERE id = $1`,
      [body.id],
    );
    await receiver.nth(2);
    const { attempts } = await deliveryWith(shop, body.id, 'dead');
    assert.equal(attempts.length, 1);
  });

  it('under the same idempotency key is the same one', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    const key = { 'idempotency-key': 'try-1' };
    const first = await test(shop, endpoint, key);
    const again = await test(shop, endpoint, key);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(receiver.received.length, 1);

    const gate = Promise.withResolvers<void>();
    receiver.answer = { status: 200, after: gate.promise };
    const slow = test(shop, endpoint, { 'idempotency-key': 'try-2' });
    await receiver.nth(2);
    assert.deepEqual(refusal(await test(shop, endpoint, { 'idempotency-key': 'try-2' })), [
      409,
      'idempotency_in_progress',
    ]);
    gate.resolve();
    assert.equal((await slow).body.status, 'succeeded');
    assert.equal((await test(shop, endpoint, { 'idempotency-key': 'try-2' })).text, (await slow).text);
    assert.equal(receiver.received.length, 2);
  });

  it('reaches a disabled endpoint: its owner tests the fix with it', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    await shop.call('PATCH', `/webhooks/${endpoint.id}`, { status: 'disabled' });
    assert.equal((await test(shop, endpoint)).body.status, 'succeeded');
    assert.equal(receiver.received.length, 1);
    assert.equal((await shop.call('GET', `/webhooks/${endpoint.id}`)).body.status, 'disabled');
  });

  it('can be resent like any delivery', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    receiver.answer = { status: 500 };
    const { body } = await test(shop, endpoint);
    receiver.answer = { status: 200 };
    assert.equal((await shop.call('POST', `/deliveries/${body.id}/resend`)).status, 202);
    const { event } = await receiver.nth(2);
    assert.equal(event.id, body.event);
    assert.equal((await until(() => deliveryWith(shop, body.id, 'succeeded'))).attempts.length, 2);
  });
});
