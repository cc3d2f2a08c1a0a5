import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openHand } from './local-queue.ts';
import type { PaymentRow } from './store.ts';

const payments = (...ids: string[]) => ids.map((id) => ({ id }) as PaymentRow);
const idsOf = (rows: readonly PaymentRow[]) => rows.map((row) => row.id).join(' ');

it('a hand gives each payment once, when its time has come, earliest first', () => {
  let now = 0;
  const hand = openHand(() => now);
  const empty = hand.room();
  hand.take(payments('c', 'd'), 2_000);
  hand.take(payments('a', 'b'), 0);
  assert.equal(hand.room(), empty - 4);
  assert.equal(idsOf(hand.due(1)), 'a');
  assert.equal(idsOf(hand.due(9)), 'b');
  assert.equal(hand.nextMs(), 2_000);
  now = 1_999;
  assert.equal(idsOf(hand.due(9)), '');
  hand.take(payments('e'), 0);
  now = 2_000;
  assert.equal(hand.nextMs(), 0);
  assert.equal(idsOf(hand.due(2)), 'e c');
  assert.equal(idsOf(hand.empty()), 'd');
  assert.deepEqual([hand.room(), hand.nextMs()], [empty, null]);
});

it('a hand leaves to a claim what is overdue for half of its lease, as after a pause of the process', () => {
  let now = 0;
  const hand = openHand(() => now);
  const empty = hand.room();
  hand.take(payments('a'), 0);
  hand.take(payments('b', 'c'), 2_000);
  // The control: the lease is good for a while.
  now = 30_000;
  assert.equal(idsOf(hand.due(1)), 'a');
  now = 32_001;
  hand.take(payments('d'), 0);
  assert.equal(idsOf(hand.due(9)), 'd');
  assert.deepEqual([hand.room(), hand.nextMs()], [empty, null]);
});

it('a hand that two have filled at once has room for none, not for less than none', () => {
  const hand = openHand(() => 0);
  const room = hand.room();
  hand.take(payments(...Array.from({ length: room }, String)), 0);
  hand.take(payments('one too many'), 0);
  assert.equal(hand.room(), 0);
  hand.due(2);
  assert.equal(hand.room(), 1);
});
