import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGiveWay } from './give-way.ts';

describe('bulk work', () => {
  const restOf = async ({ others = true, turnsMs = 10, tookMs = 40 }) => {
    const rests: number[] = [];
    const giveWay = createGiveWay(
      () => others,
      async () => turnsMs,
      async (ms) => rests.push(ms),
    );
    await giveWay(1, tookMs);
    return rests;
  };

  it('rests three times as long as it worked while requests of other worlds wait', async () => {
    assert.deepEqual(await restOf({}), [120]);
  });

  it('rests 300 ms at most, so that its lease does not end', async () => {
    assert.deepEqual(await restOf({ tookMs: 1_000 }), [300]);
  });

  it('does not rest when no other world sends requests', async () => {
    assert.deepEqual(await restOf({ others: false }), []);
  });

  it('does not rest when the event loop is free', async () => {
    assert.deepEqual(await restOf({ turnsMs: 1 }), []);
  });
});
