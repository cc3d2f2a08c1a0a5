import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  balance,
  eventsOf,
  openPayment,
  paidPayment,
  payment,
  phone,
  refusal,
  waitingPayment,
  withoutReceipt,
} from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { newWallet } from '../support/payout-flows.ts';
import { payerWith } from '../support/wallet-payments.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** The kinds of a payment's events once the payment is final. */
async function story(shop: TestMerchant, id: string): Promise<string[]> {
  await until(async () => /succeeded|failed/.test((await shop.call('GET', `/payments/${id}`)).body.status));
  return (await eventsOf(shop, id)).map((event) => event.type);
}

/** Each test has its own merchant. */
const together = { concurrency: 8 };

describe('a payment', together, () => {
  it('is requested from its customer, succeeds, and credits the wallet', async () => {
    const shop = await service.merchant();
    const opened = await openPayment(shop, {
      customer: phone('1234'),
      reference: 'order-1',
      description: 'Two bags of rice',
      metadata: { shelf: '7' },
    });
    assert.deepEqual(
      [opened.status, opened.next_action, opened.failure, opened.amount_refunded, opened.fee, opened.net, opened.rail],
      ['pending', null, null, 0, 0, 10_000, 'sandbox'],
    );
    assert.deepEqual(
      [opened.reference, opened.description, opened.metadata],
      ['order-1', 'Two bags of rice', { shelf: '7' }],
    );

    const waiting = await payment(shop, opened.id, 'requires_action');
    assert.equal(waiting.next_action.type, 'prompt');
    assert.equal(waiting.next_action.expires_at, waiting.expires_at);
    assert.equal(waiting.version, opened.version + 1);

    const paid = await payment(shop, opened.id, 'succeeded');
    assert.equal(paid.next_action, null);
    assert.equal(paid.failed_at, null);
    assert.ok(paid.succeeded_at && paid.rail_reference);
    assert.equal(paid.version, waiting.version + 1);
    assert.deepEqual(await balance(shop, paid.wallet), [10_000, 0]);
    const [entry] = (await shop.call('GET', `/wallets/${paid.wallet}/entries`)).body.data;
    assert.deepEqual([entry.kind, entry.direction, entry.amount, entry.source], ['payment', 'credit', 10_000, paid.id]);
    assert.deepEqual(await story(shop, paid.id), ['payment.requires_action', 'payment.succeeded']);
    const event = (await eventsOf(shop, paid.id)).at(-1);
    assert.deepEqual(event.data.object, withoutReceipt(paid));
  });

  const failures = {
    '0001': 'insufficient_funds',
    '0002': 'customer_declined',
    '0003': 'approval_expired',
    '0004': 'customer_not_found',
    '0005': 'customer_limit_reached',
    '0006': 'rail_unavailable',
  };
  for (const [lastFour, code] of Object.entries(failures)) {
    it(`of a phone that ends in ${lastFour} fails with ${code}, with one final event`, async () => {
      const shop = await service.merchant();
      const { id, wallet } = await openPayment(shop, { customer: phone(lastFour) });
      const failed = await payment(shop, id, 'failed');
      assert.equal(failed.failure.code, code);
      assert.ok(failed.failed_at && !failed.succeeded_at && !failed.next_action);
      const final = (await story(shop, id)).filter((kind) => kind !== 'payment.requires_action');
      assert.deepEqual(final, ['payment.failed']);
      assert.deepEqual(await balance(shop, wallet), [0, 0]);
    });
  }

  it('of a phone that ends in 0007 waits for approval, and settles once however often it is approved', async () => {
    const shop = await service.merchant();
    const { id, wallet } = await waitingPayment(shop);
    const approvals = await Promise.all([1, 2, 3].map(() => shop.call('POST', `/test/payments/${id}/approve`)));
    assert.ok(approvals.some(({ status }) => status === 200));
    await payment(shop, id, 'succeeded');
    assert.deepEqual(refusal(await shop.call('POST', `/test/payments/${id}/approve`)), [409, 'payment_already_final']);
    assert.deepEqual(refusal(await shop.call('POST', `/test/payments/${id}/decline`)), [409, 'payment_already_final']);
    assert.deepEqual(await story(shop, id), ['payment.requires_action', 'payment.succeeded']);
    assert.deepEqual(await balance(shop, wallet), [10_000, 0]);
  });

  it('that is approved and declined at once takes one decision, and the other call is refused', async () => {
    const shop = await service.merchant();
    for (let i = 0; i < 10; i++) {
      const { id } = await waitingPayment(shop);
      const say = (what: string) => shop.call('POST', `/test/payments/${id}/${what}`);
      const [approved, declined] = await Promise.all([say('approve'), say('decline')]);
      const refused = [approved, declined].filter(({ status }) => status !== 200);
      assert.ok(refused.length > 0, 'both calls were accepted');
      for (const reply of refused) assert.deepEqual(refusal(reply), [409, 'payment_already_final']);
      if (approved.status === 200) await payment(shop, id, 'succeeded');
      if (declined.status === 200) await payment(shop, id, 'failed');
    }
  });

  it('that its customer declines fails as customer_declined', async () => {
    const shop = await service.merchant();
    const { id } = await waitingPayment(shop);
    await shop.call('POST', `/test/payments/${id}/decline`);
    assert.equal((await payment(shop, id, 'failed')).failure.code, 'customer_declined');
    assert.deepEqual(await story(shop, id), ['payment.requires_action', 'payment.failed']);
  });

  it('of a phone that ends in 0008 stays processing past its deadline: an unknown outcome is no failure', async () => {
    const shop = await service.merchant();
    const { id } = await waitingPayment(shop, { customer: phone('0008') });
    await payment(shop, id, 'processing');
    const before = await timesAsked(id);
    await until(async () => {
      await shop.call('POST', '/test/clock/advance', { seconds: 3_600 });
      return (await timesAsked(id)) >= before + 3;
    });
    assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'processing');
    await shop.call('POST', `/test/payments/${id}/approve`);
    await payment(shop, id, 'succeeded');
  });

  it('of a phone that ends in 0010 succeeds', async () => {
    const shop = await service.merchant();
    assert.equal((await paidPayment(shop, { customer: phone('0010') })).status, 'succeeded');
  });

  it('that nobody approves expires by the test clock', async () => {
    const shop = await service.merchant();
    const waiting = await waitingPayment(shop);
    const lifeSeconds = (Date.parse(waiting.expires_at) - Date.parse(waiting.created_at)) / 1000;
    await shop.call('POST', '/test/clock/advance', { seconds: lifeSeconds - 60 });
    const near = await payment(shop, waiting.id, 'requires_action');
    assert.equal(near.next_action.expires_at, near.expires_at);
    await shop.call('POST', '/test/clock/advance', { seconds: 60 });
    const failed = await payment(shop, waiting.id, 'failed');
    assert.equal(failed.failure.code, 'approval_expired');
    assert.deepEqual(await story(shop, waiting.id), ['payment.requires_action', 'payment.failed']);
  });

  it('in another integration is not affected by an advanced clock', async () => {
    const [mine, other] = [await service.merchant(), await service.merchant()];
    const waiting = await waitingPayment(other);
    const clock = await mine.call('POST', '/test/clock/advance', { seconds: 86_400 });
    assert.equal(clock.body.advanced_seconds, 86_400);
    assert.deepEqual((await other.call('GET', `/payments/${waiting.id}`)).body, waiting);
  });

  it('follows a clock that is a hundred years ahead, and none further', async () => {
    const shop = await service.merchant();
    const { id } = await waitingPayment(shop, { customer: phone('0008') });
    const advance = () => shop.call('POST', '/test/clock/advance', { seconds: 31_622_400 });
    for (let i = 0; i < 99; i++) assert.equal((await advance()).status, 200);
    const further = await advance();
    assert.deepEqual([...refusal(further), further.body.error.param], [400, 'validation_failed', 'seconds']);
    assert.equal((await shop.call('GET', `/payments/${id}`)).status, 200);
  });

  async function timesAsked(id: string): Promise<number> {
    const [row] = await service.db.query<{ asked: number }>(
      { name: 'test_asked', text: 'SELECT asked FROM payments WHERE id = $1' },
      [id],
    );
    return row!.asked;
  }
});

