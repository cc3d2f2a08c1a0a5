import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NotTaken } from '../core/payment.ts';
import { guardRail } from './guard-rail.ts';
import { createPace } from './pace.ts';
import type { Collection, Rail } from './rail.ts';

/** The room for further calls after a call with this answer. */
async function roomAfter(answer: NotTaken): Promise<number> {
  const pace = createPace(() => {});
  const rail = { name: 'r', collect: async () => answer } as unknown as Rail;
  const guarded = guardRail(rail, { pace, hide: (text) => text, onFault: () => {} });
  await guarded.collect!({} as Collection);
  const room = pace.room(0);
  pace.stop();
  return room;
}

test('a wait of the rail holds all its calls', async () => {
  assert.equal(await roomAfter({ state: 'not_taken', retryAfterMs: 5_000 }), 0);
});

test('a wait of one record does not hold the others', async () => {
  assert.equal(await roomAfter({ state: 'not_taken', askAgainInMs: 5_000 }), Number.POSITIVE_INFINITY);
});
