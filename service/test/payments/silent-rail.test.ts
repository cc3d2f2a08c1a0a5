import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { failed, type RailAnswer } from '../../src/core/payment.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { claimPayments, nextDuePayment, type PaymentRow } from '../../src/payments/store.ts';
import { createPaymentsWorker } from '../../src/payments/worker.ts';
import { type ClaimedItem, claimItems } from '../../src/payouts/item-store.ts';
import { settleAnswers } from '../../src/payouts/settle-answers.ts';
import { createPayoutItemsWorker, createPayoutWorker } from '../../src/payouts/worker.ts';
import { watchRails } from '../../src/rails/calls.ts';
import { type Disbursement, fixedRails, type Rail } from '../../src/rails/rail.ts';
import { sandboxRail } from '../../src/rails/sandbox.ts';
import { settleRefunds } from '../../src/refunds/settle.ts';
import { claimRefunds, type RefundRow } from '../../src/refunds/store.ts';
import { createRefundsWorker } from '../../src/refunds/worker.ts';
import { openPayment, paidPayment, phone } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { openPayout } from '../support/payout-flows.ts';

/** Creates payments and has no workers of its own. */
let front: TestService;
before(async () => {
  front = await startTestService({ ROLE: 'api' });
});
after(() => front.stop());

const bounded = { timeout: 120_000 };

it('a rail that does not answer for one customer delays no other, and has not declined', bounded, async () => {
  const shop = await front.merchant();
  const back = await startTestService({}, { url: front.url });
  const [paid, other] = [await paidPayment(shop), await paidPayment(shop)];
  await back.stop();
  const errors: string[] = [];
  const onError = (error: unknown) => errors.push((error as Error).message);
  const silence = () => new Promise<never>(() => {});
  const sandbox = sandboxRail(front.db);
  const { rails, stop } = watchRails(
    front.db,
    fixedRails({
      sandbox: {
        ...sandbox,
        collect: (collection) => (collection.customer === phone('4444') ? silence() : sandbox.collect(collection)),
        refund: (repayment) => (repayment.payment.id === paid.id ? silence() : sandbox.refund(repayment)),
      },
    }),
    assert.ifError,
    { patienceMs: 1_000 },
  );

  const worker = createPaymentsWorker({ db: front.db, rails, onError, onFinal: () => {} });
  const [silent, answered] = [
    await openPayment(shop, { customer: phone('4444') }),
    await openPayment(shop, { customer: phone('1234') }),
  ];
  const statusOf = async (path: string) => (await shop.call('GET', path)).body.status;
  await until(async () => {
    await worker.round();
    return errors.length === 1 && (await statusOf(`/payments/${silent.id}`)) === 'processing';
  });
  assert.equal(await statusOf(`/payments/${answered.id}`), 'requires_action');
  await worker.releaseClaims();

  const refunds = [paid, other].map(async ({ id }) => (await shop.call('POST', '/refunds', { payment: id })).body.id);
  const [waiting, done] = await Promise.all(refunds);
  const refunder = createRefundsWorker({ db: front.db, rails, onError });
  await until(async () => {
    await refunder.round();
    return errors.length === 2 && (await statusOf(`/refunds/${done}`)) === 'succeeded';
  });
  assert.equal(await statusOf(`/refunds/${waiting}`), 'pending');
  assert.deepEqual(errors, ['sandbox.collect did not answer in 1000 ms', 'sandbox.refund did not answer in 1000 ms']);
  await stop();
});

it('a provider that does not answer delays no other, and its late answer settles once', bounded, async () => {
  const shop = await front.merchant();
  const open = () => openPayment(shop, { customer: phone('1234') });
  const [silent, answered] = [await open(), await open()];
  const elsewhere = `UPDATE payments SET rail = 'elsewhere', due_at = now() - interval '1 h' WHERE id = $1`;
  await front.db.query({ name: 'elsewhere', text: elsewhere }, [silent.id]);
  let answer: (answer: RailAnswer) => void = () => assert.fail('no request reached the provider');
  const sandbox = sandboxRail(front.db);
  const hangs: Rail = {
    ...sandbox,
    name: 'elsewhere',
    collect: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  };
  const worker = createPaymentsWorker({
    db: front.db,
    rails: fixedRails({ elsewhere: hangs, sandbox }),
    onError: assert.ifError,
    onFinal: () => {},
  });
  while ((await worker.round()).done > 0);
  const statusOf = async ({ id }: { id: string }) => (await shop.call('GET', `/payments/${id}`)).body.status;
  assert.deepEqual([await statusOf(silent), await statusOf(answered)], ['pending', 'requires_action']);

  answer({ state: 'succeeded', railReference: 'late' });
  await worker.releaseClaims();
  assert.deepEqual([await statusOf(silent), await statusOf(answered)], ['succeeded', 'requires_action']);
  const text = 'SELECT count(*)::int AS count FROM postings WHERE source = $1';
  assert.deepEqual(await front.db.query({ name: 'postings_of', text }, [silent.id]), [{ count: 1 }]);
});

