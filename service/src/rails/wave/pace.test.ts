import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wavePaceMs } from './pace.ts';

test('questions become rarer with the age of the record, between the bounds', () => {
  const bounds = { least: 5_000, most: 60_000 };
  const pace = (ageMs: number) => wavePaceMs(new Date(0), ageMs, bounds);
  assert.deepEqual([0, 20_000, 60_000, 240_000, 1_800_000].map(pace), [5_000, 5_000, 15_000, 60_000, 60_000]);
  let asked = 0;
  for (let age = 0; age < 1_800_000; age += pace(age)) asked++;
  assert.ok(asked > 30 && asked < 50, `${asked} questions in half an hour`);
});
