import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Attempted, portionsOf } from './record.ts';

const withAnswer = (characters: number | null) =>
  ({ outcome: { responseBody: characters === null ? null : 'x'.repeat(characters) } }) as Attempted;
const lengthsOf = (answers: (number | null)[]) => portionsOf(answers.map(withAnswer)).map((portion) => portion.length);

it('attempts are recorded together until their answers have a million characters', () => {
  assert.deepEqual(lengthsOf([]), []);
  assert.deepEqual(lengthsOf(Array(500).fill(null)), [500]);
  assert.deepEqual(lengthsOf(Array(500).fill(200)), [500]);
  // 16 of 64 KiB are just as many.
  assert.deepEqual(lengthsOf(Array(40).fill(65_536)), [16, 16, 8]);
  assert.deepEqual(lengthsOf([2_000_000, 1, 1_048_575, 1]), [1, 2, 1]);
});
