import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClock } from './clock.ts';

test('advancing the clock runs what became due, in the order of its times, with what that adds', async () => {
  let real = 1_000;
  const clock = openClock(() => real);
  const ran: string[] = [];
  clock.at(1_000 + 300_000, () => void ran.push('expiry'));
  clock.at(1_000 + 2_000, () => {
    ran.push('approval');
    clock.at(clock.now() + 1, () => void ran.push('too late'));
    clock.at(1_000 + 2_500, () => void ran.push('callback'));
  });
  await clock.advance(2_999);
  real += 1;
  assert.equal(clock.now(), 4_000);
  assert.deepEqual(ran, ['approval', 'callback']);
  await clock.advance(300_000);
  assert.deepEqual(ran, ['approval', 'callback', 'too late', 'expiry']);
});

test('work runs by itself when its time comes', async () => {
  const clock = openClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.at(clock.now() + 5, resolve);
  await promise;
});
