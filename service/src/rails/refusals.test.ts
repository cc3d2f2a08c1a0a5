import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countRefusals } from './refusals.ts';

it('the third refusal within a minute counts as refused credentials', () => {
  const { note } = countRefusals();
  assert.deepEqual([note(0, 1), note(2, 3), note(58_000, 59_000)], [false, false, true]);
});

it('refusals of calls that ran at the same time count once, because they had the same token', () => {
  const { note } = countRefusals();
  assert.deepEqual(
    [note(0, 10), note(1, 11), note(2, 12), note(9, 13), note(11, 14)],
    [false, false, false, false, false],
  );
  assert.equal(note(15, 20), true);
});

it('refusals that are further apart do not add up', () => {
  const { note } = countRefusals();
  assert.deepEqual([note(0, 1), note(40_000, 40_001), note(61_000, 61_001)], [false, false, false]);
  assert.equal(note(70_000, 70_001), true);
});

it('the count begins again after it was reached', () => {
  const { note } = countRefusals();
  for (const at of [0, 10]) note(at, at + 1);
  assert.equal(note(20, 21), true);
  assert.equal(note(30, 31), false);
});
