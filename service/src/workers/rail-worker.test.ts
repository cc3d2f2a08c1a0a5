import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createNode } from '../db/node.ts';
import { createRailWorker, PORTION, type RailQuotas } from './rail-worker.ts';

type Job = { readonly rail: string; readonly id: number; readonly world?: number };

/** Work on two rails: `slow` does not answer before `answer` is called, and `swift` answers at once. */
function stand(due: Job[], patienceMs?: number) {
  const waiting: (() => void)[] = [];
  const settled: number[][] = [];
  const claims: RailQuotas[] = [];
  const gaveWay: number[] = [];
  const node = createNode();
  const worker = createRailWorker<Job, Job, Job>(
    {
      node,
      name: 'refunds',
      rails: { names: () => ['slow', 'swift'], room: () => PORTION },
      claim: async (quotas) => {
        claims.push(quotas);
        return quotas.rails.flatMap((rail, i) => {
          const mine = due.filter((job) => job.rail === rail).slice(0, quotas.rooms[i]);
          due = due.filter((job) => !mine.includes(job));
          return mine;
        });
      },
      nextDueMs: async (rails) => (due.some(({ rail }) => rails.includes(rail)) ? 0 : null),
      ask: async (job) => {
        if (job.rail === 'slow') await new Promise<void>((resolve) => waiting.push(resolve));
        return job;
      },
      noAnswer: { rail: 'none', id: 0 },
      settle: async (portion) => {
        settled.push(portion.map(({ job }) => job.id));
        return portion.map(({ job }) => job);
      },
      onSettled: () => {},
      onError: assert.ifError,
      giveWay: async (world) => {
        gaveWay.push(world);
      },
    },
    patienceMs,
  );
  const answer = (most = waiting.length) => {
    for (const resolve of waiting.splice(0, most)) resolve();
  };
  const again = (jobs: Job[]) => {
    due = jobs;
  };
  return { worker, node, settled, claims, gaveWay, answer, again };
}

const jobs = (rail: string, from: number, count: number): Job[] =>
  Array.from({ length: count }, (_, i) => ({ rail, id: from + i }));

test('a silent rail does not block others, and its answer wakes the worker and is settled', async () => {
  const { worker, node, settled, answer } = stand([...jobs('slow', 1, 1), ...jobs('swift', 2, 2)]);
  assert.deepEqual(await worker.round(), { done: 5, nextDueMs: null });
  assert.deepEqual(settled, [[2, 3]]);
  assert.deepEqual(await worker.round(), { done: 0, nextDueMs: null });
  const woken = new Promise<void>((resolve) => {
    const forget = node.onWake('refunds', () => {
      forget();
      resolve();
    });
  });
  answer();
  await woken;
  await worker.round();
  assert.deepEqual(settled, [[2, 3], [1]]);
});

test('a round does not wait for a rail that lets an earlier request wait', async () => {
  const patienceMs = 20;
  const { worker, settled, again, answer } = stand(jobs('slow', 1, 1), patienceMs);
  await worker.round();
  await setTimeout(patienceMs);
  again([...jobs('slow', 2, 1), ...jobs('swift', 3, 1)]);
  const round = worker.round();
  // No timer ends before this.
  await setImmediate();
  assert.deepEqual(settled, [[3]]);
  await round;
  answer();
  await worker.finish();
  assert.deepEqual(settled.flat().toSorted(), [1, 2, 3]);
});

test('control: a round that waits for all answers settles nothing before the last', async () => {
  const { worker, settled, answer } = stand([...jobs('slow', 1, 1), ...jobs('swift', 2, 2)], 2 ** 31 - 1);
  const round = worker.round();
  await setTimeout(300);
  assert.deepEqual(settled, []);
  answer();
  await round;
  assert.deepEqual(settled, [[2, 3, 1]]);
});

test('a rail with too many open requests gets no more until it answers, and no round waits for it', async () => {
  const { worker, settled, claims, answer } = stand(jobs('slow', 1, PORTION + 10));
  await worker.round();
  assert.deepEqual(await worker.round(), { done: 0, nextDueMs: null });
  assert.deepEqual(claims.at(-1), { rails: ['swift'], rooms: [PORTION] });
  answer(3);
  await setImmediate();
  await worker.round();
  assert.deepEqual(settled, [[1, 2, 3]]);
  assert.deepEqual(claims.at(-1), { rails: ['slow', 'swift'], rooms: [3, PORTION] });
});

test('open requests are settled before the worker has finished', async () => {
  const { worker, settled, answer } = stand(jobs('slow', 1, 2));
  await worker.round();
  const finished = worker.finish();
  answer();
  await finished;
  assert.deepEqual(settled, [[1, 2]]);
});

test('a job claimed again before its rail answers is settled once per answer, never twice in one portion', async () => {
  const { worker, settled, answer, again } = stand(jobs('slow', 1, 2));
  await worker.round();
  again(jobs('slow', 1, 1));
  await worker.round();
  answer();
  await worker.finish();
  assert.deepEqual(settled, [[1, 2], [1]]);
});

test('bulk work gives way after each settlement', async () => {
  const { worker, settled, gaveWay } = stand([
    { rail: 'swift', id: 1, world: 7 },
    { rail: 'swift', id: 2, world: 7 },
  ]);
  await worker.round();
  assert.deepEqual([settled, gaveWay], [[[1, 2]], [7]]);
});
