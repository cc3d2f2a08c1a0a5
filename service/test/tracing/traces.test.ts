import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Collector, type SeenSpan, startCollector } from '../support/collector.ts';
import { paidPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { hidden, pathOf } from '../support/payer.ts';
import { startTestProvider, type TestProvider } from '../support/test-provider.ts';
import { payerWith } from '../support/wallet-payments.ts';
import { attempted, closeReceivers, nthDelivery, subscribe } from '../support/webhook-flows.ts';

const COLLECTOR_KEY = 'canary-of-the-collector';
const PROVIDER_KEY = 'canary-of-the-provider';
const PHONE = '+233241234567';
const slug = 'test-gh';

let collector: Collector;
let provider: TestProvider;
let service: TestService;
const lines: string[] = [];

before(async () => {
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  [collector, provider] = await Promise.all([startCollector(), startTestProvider(PROVIDER_KEY)]);
  service = await startTestService(
    {
      CURRENCIES: 'GHS,XOF',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${COLLECTOR_KEY}`,
      OTEL_SERVICE_NAME: 'payments',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    },
    undefined,
    { write: (line) => void lines.push(line) },
    { 'test-provider': provider.provider },
  );
  const shop = await service.merchant();
  const admin = await makeOperator(service, 'admin');
  const connection = { provider: 'test-provider', country: 'GH', currency: 'GHS', livemode: false, slug };
  const credentials = { api_user: 'user', api_key: PROVIDER_KEY };
  const body = { ...connection, credentials, base_url: provider.url, reason: 'a test' };
  const added = await admin.call('POST', '/operator/rail_settings', body);
  assert.equal(added.status, 201, added.text);
  await until(async () => (await shop.call('GET', '/rails?currency=GHS')).text.includes(slug));
});
after(async () => {
  await service.stop();
  await provider.close();
  collector.close();
  closeReceivers();
});

let made = 0;
/** A trace of a caller, who has decided that it is sampled, or not. */
function startTrace(flags = '01') {
  const trace = (++made).toString(16).padStart(32, 'a');
  return { trace, caller: 'b'.repeat(16), header: { traceparent: `00-${trace}-${'b'.repeat(16)}-${flags}` } };
}
const partsOf = (traceparent: unknown) => String(traceparent).split('-');
const spansOf = (trace: string) => collector.spans.filter((span) => span.trace === trace);
const spanNamed = (trace: string, name: string | RegExp): Promise<SeenSpan> =>
  until(async () =>
    spansOf(trace).find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name))),
  );
const pay = (shop: TestMerchant, headers: Record<string, string> = {}) =>
  shop.call('POST', '/payments', { amount: 700, currency: 'GHS', customer: PHONE, rail: slug }, headers);

/** The batch that links to a span, and that span's link back. */
async function batchOf({ trace, id, links }: SeenSpan, name: RegExp): Promise<SeenSpan> {
  const batch = await until(async () =>
    collector.spans.find((span) => name.test(span.name) && span.links.includes(`${trace} ${id}`)),
  );
  assert.equal(batch.attributes['rialto.batch.size'], 1);
  assert.ok(batch.trace !== trace && batch.parent === '');
  if (links.length > 0) assert.deepEqual(links, [`${batch.trace} ${batch.id}`]);
  return batch;
}

describe('a traced payment', () => {
  it('is one trace from the caller to its rail and its webhook, and each batch links to it', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop, ['payment.succeeded']);
    const { trace, caller, header } = startTrace();
    const { body: payment } = await pay(shop, header);
    const { headers } = await receiver.nth(1);
    const request = await spanNamed(trace, 'POST /api/v1/payments');
    assert.deepEqual([request.parent, request.kind, request.attributes['http.route']], [caller, 2, '/api/v1/payments']);
    assert.equal(request.attributes['http.response.status_code'], 201);

    const call = await spanNamed(trace, `${slug} collect`);
    assert.deepEqual([call.parent, call.attributes['rialto.record']], [request.id, payment.id]);
    assert.equal(call.attributes['rialto.state'], 'succeeded');
    const sent = provider.requests.indexOf('POST /collections');
    assert.deepEqual(partsOf(provider.traceparents[sent]), ['00', trace, call.id, '01']);

    const delivery = await spanNamed(trace, 'webhook delivery');
    assert.deepEqual(partsOf(headers.traceparent), ['00', trace, delivery.id, '01']);
    assert.deepEqual([delivery.parent, delivery.attributes['http.response.status_code']], [request.id, 200]);

    const created = await batchOf(request, /^batch POST \/api\/v1\/payments$/);
    assert.equal(request.links.length, 1);
    const settled = await batchOf({ ...request, links: [] }, /^settle$/);
    const statements = (of: SeenSpan) => spansOf(of.trace).filter(({ parent }) => parent === of.id);
    await until(async () => [created, settled].every((of) => statements(of).some(({ name }) => name === 'COMMIT')));
    assert.ok(statements(created).some(({ name }) => name === 'payments_insert'));
    assert.ok(statements(settled).some(({ name }) => name === 'events_insert'));
    assert.equal(statements(created)[0]!.attributes['db.system.name'], 'postgresql');
  });

  it('keeps its trace for the retry of a webhook, which another node may make', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop, ['payment.succeeded']);
    receiver.answer = { status: 500 };
    const { trace, header } = startTrace();
    await pay(shop, header);
    await receiver.nth(1);
    const failed = await spanNamed(trace, 'webhook delivery');
    assert.deepEqual([failed.failed, failed.attributes['error.type']], [true, '500']);
    receiver.answer = { status: 200 };
    const delivery = await nthDelivery(receiver, 1);
    await attempted(shop, delivery, 1);
    await shop.call('POST', `/deliveries/${delivery}/resend`);
    const second = await receiver.nth(2);
    const [, again, span] = partsOf(second.headers.traceparent);
    assert.equal(again, trace);
    assert.notEqual(span, failed.id);
  });

  it('that the caller does not sample is passed on and not sent to the collector', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop, ['payment.succeeded']);
    const { trace, header } = startTrace('00');
    await pay(shop, header);
    const { headers } = await receiver.nth(1);
    const [, passed, , flags] = partsOf(headers.traceparent);
    assert.deepEqual([passed, flags], [trace, '00']);
    assert.equal(partsOf(provider.traceparents.at(-1))[1], trace);
    await flushed();
    assert.deepEqual(spansOf(trace), []);
  });

  it('without a trace, or with a malformed one, has no traceparent anywhere', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop, ['payment.succeeded']);
    const { trace } = startTrace();
    const wrong = [{}, { traceparent: `00-${trace}-${'0'.repeat(16)}-01` }, { traceparent: `00-${trace}-b-01` }];
    for (const headers of wrong) await pay(shop, headers as Record<string, string>);
    await receiver.nth(wrong.length);
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers.traceparent),
      wrong.map(() => undefined),
    );
    assert.equal(provider.traceparents.at(-1), undefined);
    const { rows } = await service.db.pool.query(
      `SELECT count(*) FILTER (WHERE request ? 'traceparent')::int AS kept, count(*)::int AS all FROM payments`,
    );
    assert.equal(rows[0].all - rows[0].kept, wrong.length);
    await flushed();
    assert.deepEqual(spansOf(trace), []);
  });
});

describe('a trace reaches', () => {
  it('the rail of a payout and its event', async () => {
    const shop = await service.merchant();
    await shop.wallet('GHS', 10_000n);
    const { receiver } = await subscribe(shop, ['payout.completed']);
    const { trace, header } = startTrace();
    const items = [{ recipient: '+233241234568', amount: 300 }];
    const opened = await shop.call('POST', '/payouts', { currency: 'GHS', rail: slug, items }, header);
    assert.equal(opened.status, 202, opened.text);
    const { headers } = await receiver.nth(1);
    assert.equal(partsOf(headers.traceparent)[1], trace);
    const call = await spanNamed(trace, `${slug} payOut`);
    const sent = provider.requests.lastIndexOf('POST /payouts');
    assert.deepEqual(partsOf(provider.traceparents[sent]), ['00', trace, call.id, '01']);
    await batchOf({ ...(await spanNamed(trace, 'POST /api/v1/payouts')), links: [] }, /^settle payout$/);
  });

  it('both events of a refund, and its rail', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    const { receiver } = await subscribe(shop, ['refund.created', 'refund.succeeded']);
    const { trace, header } = startTrace();
    const opened = await shop.call('POST', '/refunds', { payment: paid.id }, header);
    assert.equal(opened.status, 201, opened.text);
    await receiver.nth(2);
    assert.deepEqual(
      receiver.received.map(({ headers }) => partsOf(headers.traceparent)[1]),
      [trace, trace],
    );
    await spanNamed(trace, 'sandbox refund');
  });

  it('the session that a payer opens from a link, the payment from their wallet, and its approval', async () => {
    const shop = await service.merchant();
    const password = 'one two three four five';
    const customer = await payerWith(service, 1_000n, { password, twoFactor: 'sms' });
    const { currency } = (await customer.call('GET', '/wallets/me')).body;
    const link = (await shop.call('POST', '/links', { amount: 500, currency })).body;
    const send = (path: string, fields: Record<string, string>, headers: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      return fetch(service.base + path, { method: 'POST', headers, body, redirect: 'manual' });
    };
    const keptBy = async (table: string) => {
      const text = `SELECT request ->> 'traceparent' AS kept FROM ${table} WHERE world = $1`;
      const { rows } = await service.db.pool.query(text, [shop.world]);
      return rows.map(({ kept }) => partsOf(kept)[1]);
    };
    const [opening, asking, approving] = [startTrace(), startTrace(), startTrace()];
    const opened = await send(pathOf(link), { quantity: '1' }, opening.header);
    assert.equal(opened.status, 303, await opened.text());
    assert.deepEqual(await keptBy('checkout_sessions'), [opening.trace]);
    const path = `${opened.headers.get('location')!.split('?')[0]}/wallet`;
    const fields = { phone: customer.identifier, password, attempt: '0' };
    const challenge = hidden({ html: await (await send(path, fields, asking.header)).text() }, 'challenge');
    assert.deepEqual(await keptBy('payments'), [asking.trace]);
    const paid = await send(path, { challenge, way: 'sms', code: '000000' }, approving.header);
    assert.equal(paid.status, 303, await paid.text());
    for (const { trace } of [asking, approving]) await batchOf(await spanNamed(trace, /wallet$/), /^batch /);
  });

  it('the event of a transfer', async () => {
    const shop = await service.merchant();
    const from = await shop.wallet('XOF', 1_000n);
    const phone = '+50937005678';
    await service.customer(phone, ['XOF']);
    const { receiver } = await subscribe(shop, ['transfer.succeeded']);
    const { trace, header } = startTrace();
    const moved = await shop.call(
      'POST',
      '/wallets/transfer',
      { from, to: phone, amount: 10, currency: 'XOF' },
      header,
    );
    assert.equal(moved.status, 201, moved.text);
    assert.equal(partsOf((await receiver.nth(1)).headers.traceparent)[1], trace);
  });
});

describe('what leaves the deployment', () => {
  it('has the service and its attributes, and neither phones nor keys nor paths', async () => {
    const shop = await service.merchant();
    const { trace, header } = startTrace();
    await shop.call('GET', `/payments?customer=${encodeURIComponent(PHONE)}`, undefined, header);
    const listed = await spanNamed(trace, 'GET /api/v1/payments');
    assert.deepEqual(Object.keys(listed.attributes).sort(), [
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'rialto.request',
    ]);
    const { resource } = collector;
    assert.deepEqual([resource['service.name'], resource['deployment.environment.name']], ['payments', 'test']);
    assert.equal(collector.headers[0]!['api-key'], COLLECTOR_KEY);
    assert.equal(collector.headers[0]!.path, '/v1/traces');
    const all = collector.raw.join('\n');
    assert.ok(all.includes('payments_insert'));
    for (const secret of [PHONE.slice(1), PROVIDER_KEY, shop.key, '/hook', 'canary'])
      assert.ok(!all.includes(secret), `${secret} is in a span`);
    assert.ok(!lines.join('').includes('canary'));
  });
});

/** Waits until a span that ended now has arrived. */
async function flushed(): Promise<void> {
  const { trace, header } = startTrace();
  await service.request('GET', '/api/v1/currencies', { headers: header });
  await until(async () => spansOf(trace).length > 0);
}
