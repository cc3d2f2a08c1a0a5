import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newId } from '../kernel/new-id.ts';
import { isItemReference, itemReferences, nextReference } from './item-reference.ts';

const slot = { schedule: 'sch_01kd9m6k1e7k8t0k5zv5g3h2aa', day: '2026-11-30' };
const [awa, binta, chidi] = ['+221771234567', '+221771234568', '+221771234569'];

it('a reference is that of its recipient, in every order and beside every other item', () => {
  const [first, second] = itemReferences(slot, [awa, binta]);
  assert.deepEqual(itemReferences(slot, [chidi, binta, awa]).slice(1), [second, first]);
  assert.deepEqual(itemReferences(slot, [awa, binta]), [first, second], 'and the same each time');
});

it('two items of one recipient have different references', () => {
  const [one, two] = itemReferences(slot, [awa, awa]);
  assert.notEqual(one, two);
  assert.deepEqual(itemReferences(slot, [awa, binta, awa]).toSpliced(1, 1), [one, two]);
});

it('another schedule, day or attempt has another reference', () => {
  const [first] = itemReferences(slot, [awa]);
  const others = [
    ...itemReferences({ ...slot, day: '2026-12-31' }, [awa]),
    ...itemReferences({ ...slot, schedule: 'sch_01kd9m6k1e7k8t0k5zv5g3h2ab' }, [awa]),
    nextReference(first!),
    nextReference(nextReference(first!)),
  ];
  assert.equal(new Set([first, ...others]).size, 5);
});

it('a reference stays the same in later versions', () => {
  assert.deepEqual(itemReferences(slot, [awa]), ['pit_7y7jgr6y57ng78bbktwj8qgtjb']);
  assert.equal(nextReference('pit_7y7jgr6y57ng78bbktwj8qgtjb'), 'pit_70hj1g5hgr36snd12ccq9gz2a5');
});

it('a reference has the form of an id, and no id is one', () => {
  for (const reference of itemReferences(slot, [awa, binta, awa])) assert.ok(isItemReference(reference), reference);
  assert.equal(isItemReference(newId('pit')), false);
  assert.equal(isItemReference(`pay_${newId('pit').slice(4)}`), false);
});
