import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settlePayments } from '../../src/payments/settle.ts';
import { claimPayments, type PaymentJob } from '../../src/payments/store.ts';
import { type ClaimedItem, claimItems } from '../../src/payouts/item-store.ts';
import { settleAnswers } from '../../src/payouts/settle-answers.ts';
import { createPayoutWorker } from '../../src/payouts/worker.ts';
import { settleRefunds } from '../../src/refunds/settle.ts';
import { claimRefunds, type RefundJob } from '../../src/refunds/store.ts';
import { openPayment, paidPayment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { openPayout } from '../support/payout-flows.ts';

/** It has no workers of its own, except while `paid` makes a payment. */
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
});
after(() => service.stop());

type Table = 'payments' | 'refunds' | 'payout_items';
const run = <Row = unknown>(text: string, ...values: unknown[]) =>
  service.db.query<Row>({ name: `${text.slice(0, 50)} ${text.length}`, text }, values);
const stateOf = async (table: Table, id: string) =>
  (await run<any>(`SELECT status, rail, sent_at, not_found, rail_handle FROM ${table} WHERE id = $1`, id))[0]!;
const expireLease = (table: Table) => run(`UPDATE ${table} SET due_at = now() WHERE due_at IS NOT NULL`);
const toRail = (table: Table, id: string, rail: string) =>
  run(`UPDATE ${table} SET rail = $2, version = version + 1, due_at = now() WHERE id = $1`, id, rail);

/** Two claims of one record: the first process paused for longer than its lease. */
async function claimTwice<Job>(table: Table, statement: typeof claimPayments, id: string): Promise<[Job, Job]> {
  await toRail(table, id, 'a');
  const claim = async () => (await service.db.query<Job>(statement, [['a'], [10]]))[0]!;
  const first = await claim();
  await expireLease(table);
  return [first, await claim()];
}

const failure = { code: 'rail_error', message: 'no', rail_code: null } as const;
const notTaken = { state: 'not_taken' } as const;

describe('the answer of a process that paused for longer than its lease', () => {
  it('"not taken" does not clear the mark of a payment that was asked again', async () => {
    const { id } = await openPayment(shop, { customer: phone('1234') });
    const [old, present] = await claimTwice<PaymentJob>('payments', claimPayments, id);
    await settlePayments(service.db, [{ job: present, answer: { state: 'processing', handle: 'h' } }], assert.ifError);
    await settlePayments(service.db, [{ job: old, answer: notTaken }], assert.ifError);
    const { status, sent_at, rail_handle } = await stateOf('payments', id);
    assert.deepEqual([status, sent_at === null, rail_handle], ['processing', false, 'h']);
  });

  it('says nothing about a payment that has gone to another rail', async () => {
    const { id } = await openPayment(shop, { customer: phone('1234') });
    const [old] = await claimTwice<PaymentJob>('payments', claimPayments, id);
    await toRail('payments', id, 'b');
    await settlePayments(service.db, [{ job: old, answer: { state: 'failed', failure } }], assert.ifError);
    assert.equal((await stateOf('payments', id)).status, 'pending');
  });

  it('"not taken" does not clear the mark of a refund that was asked again', async () => {
    const worker = await startTestService({}, { url: service.url });
    const paid = await paidPayment(shop);
    await worker.stop();
    const { id } = (await shop.call('POST', '/refunds', { payment: paid.id })).body;
    const [old] = await claimTwice<RefundJob>('refunds', claimRefunds, id);
    await settleRefunds(service.db, [{ job: old, answer: notTaken }], assert.ifError);
    assert.notEqual((await stateOf('refunds', id)).sent_at, null);
  });

  const openItem = async () => {
    await shop.wallet('XOF', 10_000n);
    await openPayout(shop, [{ recipient: phone('1234'), amount: 1_000 }]);
    const payouts = createPayoutWorker({ db: service.db, onError: assert.ifError, onSettled: () => {} });
    while ((await payouts()).done > 0);
    const [item] = await run<{ id: string }>(`SELECT id FROM payout_items WHERE status = 'processing' AND asked = 0`);
    return item!;
  };

  it('"not taken" does not clear the mark of an item that was asked again', async () => {
    const { id } = await openItem();
    const [old] = await claimTwice<ClaimedItem>('payout_items', claimItems, id);
    await settleAnswers(service.db, [{ job: old, answer: notTaken }], assert.ifError);
    assert.notEqual((await stateOf('payout_items', id)).sent_at, null);
  });

  it('does not fail an item that has gone to another rail, which may be paying it', async () => {
    const { id } = await openItem();
    const [old] = await claimTwice<ClaimedItem>('payout_items', claimItems, id);
    await toRail('payout_items', id, 'b');
    await settleAnswers(service.db, [{ job: old, answer: { state: 'failed', failure } }], assert.ifError);
    assert.equal((await stateOf('payout_items', id)).status, 'processing');
  });
});
