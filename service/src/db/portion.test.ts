import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adaptPortion, SLICE_MS } from './portion.ts';

/** The longest statement and the last size, if a row takes `msPerRow(i)` in the i-th statement. */
function run(msPerRow: (i: number) => number, statements = 50) {
  const portion = adaptPortion();
  const times: number[] = [];
  for (let i = 0; i < statements; i++) {
    const ms = portion.size * msPerRow(i);
    times.push(ms);
    portion.took(portion.size, ms);
  }
  return { times, size: portion.size };
}

it('a portion settles at the size that takes as long as a slice', () => {
  for (const ms of [0.1, 0.5, 2]) {
    const { times } = run(() => ms);
    assert.ok(times.at(-1)! <= SLICE_MS && times.at(-1)! > SLICE_MS / 2, `${ms} ms a row: ${times.at(-1)}`);
  }
});

it('a portion shrinks immediately when rows become slower', () => {
  const { times } = run((i) => (i < 20 ? 0.05 : 1));
  assert.ok(times[21]! <= SLICE_MS, `${times[21]}`);
});

it('a portion stays within its bounds', () => {
  assert.equal(run(() => 0.0001).size, 1_000);
  assert.equal(run(() => 1_000).size, 10);
  const portion = adaptPortion();
  portion.took(0, 1_000);
  assert.equal(portion.size, 100);
});

it('a short last portion does not let the size grow', () => {
  const portion = adaptPortion();
  portion.took(3, 0.1);
  assert.equal(portion.size, 100);
});
