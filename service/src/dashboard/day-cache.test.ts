import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDayCache } from './day-cache.ts';

it('the cache of days forgets the oldest days when it has many rows', async () => {
  const reads: string[] = [];
  const cached = createDayCache<string>(Date.now, () => false);
  const ask = (key: string, rows: number) =>
    cached(key, 0, async () => {
      reads.push(key);
      return Array<string>(rows).fill(key);
    });
  for (const key of ['first', 'second', 'first', 'second']) await ask(key, 40_000);
  assert.deepEqual(reads, ['first', 'second']);
  await ask('third', 40_000);
  for (const key of ['second', 'third']) await ask(key, 40_000);
  assert.deepEqual(reads, ['first', 'second', 'third'], 'the newest two are kept');
  await ask('first', 10);
  assert.equal(reads.at(-1), 'first', 'the oldest is read again');
});

it('a read of a day that fails is not kept', async () => {
  const cached = createDayCache<string>(Date.now, () => false);
  const failing = cached('day', 0, () => Promise.reject(new Error('the database is away')));
  await assert.rejects(failing, /away/);
  assert.deepEqual(await cached('day', 0, async () => ['row']), ['row']);
});
