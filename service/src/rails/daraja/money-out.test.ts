import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payOutVerdict } from './codes.ts';
import { nextStep, noHandle, type Outgoing } from './money-out.ts';
import type { ResultReceived } from './received.ts';

const sent = Date.UTC(2026, 0, 15, 9);
const MINUTE = 60_000;

const received = (changed: Partial<ResultReceived>): ResultReceived => ({
  kind: 'result',
  code: '0',
  text: '',
  conversation: 'AG_1',
  originator: 'pit_1',
  receipt: 'NLJ41HAY6Q',
  amount: '15000',
  status: null,
  charges: '',
  ...changed,
});
const status = (text: string, changed: Partial<ResultReceived> = {}) =>
  received({ status: text, conversation: 'AG_2', ...changed });
const nothing = received({ code: '25', receipt: null, amount: null, conversation: 'AG_2' });
const asked = { ...noHandle, o: 'pit_1', c: 'AG_1', q: 'AG_2', t: sent + 20_000, n: 1 };

const outgoing = (changed: Partial<Outgoing>): Outgoing => ({
  amount: 15_000n,
  sentAt: new Date(sent),
  handle: { ...noHandle, o: 'pit_1', c: 'AG_1' },
  result: null,
  answer: null,
  arrivalMs: 5 * MINUTE,
  mayRepeat: false,
  verdictOf: payOutVerdict,
  ...changed,
});
const answerAt = (changed: Partial<Outgoing>, now: number) => {
  const step = nextStep(outgoing(changed), now);
  return step.do === 'answer' ? step.answer : null;
};

test('the first question waits for the result, and follows it at once', () => {
  assert.equal(nextStep(outgoing({}), sent + 1_000).do, 'wait');
  assert.equal(nextStep(outgoing({}), sent + 20_000).do, 'ask');
  assert.equal(nextStep(outgoing({ result: received({}) }), sent + 1_000).do, 'ask');
  // A question that was asked before the result does not delay the one after it.
  assert.equal(nextStep(outgoing({ result: received({}), handle: asked }), sent + 21_000).do, 'ask');
  assert.equal(nextStep(outgoing({ result: received({}), handle: { ...asked, r: true } }), sent + 21_000).do, 'wait');
});

test('a result alone counts only after ten questions without an answer, and with our amount', () => {
  const tired = { ...asked, r: true, n: 10 };
  const late = sent + 20 * MINUTE;
  assert.equal(answerAt({ result: received({}), handle: { ...tired, n: 9 } }, late), null);
  assert.equal(answerAt({ result: received({}), handle: tired }, late)?.state, 'succeeded');
  assert.equal(answerAt({ result: received({ amount: '15100' }), handle: tired }, late), null);
  assert.equal(answerAt({ result: received({ code: '2040' }), handle: tired }, late)?.state, 'failed');
  assert.equal(answerAt({ result: received({ code: '1' }), handle: tired }, late), null);
});

test('the status wins over the result, in both directions', () => {
  const lied = answerAt(
    { result: received({ code: '2040' }), answer: status('Completed'), handle: asked },
    sent + 30_000,
  );
  assert.equal(lied?.state, 'succeeded');
  const claimed = answerAt({ result: received({}), answer: status('Declined'), handle: asked }, sent + 30_000);
  assert.equal(claimed?.state, 'failed');
});

test('a completed status with its charges is a success; another amount is not', () => {
  const answer = status('Completed', { charges: 'Fee For B2C Payment|KES|22.40' });
  assert.deepEqual(answerAt({ answer, handle: asked }, sent + 30_000), {
    state: 'succeeded',
    railReference: 'NLJ41HAY6Q',
    fee: 2_240n,
  });
  assert.equal(answerAt({ answer: status('Completed', { amount: '15100' }), handle: asked }, sent + 30_000), null);
});

test('an open status leaves the record open, and its answer is read once', () => {
  const step = nextStep(outgoing({ answer: status('Pending Authorized'), handle: asked }), sent + 21_000);
  assert(step.do === 'wait');
  assert.equal(step.handle.q, null);
});

test('a refusal has the code of the result; without the result it waits two minutes for it', () => {
  const declined = { answer: status('Declined'), handle: asked };
  const known = answerAt({ ...declined, result: received({ code: '2040' }) }, sent + 30_000);
  assert(known?.state === 'failed' && known.failure.code === 'recipient_not_found');
  assert.equal(answerAt(declined, sent + 30_000), null);
  const late = answerAt(declined, sent + 2 * MINUTE);
  assert(late?.state === 'failed' && late.failure.rail_code === 'Declined');
  // A repeated reversal is declined if the first one succeeded, so this proves nothing.
  assert.equal(nextStep(outgoing({ ...declined, mayRepeat: true }), sent + 2 * MINUTE).do, 'repeat');
});

test('a fault of our account holds the record back', () => {
  for (const [code, fault] of [
    ['1', 'float'],
    ['2001', 'credentials'],
    ['2028', 'setup'],
  ] as const) {
    const held = answerAt({ result: received({ code }), answer: status('Declined'), handle: asked }, sent + 30_000);
    assert(held?.state === 'not_taken' && held.fault === fault && held.refused, code);
  }
});

test('only two late questions that find nothing mean that nothing arrived', () => {
  const early = nextStep(outgoing({ answer: nothing, handle: asked }), sent + 10 * MINUTE);
  assert(early.do === 'ask' && early.handle.f === 0);
  const first = nextStep(outgoing({ answer: nothing, handle: { ...asked, t: sent + 5 * MINUTE } }), sent + 6 * MINUTE);
  assert(first.do === 'ask' && first.handle.f === 1 && first.handle.q === null);
  const second = { ...asked, t: sent + 6 * MINUTE, f: 1 };
  assert.equal(answerAt({ answer: nothing, handle: second }, sent + 7 * MINUTE)?.state, 'not_found');
  // With a result that claims success, nothing is sent again.
  assert.equal(answerAt({ answer: nothing, result: received({}), handle: second }, sent + 7 * MINUTE), null);
});
