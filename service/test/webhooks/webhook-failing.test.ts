import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import type { EmailMessage } from '../../src/messages/sender.ts';
import { createSweep } from '../../src/retention/sweep.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeMember } from '../support/integration-flows.ts';
import { notingQueue } from '../support/message-queue.ts';
import type { Receiver } from '../support/receiver.ts';
import {
  advance,
  attempted,
  closeReceivers,
  deliveryWith,
  emit,
  nthDelivery,
  subscribe,
} from '../support/webhook-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  await service.stop();
  closeReceivers();
});

const DAY = 86_400;
/** The e-mails that developers got. */
const mails: EmailMessage[] = [];

/** Runs the check that a node makes each minute, and returns its log lines about an endpoint. */
async function noticesOf({ id }: { id: string }, nodes = 1): Promise<[days: number, what: string][]> {
  const lines: any[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const telling = { queue: notingQueue(mails), brand: 'Rialto' };
  const { db, documents } = service;
  const sweep = createSweep({ db, documents, telling, log, steadyMs: 0 });
  await Promise.all(Array.from({ length: nodes }, () => sweep(() => false)));
  for (const line of lines) assert.deepEqual([line.level, line.host.split(':')[0]], [40, '127.0.0.1']);
  return lines.filter((line) => line.endpoint === id).map((line) => [line.days, line.msg]);
}

async function failingEndpoint(shop: TestMerchant): Promise<{ receiver: Receiver; endpoint: any; delivery: string }> {
  const { receiver, endpoint } = await subscribe(shop);
  receiver.answer = { status: 500 };
  await emit(shop, 'payment.failed');
  const delivery = await nthDelivery(receiver, 1);
  await attempted(shop, delivery, 1);
  return { receiver, endpoint, delivery };
}

const read = async (shop: TestMerchant, { id }: { id: string }) => (await shop.call('GET', `/webhooks/${id}`)).body;

describe('an endpoint without one 2xx', () => {
  it('for five days is disabled with a reason; its developers are notified once each on day 1, 3 and 5', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint, delivery } = await failingEndpoint(shop);
    const [{ integration_id: int }] = await service.db.query<any>(
      { name: 'test_integration', text: 'SELECT integration_id FROM worlds WHERE id = $1' },
      [shop.world],
    );
    const developer = await makeMember(service, int, 'developer');
    await makeMember(service, int, 'viewer');
    const notices: [number, number, string][] = [];
    for (let day = 1; day <= 7; day++) {
      await advance(shop, DAY - 3_600);
      assert.deepEqual(await noticesOf(endpoint), [], `before day ${day}`);
      await advance(shop, 3_600);
      // Two nodes check at the same moment, and one of them again.
      for (const found of [await noticesOf(endpoint, 2), await noticesOf(endpoint)]) {
        notices.push(...found.map(([days, what]): [number, number, string] => [day, days, what]));
      }
      assert.equal((await read(shop, endpoint)).status, day < 5 ? 'enabled' : 'disabled');
    }
    assert.deepEqual(notices, [
      [1, 1, 'a webhook endpoint is failing'],
      [3, 3, 'a webhook endpoint is failing'],
      [5, 5, 'the webhook endpoint was disabled'],
    ]);
    // Its developers get an e-mail, viewers do not. The e-mail names the host, not the path.
    const sent = mails.filter(({ text }) => text.includes(new URL(endpoint.url).origin));
    assert.deepEqual(
      sent.map(({ to }) => to),
      [1, 3, 5].map(() => developer.identifier),
    );
    const reason = (await read(shop, endpoint)).disabled_reason;
    assert.match(
      reason,
      /^No delivery has been answered with 2xx for 5 days\. Fix the endpoint, enable it, then replay/,
    );

    // Events that it misses are kept.
    const before = receiver.received.length;
    receiver.answer = { status: 200 };
    const missed = (await emit(shop, 'kyc.updated')).body.id;
    await advance(shop, DAY);
    const [held] = (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries?status=held`)).body.data;
    assert.equal(held.event, missed);
    assert.equal(receiver.received.length, before);
    await shop.call('PATCH', `/webhooks/${endpoint.id}`, { status: 'enabled' });
    await shop.call('POST', `/webhooks/${endpoint.id}/replay`, { since: '2020-01-01T00:00:00Z' });
    await receiver.nth(before + 2);
    await deliveryWith(shop, held.id, 'succeeded');
    await deliveryWith(shop, delivery, 'succeeded');
    assert.deepEqual(await noticesOf(endpoint), []);
  });

  it('holds the waiting deliveries when it is disabled', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await failingEndpoint(shop);
    await advance(shop, 5 * DAY - 60);
    await emit(shop, 'kyc.updated');
    const late = await until(async () => receiver.received.find(({ event }) => event.type === 'kyc.updated'));
    const id = String(late.headers['service-delivery-id']);
    await attempted(shop, id, 1);
    await advance(shop, 20);
    assert.deepEqual(await noticesOf(endpoint), [[3, 'a webhook endpoint is failing']]);
    await service.db.pool.query(
      `UPDATE webhook_endpoints SET failing_since = now() - interval '5 days' WHERE id = $1`,
      [endpoint.id],
    );
    assert.deepEqual(await noticesOf(endpoint), [[5, 'the webhook endpoint was disabled']]);
    const { status, next_attempt_at } = await deliveryWith(shop, id, 'held');
    assert.deepEqual([status, next_attempt_at], ['held', null]);
  });

  it('starts counting again after one 2xx, and so do its notices', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await failingEndpoint(shop);
    await advance(shop, 4 * DAY);
    assert.deepEqual(await noticesOf(endpoint), [[3, 'a webhook endpoint is failing']]);
    receiver.answer = { status: 204 };
    await emit(shop, 'kyc.updated');
    const good = await until(async () => receiver.received.find(({ event }) => event.type === 'kyc.updated'));
    await deliveryWith(shop, String(good.headers['service-delivery-id']), 'succeeded');
    await advance(shop, 4 * DAY);
    assert.deepEqual(await noticesOf(endpoint), []);

    receiver.answer = { status: 500 };
    const count = receiver.received.length;
    await emit(shop, 'refund.created');
    await attempted(shop, await nthDelivery(receiver, count + 1), 1);
    await advance(shop, DAY);
    assert.deepEqual(await noticesOf(endpoint), [[1, 'a webhook endpoint is failing']]);
    assert.equal((await read(shop, endpoint)).status, 'enabled');
  });

  it('may be enabled by its owner: the days start with the next failure', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await failingEndpoint(shop);
    await advance(shop, 5 * DAY);
    assert.deepEqual(await noticesOf(endpoint), [[5, 'the webhook endpoint was disabled']]);
    await shop.call('PATCH', `/webhooks/${endpoint.id}`, { status: 'enabled' });
    await advance(shop, 5 * DAY);
    assert.deepEqual(await noticesOf(endpoint), []);
    const count = receiver.received.length;
    await emit(shop, 'kyc.updated');
    await attempted(shop, await nthDelivery(receiver, count + 1), 1);
    await advance(shop, DAY);
    assert.deepEqual(await noticesOf(endpoint), [[1, 'a webhook endpoint is failing']]);
  });
});