describe('canceling', together, () => {
  it('fails a waiting payment with one final event, and the customer can no longer pay it', async () => {
    const shop = await service.merchant();
    const { id, wallet } = await waitingPayment(shop);
    const canceled = await shop.call('POST', `/payments/${id}/cancel`);
    assert.deepEqual([canceled.status, canceled.body.status, canceled.body.failure.code], [200, 'failed', 'canceled']);
    assert.deepEqual(refusal(await shop.call('POST', `/test/payments/${id}/approve`)), [409, 'payment_already_final']);
    assert.deepEqual(await story(shop, id), ['payment.requires_action', 'payment.failed']);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
  });

  it('right after creation fails it too, whatever the worker is doing', async () => {
    const shop = await service.merchant();
    for (let i = 0; i < 20; i++) {
      const { id } = await openPayment(shop);
      const canceled = await shop.call('POST', `/payments/${id}/cancel`);
      assert.equal(canceled.body.failure.code, 'canceled');
      const final = (await story(shop, id)).filter((kind) => kind !== 'payment.requires_action');
      assert.deepEqual(final, ['payment.failed']);
    }
  });

  it('is refused while the provider moves the money, and once the payment is final', async () => {
    const shop = await service.merchant();
    const hanging = await waitingPayment(shop, { customer: phone('0008') });
    await payment(shop, hanging.id, 'processing');
    const cancel = (id: string) => shop.call('POST', `/payments/${id}/cancel`);
    assert.deepEqual(refusal(await cancel(hanging.id)), [409, 'payment_not_cancelable']);
    assert.deepEqual(refusal(await cancel((await paidPayment(shop)).id)), [409, 'payment_already_final']);
    const canceled = await waitingPayment(shop);
    assert.equal((await cancel(canceled.id)).status, 200);
    assert.deepEqual(refusal(await cancel(canceled.id)), [409, 'payment_already_final']);
  });

  it('many times at once, and against an approval, ends the payment once', async () => {
    const shop = await service.merchant();
    for (let i = 0; i < 10; i++) {
      const { id, wallet } = await waitingPayment(shop);
      const before = (await balance(shop, wallet))[0];
      const cancels = [1, 2, 3].map(() => shop.call('POST', `/payments/${id}/cancel`));
      const [approval, ...answers] = await Promise.all([shop.call('POST', `/test/payments/${id}/approve`), ...cancels]);
      assert.ok([approval!, ...answers].every(({ status }) => status === 200 || status === 409));
      const canceled = answers.filter(({ status }) => status === 200).length;
      const final = (await story(shop, id)).filter((kind) => kind !== 'payment.requires_action');
      const paid = (await balance(shop, wallet))[0] - before;
      assert.deepEqual(final, [paid ? 'payment.succeeded' : 'payment.failed']);
      if (paid) assert.equal(canceled, 0);
    }
  });
});

