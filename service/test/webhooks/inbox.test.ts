import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { scopes } from '../../../contract/src/route.ts';
import { openPayment, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { closeReceivers, emit, subscribe } from '../support/webhook-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  await service.stop();
  closeReceivers();
});

const password = 'a password that is long enough';
let phones = 0;

type Newcomer = {
  integration: string;
  call(method: string, path: string, body?: unknown): Promise<any>;
};

/** Registers a merchant as anybody can. */
async function signUp(): Promise<Newcomer> {
  const phone = `+22177150${String(++phones).padStart(4, '0')}`;
  const post = async (path: string, body: unknown) =>
    (await service.request('POST', `/api/v1/auth${path}`, { body })).body;
  const { challenge } = await post('/merchant/register', { phone, password, business_name: `Shop ${phone}` });
  const { access_token: key } = await post('/2fa/verify', { challenge, code: '000000' });
  let integration = '';
  const call = async (method: string, path: string, body?: unknown) => {
    const headers: Record<string, string> = integration ? { 'service-integration': integration } : {};
    return service.request(method, `/api/v1${path}`, { key, headers, ...(body ? { body } : {}) });
  };
  integration = (await call('GET', '/integrations')).body.data[0].id;
  return { integration, call };
}

const open = async (shop: TestMerchant) => {
  const { status, body } = await shop.call('POST', '/inbox');
  assert.deepEqual([status, body], [200, { object: 'inbox', livemode: false }]);
};
const inboxOf = async (caller: Pick<TestMerchant, 'call'>, query = ''): Promise<any[]> =>
  (await caller.call('GET', `/inbox${query}`)).body.data;

describe('a sign-up', () => {
  it('makes an inbox that gets the first payment’s webhook, with its signature checked', async () => {
    const { call } = await signUp();
    const paid = await call('POST', '/payments', { amount: 700, currency: 'XOF', customer: '+221770000100' });
    assert.equal(paid.status, 201, paid.text);
    const event = await until(async () => (await call('GET', '/inbox?type=payment.succeeded')).body.data[0]);
    assert.deepEqual([event.event_type, event.signature, event.attempts], ['payment.succeeded', 'valid', 1]);
    assert.equal(JSON.parse(event.payload).data.object.id, paid.body.id);
    assert.match(event.request_headers['Service-Signature'], /^t=\d+,v1=[0-9a-f]{64}$/);
    assert.equal((await call('GET', '/webhooks')).body.data.length, 0, 'it is no endpoint of the list');
    const { rows } = await service.db.pool.query(
      'SELECT count(*)::int AS n FROM webhook_endpoints e JOIN worlds w ON w.id = e.world WHERE e.inbox AND w.livemode',
    );
    assert.equal(rows[0].n, 0, 'live mode has none');
  });

  it('makes a key with every scope, which the first page shows until it was used once', async () => {
    const { integration, call } = await signUp();
    const show = () => call('POST', `/integrations/${integration}/starter_key`);
    const [first, second] = [await show(), await show()];
    assert.deepEqual([first.status, first.body.id, first.body.livemode], [201, second.body.id, false]);
    assert.deepEqual(first.body.scopes, scopes);
    const use = ({ body }: { body: { key: string } }) => service.request('GET', '/api/v1/payments', { key: body.key });
    assert.equal((await use(first)).status, 401, 'the text before works no longer');
    assert.equal((await use(second)).status, 200);
    await until(async () => (await call('GET', `/integrations/${integration}/keys`)).body.data[0].last_used_at);
    assert.deepEqual(refusal(await show()), [409, 'key_not_active']);
    assert.equal((await use(second)).status, 200, 'a key in use stays');
  });

  it('gives nobody else its key or its inbox', async () => {
    const [one, other] = [await signUp(), await signUp()];
    assert.deepEqual(refusal(await other.call('POST', `/integrations/${one.integration}/starter_key`)), [
      404,
      'not_found',
    ]);
    await one.call('POST', '/payments', { amount: 700, currency: 'XOF', customer: '+221770000100' });
    await until(async () => (await inboxOf(one))[0]);
    assert.deepEqual(await inboxOf(other), []);
  });
});

