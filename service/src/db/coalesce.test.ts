import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { coalesce } from './coalesce.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** Batches that end when the test ends them. */
function gate({ maxBatch = 100, atOnce = 1 } = {}) {
  const batches: { inputs: number[]; end(): void; fail(error: unknown): void }[] = [];
  const call = coalesce<number, string>(
    (inputs) =>
      new Promise((resolve, reject) => {
        batches.push({ inputs, end: () => resolve(inputs.map((input) => `answer ${input}`)), fail: reject });
      }),
    { maxBatch, batches: atOnce },
  );
  return { call, batches, sizes: () => batches.map((batch) => batch.inputs.length) };
}

describe(`coalesce (SEED=${seed})`, () => {
  it('sends a single request in the turn of the event loop in which it came', async () => {
    const { call, batches, sizes } = gate();
    const answer = call(1);
    const order: string[] = [];
    // A timer would fire later in the loop, even with a delay of zero.
    setTimeout(() => order.push('timer'), 0);
    await tick();
    order.push(`left ${sizes()}`);
    assert.equal(order[0] === 'timer' ? order[1] : order[0], 'left 1');
    batches[0]!.end();
    assert.equal(await answer, 'answer 1');
  });

  it('sends the requests of one turn together, in order', async () => {
    const { call, batches } = gate();
    const answers = Promise.all([1, 2, 3].map(call));
    await tick();
    assert.deepEqual(
      batches.map((batch) => batch.inputs),
      [[1, 2, 3]],
    );
    batches[0]!.end();
    assert.deepEqual(await answers, ['answer 1', 'answer 2', 'answer 3']);
  });

  it('gathers requests while a batch is in flight, and sends them when it ends', async () => {
    const { call, batches, sizes } = gate();
    const answers = [call(1)];
    await tick();
    answers.push(call(2));
    await tick();
    answers.push(call(3), call(4));
    await tick();
    assert.deepEqual(sizes(), [1], 'the lane is taken');
    batches[0]!.end();
    await tick();
    assert.deepEqual(sizes(), [1, 3]);
    batches[1]!.end();
    assert.equal((await Promise.all(answers)).length, 4);
  });

  it('splits requests beyond one batch over every free lane', async () => {
    const { call, batches, sizes } = gate({ maxBatch: 2, atOnce: 2 });
    const answers = Promise.all([1, 2, 3, 4, 5].map(call));
    await tick();
    assert.deepEqual(sizes(), [2, 2]);
    batches[1]!.end();
    await tick();
    assert.deepEqual(
      batches.map((batch) => batch.inputs),
      [[1, 2], [3, 4], [5]],
    );
    for (const batch of batches) batch.end();
    assert.equal((await answers).length, 5);
  });

  it('rejects the requests of a batch that fails, and no others', async () => {
    const { call, batches } = gate();
    const first = Promise.allSettled([call(1), call(2)]);
    await tick();
    const second = call(3);
    batches[0]!.fail(new Error('broken'));
    assert.deepEqual(
      (await first).map((one) => one.status),
      ['rejected', 'rejected'],
    );
    await tick();
    batches[1]!.end();
    assert.equal(await second, 'answer 3');
  });

  it('gives each request its own answer, whichever batch ends first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 20 }),
        async (scheduler, maxBatch, atOnce, requests) => {
          let underWay = 0;
          const call = coalesce<number, number>(
            async (inputs) => {
              assert.ok(++underWay <= atOnce, 'no more batches than lanes');
              assert.ok(inputs.length <= maxBatch);
              await scheduler.schedule(Promise.resolve());
              underWay--;
              if (inputs.includes(7)) throw new Error('seven');
              return inputs.map((input) => input * 2);
            },
            { maxBatch, batches: atOnce },
          );
          const answers = Promise.allSettled(
            Array.from({ length: requests }, (_, n) => scheduler.schedule(Promise.resolve()).then(() => call(n))),
          );
          await scheduler.waitFor(answers);
          for (const [n, answer] of (await answers).entries()) {
            if (answer.status === 'fulfilled') assert.equal(answer.value, n * 2);
            else assert.ok(answer.reason.message === 'seven' && Math.abs(n - 7) < maxBatch * requests);
          }
        },
      ),
      { seed, numRuns: 200 },
    );
  });
});
