import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { eventKinds } from '../../../contract/src/events.ts';
import { eventExamples } from '../../../contract/src/examples.ts';
import { Payment } from '../../../contract/src/payments.ts';
import { Refund } from '../../../contract/src/refunds.ts';
import { Transfer } from '../../../contract/src/transfers.ts';
import { User } from '../../../contract/src/users.ts';
import { Wallet } from '../../../contract/src/wallets.ts';
import { WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import {
  eventsOf,
  openPayment,
  paidPayment,
  payment,
  phone,
  refundWith,
  takenPayment,
  waitingPayment,
} from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { startReceiver } from '../support/receiver.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const ajv = new Ajv({ strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const schemas: Record<string, object> = {
  payment: Payment,
  refund: Refund,
  wallet: Wallet,
  user: User,
  transfer: Transfer,
  webhook_endpoint: WebhookEndpoint,
};
const objectOf = new Map<string, string>(eventKinds.map(({ kind, object }) => [kind, object]));

/** The fields that every event has, whatever its kind. */
function assertEvent(event: any, type: string): void {
  const { id, object, api_version, livemode, data } = event;
  assert.match(id, /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  assert.deepEqual([event.type, object, api_version, livemode], [type, 'event', 'v1', false]);
  assert.match(event.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(data.object.object, objectOf.get(type));
  const schema = schemas[data.object.object];
  if (schema) assert.ok(ajv.validate(schema, data.object), `${type}: ${ajv.errorsText()}`);
  assert.ok(!('secret' in data.object));
}

/** The only event of this kind for this record. */
async function only(shop: TestMerchant, type: string, id: string): Promise<any> {
  const events = (await eventsOf(shop, id)).filter((event) => event.type === type);
  assert.equal(events.length, 1, `${events.length} of ${type}`);
  assertEvent(events[0], type);
  return events[0];
}

/** Only the answer that reads one payment or refund has the address of its receipt. */
const was = (previous_attributes: object, { receipt_url: _url, ...object }: any) => ({ object, previous_attributes });

describe('an event carries the record as it was at that moment', { concurrency: 4 }, () => {
  it('payment.requires_action and payment.succeeded', async () => {
    const shop = await service.merchant();
    const waiting = await waitingPayment(shop);
    assert.deepEqual(
      (await only(shop, 'payment.requires_action', waiting.id)).data,
      was({ status: 'pending' }, waiting),
    );
    const paid = await paidPayment(shop);
    const before = { status: 'requires_action' };
    assert.deepEqual((await only(shop, 'payment.succeeded', paid.id)).data, was(before, paid));
  });

  it('payment.failed', async () => {
    const shop = await service.merchant();
    const { id } = await openPayment(shop, { customer: phone('0004') });
    const failed = await payment(shop, id, 'failed');
    assert.deepEqual((await only(shop, 'payment.failed', id)).data, was({ status: 'pending' }, failed));
  });

  it('refund.created, refund.succeeded and refund.failed', async () => {
    const shop = await service.merchant();
    for (const [customer, status] of [
      [phone('0007'), 'succeeded'],
      [phone('0010'), 'failed'],
    ] as const) {
      const paid = await paidPayment(shop, { customer });
      const created = await shop.call('POST', '/refunds', { payment: paid.id });
      const event = await only(shop, 'refund.created', created.body.id);
      assert.deepEqual(event.data.object, created.body);
      assert.equal(event.request.id, created.headers.get('request-id'));
      const final = await refundWith(shop, created.body.id, status);
      assert.deepEqual((await only(shop, `refund.${status}`, created.body.id)).data, was({ status: 'pending' }, final));
    }
  });

  it('transfer.succeeded', async () => {
    const shop = await service.merchant();
    await shop.wallet('XOF', 10n);
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const { body } = await shop.call('POST', '/wallets/transfer', { to, amount: 10, currency: 'XOF' });
    assert.deepEqual((await only(shop, 'transfer.succeeded', body.id)).data.object, body);
  });

  it('wallet.frozen and wallet.unfrozen, once for each change', async () => {
    const shop = await service.merchant();
    const wallet = await shop.wallet('XOF');
    const freeze = () => shop.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
    const frozen = (await freeze()).body;
    assert.deepEqual([frozen.status, frozen.frozen.reason], ['frozen', 'fraud']);
    assert.deepEqual((await freeze()).body, frozen);
    assert.deepEqual((await only(shop, 'wallet.frozen', wallet)).data, was({ status: 'active', frozen: null }, frozen));
    const active = (await shop.call('POST', `/test/wallets/${wallet}/unfreeze`)).body;
    assert.deepEqual([active.status, active.frozen], ['active', null]);
    await shop.call('POST', `/test/wallets/${wallet}/unfreeze`);
    const before = { status: 'frozen', frozen: frozen.frozen };
    assert.deepEqual((await only(shop, 'wallet.unfrozen', wallet)).data, was(before, active));
  });

  it('kyc.updated, with the previous status, to merchants who have taken a payment from the customer', async () => {
    const [shop, knows, stranger] = [await service.merchant(), await service.merchant(), await service.merchant()];
    const { id } = await service.customer(phone('4321'), ['XOF']);
    await takenPayment(knows, { customer: phone('4321') });
    const user = (await shop.call('POST', `/test/users/${id}/kyc`, { status: 'verified' })).body;
    assert.deepEqual([user.phone, user.kyc], [phone('4321'), 'verified']);
    await shop.call('POST', `/test/users/${id}/kyc`, { status: 'verified' });
    for (const who of [shop, knows]) {
      const event = await only(who, 'kyc.updated', id);
      assert.deepEqual([event.data.object, event.data.previous_attributes], [user, { kyc: 'none' }]);
    }
    assert.deepEqual(await eventsOf(stranger, id), []);
  });
});

describe('a sample event', () => {
  it('of every kind can be requested, is listed, and is delivered', async () => {
    const shop = await service.merchant();
    const receiver = await startReceiver();
    await shop.call('POST', '/webhooks', { url: receiver.url, events: ['*'] });
    const emitted: any[] = [];
    for (const { kind } of eventKinds) {
      const answer = await shop.call('POST', '/test/events', { type: kind });
      assert.equal(answer.status, 201);
      assertEvent(answer.body, kind);
      assert.deepEqual(answer.body.data, eventExamples[kind].data);
      assert.equal((await shop.call('GET', `/events/${answer.body.id}`)).text, answer.text);
      const ofKind = (await shop.call('GET', `/events?type=${kind}`)).body.data;
      assert.deepEqual(ofKind, [answer.body]);
      emitted.push(answer.body);
    }
    assert.deepEqual((await shop.call('GET', '/events?limit=100')).body.data, emitted.toReversed());
    await receiver.nth(eventKinds.length);
    const arrived = new Map(receiver.received.map(({ event }) => [event.id, event]));
    for (const event of emitted) assert.deepEqual(arrived.get(event.id), event);
    receiver.close();
  });

  it('moves no money and changes no record', async () => {
    const shop = await service.merchant();
    await shop.wallet('XOF', 100n);
    const snapshot = async () => {
      const paths = ['/wallets', '/payments', '/refunds', '/transfers', '/webhooks'];
      return Promise.all(paths.map(async (path) => (await shop.call('GET', path)).text));
    };
    const before = await snapshot();
    for (const { kind } of eventKinds) await shop.call('POST', '/test/events', { type: kind });
    assert.deepEqual(await snapshot(), before);
  });

  it('of an unknown kind is refused', async () => {
    const shop = await service.merchant();
    for (const type of ['*', 'payment.suceeded', 'payment', '']) {
      assert.equal((await shop.call('POST', '/test/events', { type })).status, 400);
      assert.equal((await shop.call('GET', `/events?type=${type}`)).status, 400);
    }
  });
});
