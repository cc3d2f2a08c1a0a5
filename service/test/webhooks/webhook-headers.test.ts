import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { closeReceivers, deliveryWith, emit, receive, subscribe } from '../support/webhook-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  closeReceivers();
  await service.stop();
});

const masked = '[masked]';

describe('custom headers of an endpoint', () => {
  it('are sent with every delivery and test, are sealed, and are shown without their values', async () => {
    const shop = await service.merchant();
    const receiver = await receive();
    const canary = 'canary-2f7c91d0';
    const headers = { 'X-Gateway-Key': canary, Authorization: `Bearer ${canary}` };
    const made = await shop.call('POST', '/webhooks', { url: receiver.url, events: ['*'], headers });
    const shown = { 'X-Gateway-Key': masked, Authorization: masked };
    assert.deepEqual([made.status, made.body.headers], [201, shown]);
    await emit(shop, 'payment.failed');
    const first = await receiver.nth(1);
    assert.deepEqual([first.headers['x-gateway-key'], first.headers.authorization], [canary, `Bearer ${canary}`]);
    assert.ok(first.headers['service-signature'] && first.headers['content-type'] === 'application/json');
    const delivery = await deliveryWith(shop, String(first.headers['service-delivery-id']), 'succeeded');
    assert.equal(delivery.attempts[0].request_headers['X-Gateway-Key'], masked);
    const test = await shop.call('POST', `/webhooks/${made.body.id}/test`, {});
    assert.equal((await receiver.nth(2)).headers['x-gateway-key'], canary);
    for (const path of ['/webhooks', `/webhooks/${made.body.id}`, `/webhooks/${made.body.id}/deliveries`, '/events']) {
      const { text } = await shop.call('GET', path);
      assert.ok(!text.includes(canary), path);
    }
    assert.ok(!made.text.includes(canary) && !test.text.includes(canary));
    await until(async () => (await service.db.pool.query('SELECT FROM request_log')).rowCount);
    const tables = ['webhook_endpoints', 'idempotency_keys', 'events', 'deliveries', 'request_log', 'audit_log'];
    for (const table of tables) {
      const { rows } = await service.db.pool.query(`SELECT t::text AS row FROM ${table} t`);
      const hex = Buffer.from(canary).toString('hex');
      assert.ok(!rows.some(({ row }) => row.includes(canary) || row.includes(hex)), table);
    }
  });

  it('are changed one by one in any case, and all removed by null; an equal value is no change', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop, ['payment.*']);
    const change = async (headers: unknown) => (await shop.call('PATCH', `/webhooks/${endpoint.id}`, { headers })).body;
    const first = await change({ 'X-One': '1', 'X-Two': '2' });
    assert.deepEqual([first.headers, first.version], [{ 'X-One': masked, 'X-Two': masked }, 2]);
    assert.equal((await change({ 'X-One': '1' })).version, 2);
    assert.equal((await change(first.headers)).version, 2);
    assert.deepEqual((await change({ 'x-two': null, 'x-ONE': 'one' })).headers, { 'x-ONE': masked });
    await emit(shop, 'refund.created');
    await emit(shop, 'payment.failed');
    const { headers, event } = await receiver.nth(1);
    assert.deepEqual([event.type, headers['x-one'], headers['x-two']], ['payment.failed', 'one', undefined]);
    assert.deepEqual((await change(null)).headers, {});
    await emit(shop, 'payment.succeeded');
    assert.equal((await receiver.nth(2)).headers['x-one'], undefined);
    assert.equal((await shop.call('PATCH', `/webhooks/${endpoint.id}`, { description: 'x' })).body.version, 5);
  });

  it('cannot be headers of HTTP or the signature, be more than sixteen, or contain a line break', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop);
    const many = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${from + i}`, 'v']));
    const refused: object[] = [
      ...['Host', 'content-type', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Expect', 'Upgrade'],
      ...['webhook-signature', 'Service-Signature', 'service-anything', 'Proxy-Authorization', 'User-Agent'],
    ].map((name) => ({ [name]: 'x' }));
    refused.push(many(17), { 'x y': 'v' }, { 'x:': 'v' }, { '': 'v' }, { ['x'.repeat(65)]: 'v' });
    refused.push(...['a\r\nb: c', 'a\nb', 'a\0', 'é', '', ' ', 'x'.repeat(1025)].map((value) => ({ 'x-a': value })));
    for (const headers of refused) {
      const create = await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'], headers });
      assert.deepEqual(refusal(create), [400, 'validation_failed'], JSON.stringify(headers));
      const change = await shop.call('PATCH', `/webhooks/${endpoint.id}`, { headers });
      assert.deepEqual(refusal(change), [400, 'validation_failed'], JSON.stringify(headers));
    }
    assert.equal((await shop.call('PATCH', `/webhooks/${endpoint.id}`, { headers: many(16) })).status, 200);
    const beyond = await shop.call('PATCH', `/webhooks/${endpoint.id}`, { headers: many(1, 16) });
    assert.match(beyond.body.error.message, /at most 16/);
  });
});

describe('a group of kinds', () => {
  it('subscribes to every kind of the group, beside single kinds, and to no other', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop, ['payment.*', 'kyc.updated']);
    assert.deepEqual(endpoint.events, ['payment.*', 'kyc.updated']);
    const emitted = ['payment.failed', 'refund.created', 'kyc.updated', 'payout.completed', 'payment.requires_action'];
    for (const type of emitted) await emit(shop, type);
    await receiver.nth(3);
    const types = receiver.received.map(({ event }) => event.type).sort();
    assert.deepEqual(types, ['kyc.updated', 'payment.failed', 'payment.requires_action']);
    const { rows } = await service.db.pool.query(
      'SELECT event_type FROM deliveries d JOIN worlds w ON w.id = d.world WHERE d.endpoint_id = $1',
      [endpoint.id],
    );
    assert.equal(rows.length, 3);
    for (const events of [['pay.*'], ['payment.'], ['*.succeeded'], ['payment*']]) {
      const answer = await shop.call('POST', '/webhooks', { url: receiver.url, events });
      assert.deepEqual(refusal(answer), [400, 'validation_failed'], String(events));
    }
  });
});
