import assert from 'node:assert/strict';
import { it } from 'node:test';
import { afterAnswer, hasNeverArrived, meaningOf, type Sends } from './sending.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const sent: Sends = { sent_at: at(0), not_found: 0, rail_handle: null };
const byOurId = { deduplicates: true, arrivalMs: 60_000 };
const byTheirs = { ...byOurId, deduplicates: false };

it('a record has never arrived only if its provider said so twice, late enough, and recognises our id', () => {
  const saidOnce = { ...sent, not_found: 1 };
  assert.equal(hasNeverArrived(sent, byOurId, at(3_600)), false, 'once');
  assert.equal(hasNeverArrived(saidOnce, byOurId, at(59)), false, 'too early');
  assert.equal(hasNeverArrived(saidOnce, byOurId, at(60)), true);
  assert.equal(hasNeverArrived(saidOnce, byTheirs, at(86_400)), false, 'a repeat would be a second payment');
});

it('only a certain "not taken" clears the mark', () => {
  assert.deepEqual(afterAnswer({ ...sent, rail_handle: 'h' }, { state: 'not_taken' }), {
    sent_at: null,
    not_found: 0,
    rail_handle: null,
  });
  for (const state of ['unknown', 'processing', 'pending', 'not_found', 'failed'])
    assert.deepEqual(afterAnswer(sent, { state }).sent_at, sent.sent_at, state);
});

it('the provider must not know the record twice in turn', () => {
  const once = afterAnswer(sent, { state: 'not_found' });
  assert.equal(once.not_found, 1);
  assert.equal(afterAnswer(once, { state: 'processing' }).not_found, 0);
  assert.equal(afterAnswer(once, { state: 'not_found' }).not_found, 2);
});

it('keeps the handle that the provider gave last', () => {
  const accepted = afterAnswer(sent, { state: 'processing', handle: 'first' });
  assert.equal(accepted.rail_handle, 'first');
  assert.equal(afterAnswer(accepted, { state: 'unknown' }).rail_handle, 'first');
  assert.equal(afterAnswer(accepted, { state: 'processing', handle: 'second' }).rail_handle, 'second');
});

it('a question that was not taken says nothing about the record, and an empty float does', () => {
  const now = at(3_600);
  assert.equal(meaningOf({ state: 'not_taken' }, sent, byOurId, now), 'nothing');
  assert.equal(meaningOf({ state: 'not_taken', fault: 'credentials' }, sent, byOurId, now), 'nothing');
  assert.equal(meaningOf({ state: 'not_taken', fault: 'float' }, sent, byOurId, now), 'as it says');
  assert.equal(
    meaningOf({ state: 'not_taken', fault: 'credentials', refused: true }, sent, byOurId, now),
    'as it says',
  );
  assert.equal(meaningOf({ state: 'not_found' }, { ...sent, not_found: 1 }, byOurId, now), 'never arrived');
  assert.equal(meaningOf({ state: 'not_found' }, sent, byOurId, now), 'as it says');
  assert.equal(meaningOf({ state: 'processing' }, sent, null, now), 'as it says');
});
