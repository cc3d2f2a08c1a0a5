import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  advance,
  approvalExpired,
  canceled,
  declined,
  isFinal,
  type PaymentState,
  type RailAnswer,
} from './payment.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const nextAction = {
  type: 'prompt',
  expires_at: '2026-01-01T00:00:00.000Z',
  instructions: 'approve',
  redirect_url: null,
} as const;
const failure = { code: 'customer_declined', message: 'declined', rail_code: null } as const;
const answer: fc.Arbitrary<RailAnswer> = fc.constantFrom<RailAnswer[]>(
  { state: 'requires_action', nextAction },
  { state: 'processing' },
  { state: 'unknown' },
  { state: 'not_taken' },
  { state: 'not_found' },
  { state: 'succeeded', railReference: 'r' },
  { state: 'failed', failure },
  canceled,
);
const pending: PaymentState = { status: 'pending', next_action: null, failure: null, rail_reference: null };
const order = ['pending', 'requires_action', 'processing', 'succeeded', 'failed'];

describe(`a payment's life (SEED=${seed})`, () => {
  it('ends once, and keeps the fields of its state', () => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 12 }), (answers) => {
        let payment = pending;
        let finals = 0;
        for (const one of answers) {
          const next = advance(payment, one);
          if (isFinal(payment.status)) assert.equal(next, null, 'a final state stays');
          if (next === null) continue;
          const isLatePrompt = payment.status === 'processing' && next.status === 'requires_action';
          assert.ok(isLatePrompt || order.indexOf(next.status) > order.indexOf(payment.status), 'it goes forward');
          assert.equal(next.status, one.state === 'unknown' ? 'processing' : one.state);
          assert.equal(next.next_action !== null, next.status === 'requires_action');
          assert.equal(next.failure !== null, next.status === 'failed');
          assert.equal(next.rail_reference !== null, next.status === 'succeeded');
          if (isFinal(next.status)) finals++;
          payment = next;
        }
        assert.ok(finals <= 1);
        assert.equal(
          finals === 1,
          answers.some(({ state }) => state === 'succeeded' || state === 'failed'),
          'the first final answer counts',
        );
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('a prompt that was shown stays while its rail is silent; an unanswered request is processing', () => {
    const prompted = advance(pending, { state: 'requires_action', nextAction })!;
    assert.equal(advance(prompted, { state: 'unknown' }), null);
    assert.equal(advance(pending, { state: 'unknown' })?.status, 'processing');
  });

  it('a request that was not taken, or is not known, changes nothing', () => {
    for (const state of ['not_taken', 'not_found'] as const) assert.equal(advance(pending, { state }), null);
  });

  it('a redirect is found after the outcome was unknown, and may be replaced', () => {
    const silent = advance(pending, { state: 'processing' })!;
    const to = (url: string): RailAnswer => ({
      state: 'requires_action',
      nextAction: { ...nextAction, type: 'redirect', redirect_url: url },
    });
    const first = advance(silent, to('https://a.example'))!;
    assert.equal(first.next_action?.redirect_url, 'https://a.example');
    assert.equal(advance(first, to('https://a.example')), null);
    assert.equal(advance(first, to('https://b.example'))?.next_action?.redirect_url, 'https://b.example');
  });

  it('records who ended it and how, if a person did', () => {
    const failures = [canceled, declined, approvalExpired].map((one) => one.state === 'failed' && one.failure);
    assert.deepEqual(failures, [
      {
        code: 'canceled',
        message: 'The payment was canceled before the customer approved it.',
        rail_code: null,
      },
      { code: 'customer_declined', message: 'The customer declined.', rail_code: null },
      { code: 'approval_expired', message: 'The customer did not approve in time.', rail_code: null },
    ]);
  });

  it('does not change its input', () => {
    const before = structuredClone(pending);
    advance(pending, { state: 'succeeded', railReference: 'r' });
    assert.deepEqual(pending, before);
  });
});
