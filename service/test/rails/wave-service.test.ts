import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { createPaymentsWorker } from '../../src/payments/worker.ts';
import { createPayoutItemsWorker, createPayoutWorker } from '../../src/payouts/worker.ts';
import { fixedRails, type Rails } from '../../src/rails/rail.ts';
import { createRefundsWorker } from '../../src/refunds/worker.ts';
import { openPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { itemsOf, openPayout } from '../support/payout-flows.ts';
import { startWave, type WaveTest } from './wave-rail.ts';

/** Creates records and has no workers of its own: the workers here reach Wave under the name of the sandbox. */
let front: TestService;
let shop: TestMerchant;
let wave: WaveTest;
let rails: Rails;
before(async () => {
  [front, wave] = await Promise.all([startTestService({ ROLE: 'api' }), startWave()]);
  shop = await front.merchant();
  const addresses = { successUrl: 'https://example.com/success', cancelUrl: 'https://example.com/error' };
  const collect: typeof wave.rail.collect = (collection) => wave.rail.collect({ ...collection, ...addresses });
  rails = fixedRails({ sandbox: { ...wave.rail, name: 'sandbox', collect } });
});
after(async () => {
  await front.stop();
  await wave.stop();
});

const onError = assert.ifError;
const read = async (path: string) => (await shop.call('GET', path)).body;
/** Asks at once instead of at Wave's pace. */
const hurry = (table: string) =>
  front.db.query({ name: `hurry_${table}`, text: `UPDATE ${table} SET due_at = now() WHERE due_at IS NOT NULL` }, []);

async function settled(fields: object): Promise<string> {
  const worker = createPaymentsWorker({ db: front.db, rails, onError, onFinal: () => {} });
  const { id } = await openPayment(shop, fields);
  await until(async () => {
    await worker.round();
    await hurry('payments');
    return ['succeeded', 'failed'].includes((await read(`/payments/${id}`)).status);
  });
  await worker.releaseClaims();
  return id;
}

/** The clearing wallet shows the float at Wave with the opposite sign. The first balance was not posted here. */
async function assertBooksAgree(): Promise<void> {
  const text = `
    SELECT coalesce(sum(b.posted), 0)::bigint AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_type = 'system' AND w.owner_id = 'clearing:sandbox' AND w.currency = 'XOF'`;
  const [row] = await front.db.query<{ sum: bigint }>({ name: 'clearing', text }, []);
  const { entries } = await wave.counterpart.ask('GET', '/ledger');
  const moved = entries
    .filter(({ kind }: { kind: string }) => kind !== 'topup')
    .reduce((sum: bigint, { amount }: { amount: string }) => sum + BigInt(amount), 0n);
  assert.equal(-row!.sum, moved);
  assert.deepEqual(await checkLedger(front.db), []);
}

const bounded = { timeout: 60_000 };

it('a payment is collected by a link and refunded as a whole', bounded, async () => {
  const worker = createPaymentsWorker({ db: front.db, rails, onError, onFinal: () => {} });
  const waiting = await openPayment(shop, { customer: '+221770000007', amount: 700 });
  const shown = await until(async () => {
    await worker.round();
    const payment = await read(`/payments/${waiting.id}`);
    return payment.status === 'requires_action' && payment;
  });
  await worker.releaseClaims();
  assert.equal(shown.next_action.type, 'redirect');
  assert.match(shown.next_action.redirect_url, /\/c\/cos-/);
  await wave.counterpart.ask('POST', '/answer', { reference: waiting.id, outcome: 'succeeds' });

  const id = await settled({ customer: '+221770001234', amount: 900 });
  const paid = await read(`/payments/${id}`);
  assert.deepEqual([paid.status, (await read(`/payments/${waiting.id}`)).status], ['succeeded', 'succeeded']);
  assert.match(paid.rail_reference, /^T_/);

  const refund = (await shop.call('POST', '/refunds', { payment: id })).body;
  const refunder = createRefundsWorker({ db: front.db, rails, onError });
  await until(async () => {
    await refunder.round();
    return (await read(`/refunds/${refund.id}`)).status === 'succeeded';
  });
  assert.deepEqual(await wave.movements(refund.id), [['refund', '-900']]);
  await assertBooksAgree();
});

it('a payment fails with the code of Wave', bounded, async () => {
  const { failure } = await read(`/payments/${await settled({ customer: '+221770000004', amount: 900 })}`);
  assert.deepEqual([failure.code, failure.rail_code], ['customer_not_found', 'request-validation-error']);
});

it("a payout's items go out in a batch, and the clearing wallet equals the books of Wave", bounded, async () => {
  await shop.wallet('XOF', 10_000n);
  const recipients = ['+221770001234', '+221770005678', '+221770000012'];
  const { id } = await openPayout(
    shop,
    recipients.map((recipient) => ({ recipient, amount: 1_000 })),
  );
  const payouts = createPayoutWorker({ db: front.db, onError, onSettled: () => {} });
  while ((await payouts()).done > 0);
  const items = createPayoutItemsWorker({ db: front.db, rails, onError, onSettled: () => {} });
  await until(async () => {
    await items.round();
    await hurry('payout_items');
    return (await read(`/payouts/${id}`)).status === 'completed';
  });
  const outcomes = (await itemsOf(shop, id)).map(({ status, failure }) => [status, failure?.rail_code ?? null]);
  assert.deepEqual(outcomes, [
    ['succeeded', null],
    ['succeeded', null],
    ['failed', 'recipient-account-blocked'],
  ]);
  const { requests } = await wave.counterpart.ask('GET', '/requests');
  const sent = requests
    .filter(({ method, path }: { method: string; path: string }) => method === 'POST' && /payout/.test(path))
    .map(({ path }: { path: string }) => path);
  assert.deepEqual(sent, ['/v1/payout-batch']);
  await assertBooksAgree();
});
