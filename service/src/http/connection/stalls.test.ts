import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../test/support/harness.ts';
import { watchStalls } from './stalls.ts';

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a stall is known immediately, also before the next poll, and forgotten after a moment', async () => {
  const stalls = watchStalls({ everyMs: 200, longMs: 300 });
  try {
    standStill(600);
    assert.ok(stalls.recently());
    await until(async () => !stalls.recently());
    standStill(600);
    await sleep(0);
    assert.ok(stalls.recently());
  } finally {
    stalls.stop();
  }
});

it('a process that was busy for a moment was not stalled', async () => {
  const stalls = watchStalls({ everyMs: 20, longMs: 60_000 });
  try {
    standStill(100);
    await sleep(50);
    assert.equal(stalls.recently(), false);
  } finally {
    stalls.stop();
  }
});
