import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
/** On the same database. */
let other: TestService;
let shop: TestMerchant;
let neighbour: TestMerchant;
let operator: TestPerson;
before(async () => {
  service = await startTestService();
  other = await startTestService({}, service);
  shop = await service.merchant();
  neighbour = await service.merchant();
  operator = await makeOperator(service, 'compliance');
});
after(async () => {
  await other.stop();
  await service.stop();
});

const loadOf = async ({ integrationId }: TestMerchant) => {
  const { body } = await operator.call('GET', '/operator/tenants/load?limit=100');
  return body.data.find((one: any) => one.integration === integrationId && !one.livemode);
};
const act = (what: 'throttle' | 'unthrottle', body: object) =>
  operator.call('POST', `/operator/integrations/${shop.integrationId}/${what}`, body);
const at = (node: TestService, { key }: TestMerchant) => node.request('GET', '/api/v1/transfers', { key });

it('operators see the cost of each integration over all nodes, the most expensive first', async () => {
  for (let i = 0; i < 5; i++) for (const node of [service, other]) assert.equal((await at(node, shop)).status, 200);
  assert.equal((await at(service, neighbour)).status, 200);
  const load = await until(async () => {
    const one = await loadOf(shop);
    return one?.requests === 10 && one;
  });
  assert.deepEqual([load.refused, load.throttle, load.merchant], [0, null, shop.merchantId]);
  const all = (await operator.call('GET', '/operator/tenants/load?window=hour')).body.data;
  const costs = all.map((one: any) => one.connection_ms);
  assert.deepEqual(
    costs,
    costs.toSorted((a: number, b: number) => b - a),
  );
  const first = (await operator.call('GET', '/operator/tenants/load?limit=1')).body;
  assert.deepEqual([first.data.length, first.has_more], [1, true]);
  const rest = (await operator.call('GET', '/operator/tenants/load?limit=1&offset=1')).body;
  assert.notEqual(rest.data[0].integration, first.data[0].integration);
});

it('an operator stops one integration on every node, and no other', async () => {
  const body = { mode: 'test', requests_per_second: 0, reason: 'a loop' };
  const { status, body: throttled } = await act('throttle', body);
  assert.deepEqual([status, throttled.throttle.requests_per_second, throttled.throttle.by], [200, 0, operator.id]);
  for (const node of [service, other]) {
    const refused = await until(async () => {
      const answer = await at(node, shop);
      return answer.status === 429 && answer;
    });
    assert.deepEqual([...refusal(refused), refused.headers.get('retry-after')], [429, 'throttled', '60']);
    assert.equal((await at(node, neighbour)).status, 200);
  }
  // A person at a dashboard acts on the same integration.
  const person = await service.person('merchant', { merchantId: shop.merchantId });
  const acting = { 'service-integration': shop.integrationId };
  assert.deepEqual(refusal(await person.call('GET', '/payments', undefined, acting)), [429, 'throttled']);
  const live = { ...acting, 'service-mode': 'live' };
  assert.notEqual((await person.call('GET', '/payments', undefined, live)).status, 429);
  assert.ok(await until(async () => (await loadOf(shop)).refused >= 3));
});

it('a throttle survives a restart, and is lifted on every node', async () => {
  const third = await startTestService({}, service);
  try {
    assert.ok(await until(async () => (await at(third, shop)).status === 429));
    assert.equal((await act('unthrottle', { mode: 'test', reason: 'it ended' })).body.throttle, null);
    for (const node of [service, other, third])
      assert.ok(await until(async () => (await at(node, shop)).status === 200));
  } finally {
    await third.stop();
  }
  const acts = await actsOn(service, shop.integrationId);
  assert.deepEqual(
    acts.map(({ action, reason }) => [action, reason]),
    [
      ['integration.throttled', 'a loop'],
      ['integration.unthrottled', 'it ended'],
    ],
  );
});

it('control: a node that gets no notification continues as before', async () => {
  const set = `INSERT INTO tenant_throttles (world, requests_per_second, reason, throttled_by) VALUES ($1, 0, 'x', 'x')`;
  await service.db.query({ name: 'silent_throttle', text: set }, [neighbour.world]);
  assert.equal((await at(service, neighbour)).status, 200);
  await service.db.query({ name: 'tell', text: `SELECT pg_notify('rialto_throttles', '')` });
  assert.ok(await until(async () => (await at(service, neighbour)).status === 429));
});

it('an unknown integration cannot be throttled, and a rate applies per node', async () => {
  const path = '/operator/integrations/int_01kf0q1x9rfw5t8c3m7hz6yb2d/throttle';
  const body = { mode: 'test', requests_per_second: 1, reason: 'x' };
  assert.deepEqual(refusal(await operator.call('POST', path, body)), [404, 'not_found']);
  assert.equal((await act('throttle', body)).status, 200);
  const answers = await until(async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => at(service, shop)));
    return all.some((one) => one.status === 429) && all;
  });
  assert.ok(answers.filter((one) => one.status === 200).length < 12);
  await act('unthrottle', { mode: 'test', reason: 'x' });
});
