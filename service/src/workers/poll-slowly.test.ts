import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pollSlowly } from './poll-slowly.ts';
import type { Round } from './worker.ts';

const idle: Round = { done: 0, nextDueMs: null };

it('an idle round is not repeated before its time, and a wake repeats it at once', async () => {
  let asked = 0;
  const slow = pollSlowly(async () => {
    asked++;
    return idle;
  }, 60_000);
  await slow.round();
  const waiting = await slow.round();
  assert.equal(asked, 1);
  assert.ok(waiting.nextDueMs! > 0);
  slow.woken();
  await slow.round();
  assert.equal(asked, 2);
});

it('a wake during a round is not lost', async () => {
  let asked = 0;
  const slow = pollSlowly(async () => {
    if (++asked === 1) slow.woken();
    return idle;
  }, 60_000);
  await slow.round();
  await slow.round();
  assert.equal(asked, 2);
});

it('a round with work is repeated at once', async () => {
  let asked = 0;
  const slow = pollSlowly(async () => ({ done: ++asked, nextDueMs: null }), 60_000);
  await slow.round();
  await slow.round();
  assert.equal(asked, 2);
});
