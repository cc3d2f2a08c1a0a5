import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GateFull } from '../db/gate.ts';
import { createItemTurns } from './item-turns.ts';

/** Runs work that never ends by itself, so that the test decides when the next turn comes. */
function openTurns(atOnce = 1, mostOf?: (party: string) => number) {
  const turns = createItemTurns<string>(atOnce, mostOf);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const send = (party: string, items: number) =>
    turns.during(party, items, () => {
      order.push(party);
      return new Promise<void>((end) => ends.push(end));
    });
  const finish = async () => {
    await new Promise(setImmediate);
    ends.shift()!();
  };
  return { send, finish, order };
}

test('a party with large requests gets as many items as one with small requests', async () => {
  const { send, finish, order } = openTurns();
  for (let i = 0; i < 4; i++) send('large', 1_000);
  for (let i = 0; i < 400; i++) send('small', 10);
  for (let i = 0; i < 404; i++) await finish();
  await new Promise(setImmediate);
  const seconds = order.flatMap((party, i) => (party === 'large' ? [order.slice(0, i).length] : []));
  assert.equal(order.length, 404);
  // Between two large requests there are about a hundred small ones.
  for (const [i, at] of seconds.slice(1).entries()) assert.ok(at - seconds[i]! >= 99, `${seconds}`);
});

test('a party that sends one request after the other gets no more than its share', async () => {
  const { send, finish, order } = openTurns();
  let left = 5;
  const sendNext = (): Promise<void> | undefined => (left-- > 0 ? send('serial', 1_000).then(sendNext) : undefined);
  sendNext();
  for (let i = 0; i < 300; i++) send('small', 10);
  for (let i = 0; i < 305; i++) await finish();
  const large = order.flatMap((party, i) => (party === 'serial' ? [i] : []));
  assert.ok(large[2]! - large[1]! >= 99, `${large}`);
});

test('a party that was idle does not get the turns that it did not use', async () => {
  const { send, finish, order } = openTurns();
  for (let i = 0; i < 10; i++) send('busy', 100);
  for (let i = 0; i < 5; i++) await finish();
  for (let i = 0; i < 5; i++) send('late', 100);
  for (let i = 0; i < 10; i++) await finish();
  const rest = order.slice(6);
  assert.ok(rest.slice(0, 6).includes('busy'), `${rest}`);
  assert.ok(rest.slice(0, 3).includes('late'), `${rest}`);
});

test('a party that has a thousand requests waiting is refused', async () => {
  const { send } = openTurns();
  for (let i = 0; i < 1_001; i++) send('many', 1);
  await assert.rejects(() => send('many', 1), GateFull);
  send('other', 1);
});

test('a party has no more under way than its limit at the time, and no other party waits for it', async () => {
  let most = 1;
  const { send, finish, order } = openTurns(3, (party) => (party === 'limited' ? most : 3));
  for (let i = 0; i < 6; i++) send('limited', 1_000);
  await new Promise(setImmediate);
  assert.deepEqual(order, ['limited']);
  send('other', 1_000);
  await new Promise(setImmediate);
  assert.deepEqual(order, ['limited', 'other']);
  await finish();
  await new Promise(setImmediate);
  assert.deepEqual(order, ['limited', 'other', 'limited']);
  // Once the limit is gone, the next end begins all that has room.
  most = 3;
  await finish();
  await new Promise(setImmediate);
  assert.deepEqual(order, ['limited', 'other', 'limited', 'limited', 'limited']);
});
