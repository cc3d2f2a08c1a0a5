import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PawapayState } from './answers.ts';
import { outgoingAnswer } from './outgoing.ts';

const sentAt = new Date(1_790_000_000_000);
const wanted = { amount: 1_500n, currency: 'ZMW', sentAt };
const completed = { kind: 'completed', railReference: 'ABC', amount: 1_500n, currency: 'ZMW', phone: null } as const;
const answer = (state: PawapayState, ageMs = 0) =>
  outgoingAnswer({ state, handle: 'uuid' }, wanted, sentAt.getTime() + ageMs);

describe('the answer about money sent out', () => {
  it('is a success only with our amount and currency', () => {
    assert.deepEqual(answer(completed), { state: 'succeeded', railReference: 'ABC', handle: 'uuid' });
    assert.equal(answer({ ...completed, amount: 1_501n }).state, 'pending');
    assert.equal(answer({ ...completed, amount: null }).state, 'pending');
    assert.equal(answer({ ...completed, currency: 'USD' }).state, 'pending');
  });

  it('is asked for often at first, then at the pace of the service', () => {
    const open = { kind: 'open', isReconciled: false, provider: null, authorizationUrl: null } as const;
    assert.deepEqual(answer(open, 1_000), { state: 'pending', handle: 'uuid', askAgainInMs: 2_000 });
    assert.deepEqual(answer(open, 60_000), { state: 'pending', handle: 'uuid', askAgainInMs: 20_000 });
    assert.deepEqual(answer(open, 600_000), { state: 'pending', handle: 'uuid', askAgainInMs: 30_000 });
    assert.deepEqual(answer(open, 700_000), { state: 'pending', handle: 'uuid' });
    assert.deepEqual(answer({ ...open, isReconciled: true }, 1_000), { state: 'pending', handle: 'uuid' });
  });

  it('stays open while nothing is known', () => {
    assert.deepEqual(answer({ kind: 'unknown' }), { state: 'pending', handle: 'uuid' });
    assert.deepEqual(answer({ kind: 'not_found' }), { state: 'not_found' });
  });
});
