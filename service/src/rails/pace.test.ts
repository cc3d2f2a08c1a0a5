import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPace } from './pace.ts';

function open(limits: { perSecond: number | null; concurrency: number | null }) {
  const clock = { ms: 0, wakes: 0 };
  const pace = createPace(
    () => clock.wakes++,
    () => clock.ms,
  );
  pace.setLimits(limits);
  return { pace, clock };
}

it('a rail without limits has unlimited room', () => {
  const { pace } = open({ perSecond: null, concurrency: null });
  for (let i = 0; i < 1000; i++) pace.begin();
  assert.equal(pace.room(1000), Number.POSITIVE_INFINITY);
});

it('calls beyond the concurrency wait until one ends, and its end wakes the workers', () => {
  const { pace, clock } = open({ perSecond: null, concurrency: 2 });
  const ends = [pace.begin(), pace.begin()];
  assert.equal(pace.room(0), 0);
  ends[0]!();
  assert.equal(clock.wakes, 1);
  assert.equal(pace.room(0), 1);
  assert.equal(pace.room(2), 0);
});

it('a second holds no more calls than the rate, and a burst is one second of it', () => {
  const { pace, clock } = open({ perSecond: 10, concurrency: null });
  clock.ms = 60_000;
  assert.equal(pace.room(0), 10);
  for (let i = 0; i < 10; i++) pace.begin();
  assert.equal(pace.room(0), 0);
  clock.ms += 500;
  assert.equal(pace.room(0), 5);
  pace.stop();
});

it('a rate below one call per second still allows single calls', () => {
  const { pace, clock } = open({ perSecond: 0.5, concurrency: null });
  assert.equal(pace.room(0), 1);
  pace.begin();
  clock.ms += 1_000;
  assert.equal(pace.room(0), 0);
  clock.ms += 1_000;
  assert.equal(pace.room(0), 1);
  pace.stop();
});

it('after a 429 no call begins for the time that the provider names, at most a minute', () => {
  const { pace, clock } = open({ perSecond: null, concurrency: null });
  pace.quiet(5_000);
  clock.ms = 4_999;
  assert.equal(pace.room(0), 0);
  clock.ms = 5_000;
  assert.equal(pace.room(0), Number.POSITIVE_INFINITY);
  pace.quiet(3_600_000);
  clock.ms = 65_000;
  assert.equal(pace.room(0), Number.POSITIVE_INFINITY);
  pace.stop();
});
