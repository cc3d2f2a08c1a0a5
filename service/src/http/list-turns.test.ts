import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Refusal } from '../kernel/refusal.ts';
import { createListTurns } from './list-turns.ts';

/** Runs that end when the test ends them. */
function held(turns: ReturnType<typeof createListTurns>, world: number, count: number) {
  const ends: (() => void)[] = [];
  const answers = Array.from({ length: count }, () =>
    turns
      .during(world, () => new Promise<void>((resolve) => ends.push(resolve)))
      .then(
        () => 'done',
        (error: Refusal) => error.code,
      ),
  );
  return { ends, answers };
}

it('a world has four lists in flight, and each that ends starts the next', async () => {
  const turns = createListTurns();
  const { ends, answers } = held(turns, 1, 20);
  await turn();
  assert.equal(ends.length, 4);
  for (let i = 0; i < 20; i++) {
    ends[i]!();
    await turn();
    assert.equal(ends.length, Math.min(5 + i, 20));
  }
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['done']));
});

it('slow lists of one world do not delay those of another', async () => {
  const turns = createListTurns();
  const slow = held(turns, 1, 20);
  await turn();
  assert.equal(await turns.during(2, async () => 'answered'), 'answered');
  while (slow.ends.length > 0) {
    slow.ends.shift()!();
    await turn();
  }
  await Promise.all(slow.answers);
});

it('a list is rate_limited if its turn does not come in time or the queue is full', async () => {
  const turns = createListTurns({ atOnce: 2, waitMs: 1, mostWaiting: 3 });
  const { ends, answers } = held(turns, 1, 8);
  const late = await Promise.all(answers.slice(2));
  assert.deepEqual(late, Array(6).fill('rate_limited'));
  for (const end of ends) end();
  assert.deepEqual(await Promise.all(answers.slice(0, 2)), ['done', 'done']);
  assert.equal(await turns.during(1, async () => 'again'), 'again');
});

it('a list that fails releases its slot', async () => {
  const turns = createListTurns({ atOnce: 1, waitMs: 1_000 });
  const failing = turns.during(1, () => Promise.reject(new Error('no')));
  const next = turns.during(1, async () => 'next');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'next');
});