describe('the fee', together, () => {
  it('is taken from the paid amount: basis points, half up, and a fixed part', async () => {
    const shop = await service.merchant();
    await setFee(shop, 250, 15);
    const { id, fee, net, wallet } = await paidPayment(shop, { amount: 1_020 });
    // 2.5 % of 1020 is 25.5, rounded to 26, and 15.
    assert.deepEqual([fee, net], [41, 979]);
    assert.deepEqual(await balance(shop, wallet), [979, 0]);
    const entries = (await shop.call('GET', `/wallets/${wallet}/entries?order=asc`)).body.data;
    assert.deepEqual(
      entries.map((entry: any) => [entry.kind, entry.direction, entry.amount, entry.balance_after, entry.source]),
      [
        ['payment', 'credit', 1_020, 1_020, id],
        ['fee', 'debit', 41, 979, id],
      ],
    );
  });

  it('never exceeds the amount', async () => {
    const shop = await service.merchant();
    await setFee(shop, 10_000, 500);
    const { fee, net, wallet } = await paidPayment(shop, { amount: 7 });
    assert.deepEqual([fee, net], [7, 0]);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
  });

  async function setFee({ merchantId }: TestMerchant, basisPoints: number, fixed: number): Promise<void> {
    const text = `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed) VALUES ($1, false, 'XOF', $2, $3)`;
    await service.db.query({ name: 'test_fee', text }, [merchantId, basisPoints, fixed]);
  }
});

