import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { freezeWallets } from '../../src/wallets/freeze.ts';
import { balance, eventsOf, payment, phone, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makePayments } from '../support/operations.ts';
import { askToPay, type Payer, payerWith, setFee } from '../support/wallet-payments.ts';
import { command, makeCaller } from '../support/world.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const manual = { capture: 'manual' };
const capture = (shop: TestMerchant, id: string, fields: object = {}) =>
  shop.call('POST', `/payments/${id}/capture`, fields);
const release = (shop: TestMerchant, id: string) => shop.call('POST', `/payments/${id}/release`);
const balanceOf = (payer: Payer) => balance(payer, payer.wallet);

/** [status, amount, authorized, captured, fee, net] */
const state = ({ body }: { body: any }) => [
  body.status,
  body.amount,
  body.amount_authorized,
  body.amount_captured,
  body.fee,
  body.net,
];
const kindsOf = async (shop: TestMerchant, id: string) => (await eventsOf(shop, id)).map((event) => event.type);

/** A merchant with a fee of 2 % and 5, and a customer who has approved a payment of 1000. */
async function heldPayment(fields: object = {}) {
  const shop = await service.merchant();
  await setFee(service, shop);
  const payer = await payerWith(service, 5_000n);
  const asked = await askToPay(shop, payer, { ...manual, ...fields });
  const approved = await payer.call('POST', `/payments/${asked.id}/approve`);
  assert.equal(approved.status, 200, approved.text);
  return { shop, payer, asked, approved, id: asked.id as string };
}
/** Moves the end of the time to capture, as if time had passed. */
async function pass(id: string, seconds: number) {
  const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $2)`;
  await service.db.pool.query(`UPDATE payments SET ${earlier('capture_before')} WHERE id = $1`, [id, seconds]);
  await service.db.pool.query(`UPDATE wallet_holds SET ${earlier('due_at')}, ${earlier('expires_at')} WHERE id = $1`, [
    id,
    seconds,
  ]);
  service.db.node.wake('holds');
}

test('the approval holds the money, and captures take it in parts with their part of the fee', async () => {
  const { shop, payer, asked, approved, id } = await heldPayment();
  assert.deepEqual([asked.capture, asked.fee, asked.amount_captured], ['manual', 25, 0]);
  const days = (Date.parse(asked.capture_before) - Date.parse(asked.created_at)) / 86_400_000;
  assert.equal(days, 7);
  assert.deepEqual(
    [approved.body.status, approved.body.capture, approved.body.capture_before],
    ['requires_capture', 'manual', asked.capture_before],
  );
  assert.deepEqual(await balanceOf(payer), [4_000, 1_000]);
  assert.deepEqual(await balance(shop, asked.wallet), [0, 0]);
  const first = await capture(shop, id, { amount: 101 });
  assert.deepEqual(state(first), ['requires_capture', 1_000, 1_000, 101, 7, 94]);
  const second = await capture(shop, id, { amount: 102 });
  assert.deepEqual(state(second), ['requires_capture', 1_000, 1_000, 203, 9, 194]);
  assert.deepEqual(await balance(shop, asked.wallet), [194, 0]);
  const last = await capture(shop, id, { amount: 97, final: true });
  assert.deepEqual(state(last), ['succeeded', 300, 1_000, 300, 11, 289], 'the fee is that on 300');
  assert.notEqual(last.body.succeeded_at, null);
  assert.deepEqual(await balanceOf(payer), [4_700, 0]);
  assert.deepEqual(await balance(shop, asked.wallet), [289, 0]);
  assert.deepEqual(await kindsOf(shop, id), [
    'payment.requires_action',
    'payment.requires_capture',
    'payment.captured',
    'payment.captured',
    'payment.captured',
    'payment.succeeded',
  ]);
  const events = await eventsOf(shop, id);
  assert.deepEqual(events.at(-1).data.previous_attributes, {
    ...{ status: 'requires_capture', amount: 1_000, charged_amount: 1_000, amount_captured: 203, fee: 9, net: 194 },
  });
  assert.deepEqual(refusal(await capture(shop, id)), [409, 'payment_not_capturable']);
  assert.deepEqual(refusal(await release(shop, id)), [409, 'payment_not_capturable']);
  const { by_status, succeeded } = (await shop.call('GET', '/payments/totals')).body;
  assert.deepEqual([by_status.requires_capture, succeeded[0].amount], [0, 300]);
});

test('a payment is not approved after its time to capture, and not declined while its money is held', async () => {
  const shop = await service.merchant();
  const payer = await payerWith(service, 5_000n);
  const late = await askToPay(shop, payer, manual);
  await pass(late.id, 8 * 86_400);
  assert.equal(refusal(await payer.call('POST', `/payments/${late.id}/approve`))[1], 'payment_not_approvable');
  assert.deepEqual(await balanceOf(payer), [5_000, 0]);
  // This phone approves by itself.
  const order = { amount: 1_000, currency: 'XOF', customer: phone('1234'), ...manual };
  const { id } = (await shop.call('POST', '/payments', order)).body;
  await payment(shop, id, 'requires_capture');
  const declined = await shop.call('POST', `/test/payments/${id}/decline`);
  assert.deepEqual(refusal(declined), [409, 'payment_already_final']);
});

test('refunds reach the captured amount and no more', async () => {
  const { shop, payer, id } = await heldPayment();
  const early = await shop.call('POST', '/refunds', { payment: id, amount: 1 });
  assert.deepEqual(refusal(early), [409, 'payment_not_refundable']);
  await capture(shop, id, { amount: 400, final: true });
  const fund = (await shop.call('GET', '/wallets/me?currency=XOF')).body.id;
  await shop.call('POST', `/test/wallets/${fund}/fund`, { amount: 1_000 });
  assert.deepEqual(refusal(await shop.call('POST', '/refunds', { payment: id, amount: 401 })), [
    422,
    'refund_exceeds_remaining',
  ]);
  const { body } = await shop.call('POST', '/refunds', { payment: id });
  assert.equal(body.amount, 400);
  await refundWith(shop, body.id, 'succeeded');
  assert.deepEqual(await balanceOf(payer), [5_000, 0]);
});

test('a release gives the rest back, and a payment without a capture is canceled', async () => {
  const { shop, payer, id } = await heldPayment();
  assert.deepEqual(refusal(await shop.call('POST', `/payments/${id}/cancel`)), [409, 'payment_not_cancelable']);
  await capture(shop, id, { amount: 250 });
  const released = await release(shop, id);
  assert.deepEqual(state(released), ['succeeded', 250, 1_000, 250, 10, 240]);
  assert.equal((await release(shop, id)).text, released.text, 'the same release');
  assert.deepEqual(await balanceOf(payer), [4_750, 0]);

  const other = await heldPayment();
  const canceled = await release(other.shop, other.id);
  assert.deepEqual(
    [...state(canceled).slice(0, 4), canceled.body.failure.code],
    ['failed', 1_000, 1_000, 0, 'canceled'],
  );
  assert.deepEqual(await balanceOf(other.payer), [5_000, 0]);
  assert.deepEqual((await kindsOf(other.shop, other.id)).at(-1), 'payment.failed');
});

test('the time to capture is announced, and ends', async () => {
  const { shop, payer, id } = await heldPayment();
  await capture(shop, id, { amount: 300 });
  const kinds = (kind: string) => async () => (await kindsOf(shop, id)).includes(kind);
  await pass(id, 6.5 * 86_400);
  await until(kinds('payment.capture_expiring'));
  assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'requires_capture');
  await pass(id, 86_400);
  const ended = await payment(shop, id, 'succeeded');
  assert.deepEqual([ended.amount, ended.amount_captured], [300, 300]);
  assert.deepEqual(await balanceOf(payer), [4_700, 0]);

  const never = await heldPayment();
  await pass(never.id, 8 * 86_400);
  const failed = await payment(never.shop, never.id, 'failed');
  assert.equal(failed.failure.code, 'canceled');
  assert.deepEqual(await balanceOf(never.payer), [5_000, 0]);
});

test('a test clock moves the time to capture', async () => {
  const { shop, asked, id } = await heldPayment();
  await shop.call('POST', '/test/clock/advance', { seconds: 3 * 86_400 });
  const moved = (await shop.call('GET', `/payments/${id}`)).body;
  assert.equal(Date.parse(asked.capture_before) - Date.parse(moved.capture_before), 3 * 86_400_000);
  await capture(shop, id, { amount: 10 });
  await shop.call('POST', '/test/clock/advance', { seconds: 5 * 86_400 });
  assert.equal((await payment(shop, id, 'succeeded')).amount, 10);
});

test('a freeze of either side and the limits of the hold refuse a capture, and the money stays held', async () => {
  const { shop, payer, asked, id } = await heldPayment();
  const more = await capture(shop, id, { amount: 1_001 });
  assert.deepEqual([...refusal(more), more.body.error.remaining], [422, 'capture_exceeds_remaining', 1_000]);
  const freeze = (wallet: string, reason: 'fraud' | null) =>
    transaction(service.db, (tx) => freezeWallets(tx, [{ wallet, reason }]));
  for (const wallet of [payer.wallet, asked.wallet]) {
    await freeze(wallet, 'fraud');
    assert.deepEqual(refusal(await capture(shop, id)), [409, 'wallet_frozen']);
    await freeze(wallet, null);
  }
  assert.deepEqual(await balanceOf(payer), [4_000, 1_000]);
  assert.deepEqual(state(await capture(shop, id)).slice(0, 4), ['succeeded', 1_000, 1_000, 1_000]);
});

test('a limit of the customer refuses what could never be captured, and each capture beyond it', async () => {
  const { shop, payer, id } = await heldPayment();
  const other = await askToPay(shop, payer, manual);
  const whole = await askToPay(shop, payer, { ...manual, amount: 1_201 });
  const limit = `INSERT INTO limits (tier, currency, livemode, day) VALUES (0, 'XOF', false, 1200)`;
  await service.db.pool.query(limit);
  try {
    const approve = (payment: string) => payer.call('POST', `/payments/${payment}/approve`);
    assert.deepEqual(refusal(await approve(whole.id)), [422, 'limit_exceeded']);
    assert.equal((await approve(other.id)).status, 200, 'the limit counts what is captured');
    assert.deepEqual(await balanceOf(payer), [3_000, 2_000]);
    assert.equal((await capture(shop, id)).status, 200);
    const beyond = await capture(shop, other.id, { amount: 201 });
    assert.deepEqual([...refusal(beyond), 'remaining' in beyond.body.error], [422, 'limit_exceeded', false]);
    assert.equal((await capture(shop, other.id, { amount: 200, final: true })).body.status, 'succeeded');
    assert.deepEqual(await balanceOf(payer), [3_800, 0]);
  } finally {
    await service.db.pool.query(`DELETE FROM limits WHERE tier = 0 AND currency = 'XOF' AND NOT livemode`);
  }
});

test('the sandbox holds too, and the list and the totals find what is held', async () => {
  const shop = await service.merchant();
  await setFee(service, shop);
  const input = { amount: 1_000, currency: 'XOF', customer: phone('0007'), ...manual };
  const { id } = (await shop.call('POST', '/payments', input)).body;
  await payment(shop, id, 'requires_action');
  await shop.call('POST', `/test/payments/${id}/approve`);
  await payment(shop, id, 'requires_capture');
  for (const query of ['', '&amount=1000', '&currency=XOF', `&customer=${encodeURIComponent(phone('0007'))}`]) {
    const { data } = (await shop.call('GET', `/payments?status=requires_capture${query}`)).body;
    assert.deepEqual(
      data.map((one: any) => one.id),
      [id],
      query,
    );
  }
  const totals = (await shop.call('GET', '/payments/totals?status=requires_capture')).body;
  assert.deepEqual([totals.count, totals.by_status.requires_capture, totals.succeeded], [1, 1, []]);
  assert.deepEqual((await shop.call('GET', '/holds')).body.data, [], 'the merchant has no hold');
  assert.deepEqual(state(await capture(shop, id)), ['succeeded', 1_000, 1_000, 1_000, 25, 975]);
});

test('the payer of a checkout session sees that the money is held, and the last capture completes it', async () => {
  const shop = await service.merchant();
  const created = await shop.call('POST', '/checkout/sessions', {
    ...{ amount: 1_000, currency: 'XOF', success_url: 'https://shop.example/thanks', ...manual },
  });
  assert.deepEqual([created.status, created.body.capture, created.body.rails], [201, 'manual', ['wallet', 'sandbox']]);
  const { id, url } = created.body;
  const page = new URL(url).pathname;
  const shown = async () => (await service.request('GET', page)).text;
  assert.match(await shown(), /holds this amount first/);
  const form = await fetch(`${service.base}${page}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ phone: phone('0007'), method: 'sandbox', attempt: '0' }),
  });
  assert.ok(form.status < 400, await form.text());
  const pay = (await shop.call('GET', `/checkout/sessions/${id}`)).body.payment;
  await payment(shop, pay, 'requires_action');
  await shop.call('POST', `/test/payments/${pay}/approve`);
  await payment(shop, pay, 'requires_capture');
  const held = await shown();
  assert.match(held, /Your money is held/);
  assert.match(held, /shop\.example\/thanks/);
  assert.equal((await shop.call('GET', `/checkout/sessions/${id}`)).body.status, 'open');
  await capture(shop, pay, { amount: 700, final: true });
  const session = (await shop.call('GET', `/checkout/sessions/${id}`)).body;
  assert.deepEqual([session.status, session.payment], ['completed', pay]);
  assert.deepEqual(await kindsOf(shop, id), ['checkout.completed']);
  assert.match(await shown(), /class="amount">[^<]*\b700\b/);
  const refused = await shop.call('POST', '/checkout/sessions', {
    ...{ amount: 1_000, currency: 'XOF', ...manual, rails: ['sandbox', 'mtn-ug'] },
  });
  assert.equal(refused.status, 400);
});

