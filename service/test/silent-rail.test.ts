import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createPaymentsWorker } from '../src/payments/worker.ts';
import { watchRails } from '../src/rails/calls.ts';
import { sandboxRail } from '../src/rails/sandbox.ts';
import { workOnRefunds } from '../src/refunds/worker.ts';
import { openPayment, paidPayment, phone } from './flows.ts';
import { startTestService, type TestService } from './harness.ts';

/** Takes payments and has no workers of its own. */
let front: TestService;
before(async () => {
  front = await startTestService({ ROLE: 'api' });
});
after(() => front.stop());

const bounded = { timeout: 20_000 };

it('a rail that says nothing of one customer holds up nobody else, and has not said no', bounded, async () => {
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
    {
      sandbox: {
        ...sandbox,
        collect: (collection) => (collection.customer === phone('4444') ? silence() : sandbox.collect(collection)),
        refund: (repayment) => (repayment.payment === paid.id ? silence() : sandbox.refund(repayment)),
      },
    },
    assert.ifError,
    50,
  );

  const worker = createPaymentsWorker({ db: front.db, rails, onError, onFinal: () => {} });
  const [silent, heard] = [
    await openPayment(shop, { customer: phone('4444') }),
    await openPayment(shop, { customer: phone('1234') }),
  ];
  while ((await worker.round()).done > 0);
  const statusOf = async (path: string) => (await shop.call('GET', path)).body.status;
  assert.equal(await statusOf(`/payments/${heard.id}`), 'requires_action');
  assert.equal(await statusOf(`/payments/${silent.id}`), 'processing');
  await worker.letGo();

  const refunds = [paid, other].map(async ({ id }) => (await shop.call('POST', '/refunds', { payment: id })).body.id);
  const [waiting, done] = await Promise.all(refunds);
  while ((await workOnRefunds(front.db, rails, onError)).done > 0);
  assert.equal(await statusOf(`/refunds/${done}`), 'succeeded');
  assert.equal(await statusOf(`/refunds/${waiting}`), 'pending');
  assert.deepEqual(errors, ['sandbox.collect gave no answer in 50 ms', 'sandbox.refund gave no answer in 50 ms']);
  await stop();
});
