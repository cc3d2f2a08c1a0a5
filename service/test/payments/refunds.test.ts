import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  balance,
  eventsOf,
  openPayment,
  paidPayment,
  payment,
  phone,
  refundWith,
  refusal,
  waitingPayment,
} from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** Each test has its own merchant. */
const together = { concurrency: 4 };

const refund = (shop: TestMerchant, payment: string, fields: object = {}) =>
  shop.call('POST', '/refunds', { payment, ...fields });
const refunded = async (shop: TestMerchant, id: string) =>
  (await shop.call('GET', `/payments/${id}`)).body.amount_refunded;

describe('a refund', together, () => {
  it('without an amount refunds everything; the money is reserved until it has left', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    const answer = await refund(shop, paid.id, { reason: 'duplicate', reference: 'back-1', metadata: { by: 'Ama' } });
    assert.equal(answer.status, 201);
    const { id, status, amount, currency, reason, reference, metadata } = answer.body;
    assert.deepEqual(
      [status, amount, currency, reason, reference, metadata, answer.body.payment],
      ['pending', 10_000, 'XOF', 'duplicate', 'back-1', { by: 'Ama' }, paid.id],
    );
    const done = await refundWith(shop, id, 'succeeded');
    assert.ok(done.succeeded_at && done.rail_reference && !done.failed_at);
    assert.equal(done.version, answer.body.version + 1);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
    assert.equal(await refunded(shop, paid.id), 10_000);
    const kinds = (await eventsOf(shop, id)).map((event) => event.type);
    assert.deepEqual(kinds, ['refund.created', 'refund.succeeded']);
    const [created] = await eventsOf(shop, id);
    assert.deepEqual(created.data.object, answer.body);
  });

  it('in parts adds up, and the last one without an amount refunds the rest', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    for (const amount of [1, 2_499, 2_500]) {
      assert.equal((await refund(shop, paid.id, { amount })).body.amount, amount);
    }
    const rest = (await refund(shop, paid.id)).body;
    assert.equal(rest.amount, 5_000);
    await refundWith(shop, rest.id, 'succeeded');
    await until(async () => (await refunded(shop, paid.id)) === 10_000);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
  });

  it('in a thousand small parts refunds exactly the paid amount', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop, { amount: 1_000 });
    const answers = await Promise.all(Array.from({ length: 1_020 }, () => refund(shop, paid.id, { amount: 1 })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1_000);
    assert.equal(answers.filter(({ status }) => status === 422).length, 20);
    await until(async () => (await refunded(shop, paid.id)) === 1_000);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
  });

  it('never exceeds its payment, with fifty at once', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop, { amount: 1_000 });
    await shop.wallet('XOF', 100_000n);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(shop, paid.id, { amount: 60 })));
    const taken = answers.filter(({ status }) => status === 201);
    assert.equal(taken.length, 16);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual([...refusal(answer), answer.body.error.remaining], [422, 'refund_exceeds_remaining', 40]);
    }
    await until(async () => (await refunded(shop, paid.id)) === 960);
    assert.deepEqual(await balance(shop, paid.wallet), [100_040, 0]);
  });

  it('of more than the remainder is 422 and states the remainder', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    await refund(shop, paid.id, { amount: 7_000 });
    const more = await refund(shop, paid.id, { amount: 3_001 });
    assert.deepEqual([...refusal(more), more.body.error.remaining], [422, 'refund_exceeds_remaining', 3_000]);
    assert.equal((await refund(shop, paid.id, { amount: 3_000 })).status, 201);
    const none = await refund(shop, paid.id);
    assert.deepEqual([...refusal(none), none.body.error.remaining], [422, 'refund_exceeds_remaining', 0]);
  });

  it('that fails releases its share and the money', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop, { customer: phone('0010') });
    for (let i = 0; i < 2; i++) {
      const { id } = (await refund(shop, paid.id)).body;
      const failed = await refundWith(shop, id, 'failed');
      assert.ok(failed.failure.code && failed.failed_at && !failed.succeeded_at);
      assert.equal(await refunded(shop, paid.id), 0);
      assert.deepEqual(await balance(shop, paid.wallet), [10_000, 0]);
      const kinds = (await eventsOf(shop, id)).map((event) => event.type);
      assert.deepEqual(kinds, ['refund.created', 'refund.failed']);
    }
  });

  it('is 402 when the wallet has no money left, and works once it has', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    const elsewhere = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    await shop.call('POST', '/wallets/transfer', { to: elsewhere, amount: 1, currency: 'XOF' });
    assert.deepEqual(refusal(await refund(shop, paid.id)), [402, 'insufficient_funds']);
    assert.deepEqual(await balance(shop, paid.wallet), [9_999, 0]);
    await shop.call('POST', '/wallets/transfer', { from: elsewhere, to: paid.wallet, amount: 1, currency: 'XOF' });
    assert.equal((await refund(shop, paid.id)).status, 201);
  });

  it('keeps the reserved money from being spent', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    const elsewhere = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const spend = () => shop.call('POST', '/wallets/transfer', { to: elsewhere, amount: 10_000, currency: 'XOF' });
    const [back, spent] = await Promise.all([refund(shop, paid.id), spend()]);
    assert.deepEqual([back.status, spent.status].sort(), [201, 402]);
  });

  it('of a payment that is not final, or has failed, is 409', async () => {
    const shop = await service.merchant();
    const pending = await openPayment(shop);
    assert.deepEqual(refusal(await refund(shop, pending.id)), [409, 'payment_not_refundable']);
    await payment(shop, pending.id, 'requires_action');
    assert.deepEqual(refusal(await refund(shop, pending.id)), [409, 'payment_not_refundable']);
    await shop.call('POST', `/payments/${pending.id}/cancel`);
    assert.deepEqual(refusal(await refund(shop, pending.id)), [409, 'payment_not_refundable']);
  });

  it("of another merchant's payment, or an unknown one, is 404", async () => {
    const [shop, other] = [await service.merchant(), await service.merchant()];
    const theirs = await waitingPayment(other);
    for (const id of [theirs.id, `pay_${'0'.repeat(26)}`]) {
      const answer = await refund(shop, id);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [404, 'not_found', 'payment']);
    }
  });

  it('is refused from a frozen wallet; one in flight settles', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    const { id } = (await refund(shop, paid.id, { amount: 100 })).body;
    await shop.call('POST', `/test/wallets/${paid.wallet}/freeze`, { reason: 'fraud' });
    assert.deepEqual(refusal(await refund(shop, paid.id)), [409, 'wallet_frozen']);
    await refundWith(shop, id, 'succeeded');
  });

  it('with a used reference is 409 and names the refund that has it', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    const first = (await refund(shop, paid.id, { amount: 10, reference: 'r-1' })).body;
    const again = await refund(shop, paid.id, { amount: 10, reference: 'r-1' });
    assert.deepEqual(refusal(again), [409, 'reference_already_used']);
    assert.ok(again.body.error.message.includes(first.id));
    // References are unique per kind of record.
    assert.equal((await openPayment(shop, { reference: 'r-1' })).reference, 'r-1');
  });
});

it('a list of refunds is filtered by payment, status, currency and reference', async () => {
  const shop = await service.merchant();
  const [francs, dollars] = [await paidPayment(shop), await paidPayment(shop, { currency: 'USD' })];
  const first = (await refund(shop, francs.id, { amount: 10, reference: 'one' })).body.id;
  const second = (await refund(shop, francs.id, { amount: 20 })).body.id;
  const third = (await refund(shop, dollars.id)).body.id;
  for (const id of [first, second, third]) await refundWith(shop, id, 'succeeded');
  const ids = async (query: string) =>
    (await shop.call('GET', `/refunds?${query}`)).body.data.map((one: any) => one.id);
  assert.deepEqual(await ids(''), [third, second, first]);
  assert.deepEqual(await ids(`payment=${francs.id}`), [second, first]);
  assert.deepEqual(await ids(`payment=${francs.id}&reference=one`), [first]);
  assert.deepEqual(await ids('currency=USD'), [third]);
  assert.deepEqual(await ids('status=succeeded&order=asc'), [first, second, third]);
  assert.deepEqual(await ids('status=pending'), []);
});