test('other rails, wrong times and other merchants are refused', async () => {
  const { shop, id } = await heldPayment();
  const stranger = await service.merchant();
  for (const act of [capture, release]) assert.deepEqual(refusal(await act(stranger, id)), [404, 'not_found']);
  const fault = async (fields: object) => {
    const input = { amount: 1_000, currency: 'XOF', customer: phone('0007'), ...fields };
    const { body } = await shop.call('POST', '/payments', input);
    return [body.error.code, body.error.param];
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const input = { amount: 1_000, currency: 'UGX', customer: '+256770000001', rail: 'mtn-ug', route: ['mtn-ug'] };
  const caller = await makeCaller(service.db);
  const [refused] = await transaction(service.db, (tx) =>
    makePayments(tx, [command(caller, { ...input, capture: 'manual' as const })]),
  );
  assert.ok(refused instanceof Refusal);
  assert.deepEqual([refused.code, refused.message.includes('only wallet and sandbox')], ['validation_failed', true]);
  assert.deepEqual(await fault({ capture_before: inDays(1) }), ['validation_failed', 'capture_before']);
  assert.deepEqual(await fault({ ...manual, capture_before: inDays(-1) }), ['validation_failed', 'capture_before']);
  assert.deepEqual(await fault({ ...manual, capture_before: inDays(32) }), ['validation_failed', 'capture_before']);
});
