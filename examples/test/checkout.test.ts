import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Rialto, signWebhook } from '../../sdk/src/rialto.ts';
import { answer, type Fate, type Flaky, startFlaky } from '../../sdk/test/flaky.ts';
import { startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { type Orders, openOrders } from '../checkout/orders.ts';
import { createShop } from '../checkout/shop.ts';

describe('the checkout', { concurrency: true }, () => {
  let service: TestService;
  let flaky: Flaky;
  let rialto: Rialto;
  let orders: Orders;
  let shop: ReturnType<typeof createShop>;
  let base: string;
  let secret: string;
  let endpoint: string;

  before(async () => {
    service = await startTestService();
    flaky = await startFlaky(service.base);
    const merchant = await service.merchant();
    rialto = new Rialto({ apiKey: merchant.key, baseUrl: service.base });
    orders = openOrders(':memory:');
    // The shop reaches the service over a bad network. Its address must be known before the endpoint has a secret.
    const shopClient = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url, maxRetries: 0 });
    const waiting = createShop({ rialto: shopClient, orders, webhookSecret: 'whsec_none' });
    base = await waiting.listen({ host: '127.0.0.1', port: 0 });
    await waiting.close();
    const registered = await rialto.webhooks.create({ url: `${base}/hook`, events: ['*'] });
    [endpoint, secret] = [registered.id, registered.secret!];
    shop = createShop({ rialto: shopClient, orders, webhookSecret: secret });
    await shop.listen({ host: '127.0.0.1', port: Number(new URL(base).port) });
  });
  after(async () => {
    await shop.close();
    orders.close();
    flaky.close();
    await service.stop();
  });

  const submit = (order: string, phone: string, product = 'chairs') =>
    fetch(`${base}/orders`, {
      method: 'POST',
      body: new URLSearchParams({ order, phone, product }),
      redirect: 'manual',
    });
  const look = async (order: string) => (await fetch(`${base}/orders/${order}`)).text();
  const follow = (order: string, words: RegExp) => until(async () => words.test(await look(order)));
  const parcelsOf = (order: string) => orders.parcels().filter(({ order_id }) => order_id === order);
  const deliver = async (event: object, options: { secret?: string; timestamp?: number } = {}) => {
    const body = JSON.stringify(event);
    const headers = await signWebhook({ secret, body, ...options });
    return (await fetch(`${base}/hook`, { method: 'POST', headers, body })).status;
  };
  const succeeded = async (order: string) => {
    const { data } = await rialto.events.list({ type: 'payment.succeeded', limit: 100 });
    return data.find((event) => event.type === 'payment.succeeded' && event.data.object.reference === order)!;
  };
  const paymentsOf = async (order: string) =>
    (await rialto.payments.list({ limit: 100 }).toArray()).filter(({ reference }) => reference === order);

  it('takes an order from the form, collects the payment, and ships on the webhook', async () => {
    const form = await (await fetch(base)).text();
    const order = /name="order" value="([^"]+)"/.exec(form)![1]!;
    const response = await submit(order, '+221 77 123 45 67');
    assert.equal(response.status, 303);
    assert.match(await look(order), /Approve the payment on your phone/);
    await follow(order, /Paid\. Your parcel/);
    assert.equal(parcelsOf(order).length, 1);
    const [payment] = await paymentsOf(order);
    assert.equal(payment!.amount, 12_000, 'the price comes from the server');
  });

  it('ships once when the service or an attacker sends an event again', async () => {
    const order = randomUUID();
    await submit(order, '+221771234568');
    await follow(order, /Paid/);
    const event = await succeeded(order);
    const delivery = await until(async () =>
      (await rialto.webhooks.listDeliveries(endpoint)).data.find(
        (one) => one.event === event.id && one.status === 'succeeded',
      ),
    );
    await rialto.deliveries.resend(delivery.id);
    await until(async () => (await rialto.deliveries.get(delivery.id)).attempts.length === 2);
    assert.equal(await deliver(event), 200, 'a known event needs no retry');
    assert.equal(await deliver(event), 200);
    assert.equal(parcelsOf(order).length, 1);
  });

  it('refuses deliveries that are old or signed without the secret', async () => {
    const order = randomUUID();
    // This payment stays processing, so only a forgery could pay the order.
    await submit(order, '+221771230008');
    const [payment] = await paymentsOf(order);
    const forged = {
      id: 'evt_forged',
      object: 'event',
      type: 'payment.succeeded',
      data: { object: { ...payment, status: 'succeeded' } },
    };
    assert.equal(await deliver(forged, { secret: `whsec_${'evil'.repeat(12)}` }), 400);
    assert.equal(await deliver(forged, { timestamp: Math.floor(Date.now() / 1000) - 400 }), 400);
    const unsigned = { method: 'POST', body: JSON.stringify(forged), headers: { 'content-type': 'application/json' } };
    assert.equal((await fetch(`${base}/hook`, unsigned)).status, 400);
    assert.equal(orders.find(order)!.status, 'open');
    // Control: the same body with the secret and the current time is accepted.
    assert.equal(await deliver(forged), 200);
    assert.equal(orders.find(order)!.status, 'paid');
  });

  it('holds back an order that is paid with another amount or currency', async () => {
    const order = randomUUID();
    orders.place({ id: order, product: '3 chairs', amount: 12_000, currency: 'XOF', phone: '+221771234567' });
    await rialto.payments.create({ amount: 12, currency: 'XOF', customer: '+221771234567', reference: order });
    await until(async () => orders.find(order)!.status !== 'open');
    assert.equal(orders.find(order)!.status, 'review');
    assert.deepEqual(parcelsOf(order), []);
  });

  it('makes one payment for a form that is submitted twice at the same time', async () => {
    const order = randomUUID();
    const answers = await Promise.all([submit(order, '+221771234567'), submit(order, '+221771234567')]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    await follow(order, /Paid/);
    assert.equal((await paymentsOf(order)).length, 1);
    assert.equal(parcelsOf(order).length, 1);
  });

  it('makes one payment when the response is lost, and requests it again when its page is read', async () => {
    const order = randomUUID();
    const fates: Fate[] = ['cut', answer(503, '')];
    flaky.fate = ({ body }) => (body.includes(order) && fates.shift()) || 'pass';
    assert.equal((await submit(order, '+221771230008')).status, 303);
    assert.equal(orders.find(order)!.payment, null);
    assert.match(await look(order), /Approve/);
    await look(order);
    const payments = await paymentsOf(order);
    assert.deepEqual(
      payments.map(({ id }) => id),
      [orders.find(order)!.payment],
    );
  });

  it('shows a message to a customer who declines or enters an invalid phone number', async () => {
    const order = randomUUID();
    await submit(order, '+221771230002');
    await follow(order, /did not go through[\s\S]*customer_declined/);
    const wrong = await submit(randomUUID(), '<b>12</b>');
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /country code/);
    assert.equal((await submit(randomUUID(), '+221771234567', 'yacht')).status, 400);
    assert.equal((await submit('1', '+221771234567')).status, 400);
    assert.equal((await fetch(`${base}/orders/none`)).status, 404);
  });
});
