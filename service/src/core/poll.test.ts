import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pollDelayMs } from './poll.ts';

it('a rail is polled again after 2 s, then after twice as long each time, up to an hour', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 11, 12, 13, 1_000].map(pollDelayMs),
    [2_000, 2_000, 4_000, 8_000, 16_000, 2_048_000, 3_600_000, 3_600_000, 3_600_000],
  );
});