describe('a payment is refused', together, () => {
  it('with 400 for an invalid phone, a currency that is not enabled, an amount out of bounds', async () => {
    const shop = await service.merchant();
    const ask = (fields: object) =>
      shop.call('POST', '/payments', { amount: 100, currency: 'XOF', customer: phone('1234'), ...fields });
    const invalid = await ask({ customer: '+1234' });
    assert.deepEqual([...refusal(invalid), invalid.body.error.param], [400, 'validation_failed', 'customer']);
    assert.deepEqual(refusal(await ask({ currency: 'JPY' })), [400, 'unsupported_currency']);
    assert.deepEqual(refusal(await ask({ amount: 0 })), [400, 'amount_out_of_bounds']);
    assert.deepEqual(refusal(await ask({ amount: 1_000_000_000_000 })), [400, 'amount_out_of_bounds']);
    assert.equal((await ask({ amount: 999_999_999_999 })).status, 201);
  });

  it('for a wallet that does not exist, belongs to another merchant, has another currency or is frozen', async () => {
    const [shop, other] = [await service.merchant(), await service.merchant()];
    const into = (wallet: string) =>
      shop.call('POST', '/payments', { amount: 100, currency: 'XOF', customer: phone('1234'), wallet });
    assert.deepEqual(refusal(await into(await other.wallet('XOF'))), [404, 'not_found']);
    assert.deepEqual(refusal(await into(await shop.wallet('USD'))), [422, 'currency_mismatch']);
    const frozen = await shop.wallet('XOF');
    await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'kyc' });
    assert.deepEqual(refusal(await into(frozen)), [409, 'wallet_frozen']);
  });

  it('with 409 for a used reference, naming its payment; each kind and integration has its own', async () => {
    const [shop, other] = [await service.merchant(), await service.merchant()];
    const first = await openPayment(shop, { reference: 'once' });
    const answers = await Promise.all([1, 2, 3].map(() => shop.call('POST', '/payments', { ...again })));
    for (const answer of answers) {
      assert.deepEqual(refusal(answer), [409, 'reference_already_used']);
      assert.ok(answer.body.error.message.includes(first.id), answer.text);
    }
    assert.equal((await openPayment(other, { reference: 'once' })).reference, 'once');
  });
  const again = { amount: 5, currency: 'XOF', customer: phone('1234'), reference: 'once' };
});

it('an in-flight payment settles on a wallet that was frozen in the meantime', async () => {
  const shop = await service.merchant();
  const { id, wallet } = await waitingPayment(shop);
  await shop.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
  await shop.call('POST', `/test/payments/${id}/approve`);
  await payment(shop, id, 'succeeded');
  assert.deepEqual(await balance(shop, wallet), [10_000, 0]);
});

