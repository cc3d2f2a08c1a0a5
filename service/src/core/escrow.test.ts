import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreedOn, decideAs, isDisputed, newDecider } from './escrow.ts';

const at = new Date(0);
const none = [newDecider('wal_a', 'a'), newDecider('wal_b', 'b')];

test('an escrow ends when both decisions are the same, and is disputed while they differ', () => {
  const one = decideAs(none, 'a', 'release', at)!;
  const differ = decideAs(one, 'b', 'return', at)!;
  const agree = decideAs(differ, 'b', 'release', at)!;
  const states = [none, one, differ, agree].map((deciders) => [agreedOn(deciders), isDisputed(deciders)]);
  assert.deepEqual(states, [
    [null, false],
    [null, false],
    [null, true],
    ['release', false],
  ]);
  assert.deepEqual(
    agree.map(({ times }) => times),
    [1, 2],
  );
});

test('a repeated decision changes nothing, and a stranger has none', () => {
  const one = decideAs(none, 'a', 'return', at)!;
  assert.equal(decideAs(one, 'a', 'return', new Date(1)), one);
  assert.equal(decideAs(one, 'c', 'return', at), null);
});