describe('an inbox', () => {
  it('is opened once for an older integration, and is outside the limit of endpoints', async () => {
    const shop = await service.merchant();
    assert.deepEqual(await inboxOf(shop), []);
    await open(shop);
    await open(shop);
    for (let i = 0; i < 16; i++) await subscribe(shop);
    await emit(shop, 'kyc.updated');
    const [event, ...more] = await until(async () => {
      const events = await inboxOf(shop);
      return events.length > 0 && events;
    });
    assert.deepEqual([event.event_type, more.length], ['kyc.updated', 0]);
    const { rows } = await service.db.pool.query('SELECT id FROM webhook_endpoints WHERE world = $1 AND inbox', [
      shop.world,
    ]);
    for (const [method, body] of [['GET'], ['PATCH', { status: 'disabled' }], ['DELETE']] as const)
      assert.deepEqual(refusal(await shop.call(method, `/webhooks/${rows[0].id}`, body)), [404, 'not_found'], method);
    assert.deepEqual(refusal(await shop.call('POST', `/webhooks/${rows[0].id}/roll_secret`)), [404, 'not_found']);
  });

  it('keeps the last 100 events', async () => {
    const shop = await service.merchant();
    await open(shop);
    const kept = async () => {
      const { rows } = await service.db.pool.query('SELECT count(*)::int AS n FROM deliveries WHERE world = $1', [
        shop.world,
      ]);
      return rows[0].n;
    };
    // The trim follows the first delivery and each hundredth.
    for (let sent = 0; sent < 220; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => emit(shop, 'kyc.updated')));
    await until(async () => (await kept()) < 220 - 80);
    const shown = await inboxOf(shop, '?limit=100');
    assert.ok(shown.length === 100 && shown.every(({ signature }) => signature === 'valid'));
  });
});

describe('the deliveries of an event', () => {
  it('are on the event and in the timeline of its payment', async () => {
    const shop = await service.merchant();
    await open(shop);
    const { endpoint } = await subscribe(shop, ['payment.*']);
    const payment = await openPayment(shop, { customer: '+221770000001' });
    const [event] = await until(async () => {
      const { data } = (await shop.call('GET', '/events?type=payment.failed')).body;
      return data.length > 0 && data;
    });
    const own = await until(async () => {
      const { data } = (await shop.call('GET', `/events/${event.id}/deliveries`)).body;
      return data.length === 2 && data.every(({ status }: any) => status === 'succeeded') && data;
    });
    assert.ok(own.some(({ endpoint: id }: any) => id === endpoint.id));
    const { data } = (await shop.call('GET', `/payments/${payment.id}/timeline`)).body;
    const [step] = data.filter((entry: any) => entry.kind === 'event');
    assert.deepEqual(
      step.event.deliveries.map(({ host, status, response_status }: any) => [host, status, response_status]).sort(),
      [
        [new URL(endpoint.url).host, 'succeeded', 200],
        [null, 'succeeded', 200],
      ].sort(),
    );
    const { key } = await shop.newKey({ scopes: ['payments:read', 'events:read'] });
    const { body: seen } = await shop.call('GET', `/payments/${payment.id}/timeline`, undefined, {
      authorization: `Bearer ${key}`,
    });
    const [same] = seen.data.filter((entry: any) => entry.kind === 'event');
    assert.deepEqual([same.event.id, same.event.deliveries], [step.event.id, []], 'without webhooks:read');
    const stranger = await service.merchant();
    assert.deepEqual(refusal(await stranger.call('GET', `/events/${event.id}/deliveries`)), [404, 'not_found']);
  });
});

describe('the health of endpoints', () => {
  it('counts the attempts of each endpoint, and names the last outcome', async () => {
    const shop = await service.merchant();
    await open(shop);
    const [good, bad] = [await subscribe(shop), await subscribe(shop)];
    bad.receiver.answer = { status: 500 };
    for (let i = 0; i < 3; i++) await emit(shop, 'kyc.updated');
    const found = await until(async () => {
      const { data } = (await shop.call('GET', '/webhook_health')).body;
      return (
        data.every(
          (one: any) => one.succeeded_count + one.failed_count >= (one.endpoint === good.endpoint.id ? 3 : 1),
        ) && data
      );
    });
    const of = (id: string) => found.find(({ endpoint }: any) => endpoint === id);
    assert.equal(found.length, 2, 'the inbox is not among them');
    const [well, ill] = [of(good.endpoint.id), of(bad.endpoint.id)];
    assert.deepEqual(
      [well.succeeded_count, well.failed_count, well.success_rate, well.last_succeeded],
      [3, 0, 1, true],
    );
    assert.deepEqual([ill.succeeded_count, ill.success_rate, ill.last_succeeded], [0, 0, false]);
    assert.ok(Date.parse(well.last_attempt_at) > Date.now() - 60_000);
    assert.equal(well.periods.length, 28);
    assert.equal(well.periods.at(-1).succeeded_count, 3);
    const stranger = await service.merchant();
    assert.deepEqual((await stranger.call('GET', '/webhook_health')).body.data, []);
    // Another batch began later and committed first.
    await service.db.pool.query(
      `UPDATE endpoint_hours SET last_at = last_at + interval '1 hour', last_succeeded = false WHERE endpoint_id = $1`,
      [good.endpoint.id],
    );
    await emit(shop, 'kyc.updated');
    const later = await until(async () => {
      const { data } = (await shop.call('GET', '/webhook_health')).body;
      const one = data.find(({ endpoint }: any) => endpoint === good.endpoint.id);
      return one.succeeded_count === 4 && one;
    });
    assert.deepEqual(
      [later.last_succeeded, Date.parse(later.last_attempt_at) - Date.parse(well.last_attempt_at)],
      [false, 3_600_000],
    );
  });
});