it('a list of payments is filtered by status, currency, customer and reference', async () => {
  const shop = await service.merchant();
  const waits = await waitingPayment(shop, { reference: 'a b/ü' });
  const dollars = await waitingPayment(shop, { currency: 'USD', customer: '+1 202-555-1234' });
  const canceled = await waitingPayment(shop);
  await shop.call('POST', `/payments/${canceled.id}/cancel`);
  assert.equal(dollars.customer, '+12025551234');
  const ids = async (query: Record<string, string>) => {
    const { body } = await shop.call('GET', `/payments?${new URLSearchParams(query)}`);
    return body.data.map((one: any) => one.id);
  };
  assert.deepEqual(await ids({}), [canceled.id, dollars.id, waits.id]);
  assert.deepEqual(await ids({ status: 'failed' }), [canceled.id]);
  assert.deepEqual(await ids({ status: 'requires_action' }), [dollars.id, waits.id]);
  assert.deepEqual(await ids({ currency: 'USD' }), [dollars.id]);
  assert.deepEqual(await ids({ customer: '+1 (202) 555 1234' }), [dollars.id]);
  assert.deepEqual(await ids({ reference: 'a b/ü' }), [waits.id]);
  assert.deepEqual(await ids({ status: 'requires_action', currency: 'XOF' }), [waits.id]);
  assert.deepEqual(await ids({ reference: 'none' }), []);
});

it("a customer answers the sandbox prompt with their own token, and cannot answer anybody else's", async () => {
  const shop = await service.merchant();
  const payer = await payerWith(service, 0n, { identifier: '+221771230007' });
  const stranger = await payerWith(service, 0n);
  const approve = (who: typeof payer, id: string, key?: string) =>
    who.call('POST', `/payments/${id}/approve`, undefined, key ? { 'idempotency-key': key } : {});
  const ask = () => waitingPayment(shop, { customer: payer.identifier });
  const [yes, no] = [await ask(), await ask()];
  assert.deepEqual(refusal(await approve(stranger, yes.id)), [404, 'not_found']);
  const approved = await approve(payer, yes.id, 'once');
  assert.deepEqual([approved.status, approved.body.object, approved.body.id], [200, 'payment_request', yes.id]);
  assert.equal((await payer.call('POST', `/payments/${no.id}/decline`)).status, 200);
  assert.deepEqual(refusal(await payer.call('POST', `/payments/${yes.id}/decline`)), [409, 'payment_already_final']);
  const ended = async (id: string) => (await shop.call('GET', `/payments/${id}`)).body;
  await until(async () => (await ended(yes.id)).status === 'succeeded');
  await until(async () => (await ended(no.id)).failure?.code === 'customer_declined');
  assert.deepEqual((await approve(payer, yes.id, 'once')).body, approved.body, 'the recorded answer');
  assert.deepEqual(refusal(await approve(payer, yes.id)), [409, 'payment_already_final']);
  assert.equal((await payer.call('GET', '/wallets/me')).body.balance.total, 0);
});

it('null is accepted for a field that may be null, and means the same as leaving it out', async () => {
  const shop = await service.merchant();
  const [wallet, other] = [await shop.wallet('XOF', 1_000n), await newWallet(shop, 'XOF')];
  const none = { reference: null, description: null };
  const order = { amount: 10, currency: 'XOF', customer: phone('0010') };
  const paid = await paidPayment(shop, { ...order, ...none });
  const made = [
    await shop.call('POST', '/wallets/transfer', { from: wallet, to: other, amount: 1, currency: 'XOF', ...none }),
    await shop.call('POST', '/refunds', { payment: paid.id, reason: null, reference: null }),
    await shop.call('POST', '/payouts', {
      currency: 'XOF',
      reference: null,
      items: [
        { recipient: other, amount: 1, name: null, ...none },
        { recipient: other, amount: 1, name: null, ...none },
      ],
    }),
    await shop.call('POST', '/wallets', { currency: 'XOF', label: null }),
    await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'], description: null }),
  ];
  for (const { status, body, text } of made) {
    assert.ok(status === 201 || status === 202, text);
    for (const name of ['reference', 'description', 'label', 'reason']) assert.equal(body[name] ?? null, null, text);
  }
});
