import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openLocalQueue } from './local-queue.ts';
import type { PaymentJob, PaymentRow } from './store.ts';

const payments = (...ids: string[]) => ids.map((id) => ({ id }) as PaymentRow);
const idsOf = (rows: readonly PaymentRow[]) => rows.map((row) => row.id).join(' ');

it('a local queue returns each payment once, when it is due, earliest first', () => {
  let now = 0;
  const queue = openLocalQueue(() => now);
  const empty = queue.room();
  queue.take(payments('c', 'd'), 2_000);
  queue.take(payments('a', 'b'), 0);
  assert.equal(queue.room(), empty - 4);
  assert.equal(idsOf(queue.due(1)), 'a');
  assert.equal(idsOf(queue.due(9)), 'b');
  assert.equal(queue.nextMs(), 2_000);
  now = 1_999;
  assert.equal(idsOf(queue.due(9)), '');
  queue.take(payments('e'), 0);
  now = 2_000;
  assert.equal(queue.nextMs(), 0);
  assert.equal(idsOf(queue.due(2)), 'e c');
  assert.equal(idsOf(queue.empty()), 'd');
  assert.deepEqual([queue.room(), queue.nextMs()], [empty, null]);
});

it('a local queue leaves out what a claim has, except for payments that are still to be sent', () => {
  let now = 0;
  const queue = openLocalQueue(() => now);
  const empty = queue.room();
  queue.take(payments('a', 'b', 'c'), 2_000);
  queue.take([{ id: 'd', sending: true } as PaymentJob], 2_000);
  queue.leaveOut(payments('a', 'b', 'd', 'unknown'));
  // The claim's answer may bring a payment back.
  queue.take(payments('b'), 3_000);
  now = 2_000;
  assert.equal(idsOf(queue.due(9)), 'c d');
  now = 3_000;
  assert.equal(idsOf(queue.due(9)), 'b');
  assert.deepEqual([queue.room(), queue.nextMs()], [empty, null]);
});

it('a local queue leaves a payment that is overdue by half of its lease to a claim', () => {
  let now = 0;
  const queue = openLocalQueue(() => now);
  const empty = queue.room();
  queue.take(payments('a'), 0);
  queue.take(payments('b', 'c'), 2_000);
  // The control: the lease is still long enough.
  now = 30_000;
  assert.equal(idsOf(queue.due(1)), 'a');
  now = 32_001;
  queue.take(payments('d'), 0);
  assert.equal(idsOf(queue.due(9)), 'd');
  assert.deepEqual([queue.room(), queue.nextMs()], [empty, null]);
});

it('a local queue that two transactions have filled at once has no room, and never negative room', () => {
  const queue = openLocalQueue(() => 0);
  const room = queue.room();
  queue.take(payments(...Array.from({ length: room }, (_, n) => String(n))), 0);
  queue.take(payments('one too many'), 0);
  assert.equal(queue.room(), 0);
  queue.due(2);
  assert.equal(queue.room(), 1);
});
