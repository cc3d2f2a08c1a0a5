import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guardRail } from './guard-rail.ts';
import { createPace } from './pace.ts';
import { readInitiation } from './pawapay/answers.ts';
import type { Rail, Repayment } from './rail.ts';

/** The room of a rail after the provider has answered a refund. */
async function roomAfter(answer: Awaited<ReturnType<NonNullable<Rail['refund']>>>): Promise<number> {
  const pace = createPace(() => {});
  const rail = { name: 'rail', refund: async () => answer } as unknown as Rail;
  await guardRail(rail, { pace, hide: (text) => text, onFault: () => {} }).refund!({} as Repayment);
  const room = pace.room(0);
  pace.stop();
  return room;
}

it('a provider that asks for fewer requests gets none for that time', async () => {
  assert.equal(await roomAfter({ state: 'not_taken', retryAfterMs: 5_000, why: '429' }), 0);
});

it('a refund that waits for another refund of its payment does not hold back the rail', async () => {
  const json = { status: 'REJECTED', failureReason: { failureCode: 'REFUND_IN_PROGRESS' } };
  const busy = readInitiation({ kind: 'answered', status: 200, json }, 'refund');
  assert(busy.kind === 'not_taken');
  assert.equal(await roomAfter(busy.answer), Number.POSITIVE_INFINITY);
});