it("a payout's item that is claimed again while its provider is silent is paid once", bounded, async () => {
  const shop = await front.merchant();
  await shop.wallet('XOF', 10_000n);
  const [twice, once] = [phone('1234'), phone('4444')];
  const { id } = await openPayout(
    shop,
    [twice, once].map((recipient) => ({ recipient, amount: 1_000 })),
  );
  const onError = assert.ifError;
  const payouts = createPayoutWorker({ db: front.db, onError, onSettled: () => {} });
  while ((await payouts()).done > 0);

  const waiting: (() => void)[] = [];
  const sandbox = sandboxRail(front.db);
  const answer = async (disbursement: Disbursement) => {
    if (disbursement.recipient === once) return { state: 'pending' } as const;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return sandbox.payOut(disbursement);
  };
  const rails = fixedRails({ sandbox: { ...sandbox, payOut: answer, checkPayOut: answer } });
  const items = createPayoutItemsWorker({ db: front.db, rails, onError, onSettled: () => {} });
  await items.round();
  const text = `UPDATE payout_items SET due_at = now() WHERE recipient = $1`;
  await front.db.query({ name: 'expire_item', text }, [twice]);
  await items.round();
  for (const answer of waiting) answer();
  await items.finish();
  const { status, totals } = (await shop.call('GET', `/payouts/${id}`)).body;
  assert.deepEqual([status, totals.succeeded_amount], ['processing', 1_000]);
  assert.deepEqual(await checkLedger(front.db), []);
});

it('an answer that appears twice in one batch is settled once', bounded, async () => {
  const shop = await front.merchant();
  await shop.wallet('XOF', 10_000n);
  const back = await startTestService({}, { url: front.url });
  const paid = await paidPayment(shop);
  await back.stop();
  const refund = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 100 })).body;
  const { id } = await openPayout(
    shop,
    [phone('1234'), phone('4444')].map((recipient) => ({ recipient, amount: 1_000 })),
  );
  const payouts = createPayoutWorker({ db: front.db, onError: assert.ifError, onSettled: () => {} });
  while ((await payouts()).done > 0);
  const answer = { state: 'succeeded', railReference: 'said' } as const;

  const refunds = await front.db.query<RefundRow>(claimRefunds, [['sandbox'], [500]]);
  const repaid = { job: refunds.find((one) => one.id === refund.id)!, answer };
  await settleRefunds(front.db, [repaid, repaid], assert.ifError);
  const left = (await shop.call('GET', `/payments/${paid.id}`)).body;
  assert.equal(left.amount_refunded, 100);

  const items = await front.db.query<ClaimedItem>(claimItems, [['sandbox'], [500]]);
  const sent = { job: items.find((one) => one.payout_id === id)!, answer };
  await settleAnswers(front.db, [sent, sent], assert.ifError);
  const { status, totals } = (await shop.call('GET', `/payouts/${id}`)).body;
  assert.deepEqual([status, totals.succeeded_amount], ['processing', 1_000]);
  assert.deepEqual(await checkLedger(front.db), []);
});

it('a claim for one provider does not read the payments that wait for another', async () => {
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  const text = `UPDATE payments SET rail = 'gone', due_at = now() - interval '1 h' WHERE id = $1`;
  await front.db.query({ name: 'gone', text }, [id]);
  const claim = (...rails: string[]) =>
    front.db
      .query<{ id: string }>(claimPayments, [rails, rails.map(() => 1)])
      .then((rows) => rows.map((row) => row.id));
  assert.ok(!(await claim('sandbox')).includes(id));
  const [next] = await front.db.query<{ ms: number }>(nextDuePayment, [['gone']]);
  assert.ok(next!.ms < -3_000_000, `${next!.ms} ms`);
  assert.deepEqual(await claim('gone', 'sandbox').then((ids) => ids.filter((one) => one === id)), [id]);
});

it('an answer that contradicts a final outcome changes nothing, and is reported', async () => {
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  const claimed = await front.db.query<PaymentRow>(claimPayments, [['sandbox'], [500]]);
  const payment = claimed.find((one) => one.id === id)!;
  const errors: string[] = [];
  const settle = (answer: RailAnswer) =>
    settlePayments(front.db, [{ job: payment, answer }], (error) => errors.push((error as Error).message));
  await settle({ state: 'succeeded', railReference: 'first' });
  await settle({ state: 'succeeded', railReference: 'again' });
  assert.equal(errors.length, 0);
  await settle(failed('rail_error', 'no'));
  assert.deepEqual(errors, [
    `sandbox reports that ${id} has failed, but its status here is succeeded. Compare it with the provider’s records`,
  ]);
  assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'succeeded');

  const back = await startTestService({}, { url: front.url });
  const refund = (await shop.call('POST', '/refunds', { payment: id })).body;
  await until(async () => (await shop.call('GET', `/refunds/${refund.id}`)).body.status === 'succeeded');
  await back.stop();
  const text = 'SELECT r.*, w.livemode FROM refunds r JOIN worlds w ON w.id = r.world WHERE r.id = $1';
  const [row] = await front.db.query<RefundRow>({ name: 'refund', text }, [refund.id]);
  const no = { state: 'failed', failure: { code: 'rail_error', message: 'no', rail_code: null } } as const;
  await settleRefunds(front.db, [{ job: row!, answer: no }], (error) => errors.push((error as Error).message));
  assert.match(errors[1]!, /^sandbox reports that rfd_\w+ has failed, but its status here is succeeded/);
});
