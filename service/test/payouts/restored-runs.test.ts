import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nextReference } from '../../src/core/item-reference.ts';
import { refusal } from '../support/flows.ts';
import { openRestoredRuns } from '../support/restored-runs.ts';

const bounded = { timeout: 120_000 };
const mtn = {
  ...{ provider: 'mtn-momo', country: 'UG', currency: 'UGX', exponent: 0 },
  phone: (end: string) => `+25677212${end}`,
};
const wave = {
  ...{ provider: 'wave', country: 'SN', currency: 'XOF', exponent: 0 },
  phone: (end: string) => `+22177123${end}`,
};
const failing = '0011';

it('a run that was paid before a restore is sent under the same references, and paid once', bounded, async (t) => {
  const runs = await openRestoredRuns(mtn, ['1234', '5678', failing]);
  t.after(() => runs.stop());
  const first = await runs.open('first');
  const before = await first.items(await first.run());
  assert.deepEqual(
    before.map(({ status }) => status),
    ['succeeded', 'succeeded', 'failed'],
  );
  await first.assertBooksAgree();
  const moved = await runs.moved();

  const restored = await runs.open('restored');
  const payout = await restored.run();
  assert.deepEqual(await restored.items(payout), before, 'the provider tells the outcome of its first answer');
  for (const { reference, status } of before)
    assert.equal(await runs.paid(reference), status === 'succeeded' ? 1 : 0, reference);
  assert.equal(await runs.moved(), moved);
  await restored.assertBooksAgree();

  // The next attempt of the failed item is sent under the next reference, in each copy the same.
  const retry = await restored.shop.call('POST', `/payouts/${payout}/retry`);
  assert.equal(retry.status, 202, retry.text);
  assert.deepEqual(refusal(await restored.shop.call('POST', `/payouts/${retry.body.id}/retry`)), [
    409,
    'payout_not_retryable',
  ]);
  const [again] = await restored.items(retry.body.id);
  assert.equal(again!.reference, nextReference(before[2]!.reference));
  await restored.complete(retry.body.id);
  await restored.assertBooksAgree();

  // The control: under ids of their own, the items are paid a second time.
  const doubled = await runs.open('restored', false);
  await doubled.run();
  assert.equal(await runs.moved(), moved * 2n);
});

it('a provider that knows no item of a batch again gets the items of a run one by one', bounded, async (t) => {
  const runs = await openRestoredRuns(wave, ['1234', '5678']);
  t.after(() => runs.stop());
  const first = await runs.open('first');
  const before = await first.items(await first.run());
  const moved = await runs.moved();
  const restored = await runs.open('restored');
  assert.deepEqual(await restored.items(await restored.run()), before);
  assert.equal(await runs.moved(), moved);
  for (const { reference } of before) assert.equal(await runs.paid(reference), 1);
  await restored.assertBooksAgree();
  const doubled = await runs.open('restored', false);
  await doubled.run();
  assert.equal(await runs.moved(), moved * 2n, 'the control');
});
