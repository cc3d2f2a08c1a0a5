import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRailLimit } from './limit-rate.ts';

it('each rail has its own number of callbacks in a second', () => {
  let now = 0;
  const mayTake = createRailLimit(2, () => now);
  assert.deepEqual([mayTake('a'), mayTake('a'), mayTake('a'), mayTake('b')], [true, true, false, true]);
  now = 1_000;
  assert.equal(mayTake('a'), true);
});
