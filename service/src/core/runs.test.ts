import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comingRuns, nextRun, type RunPlan, runAt, runDay } from './runs.ts';

const plan = (more: Partial<RunPlan> = {}): RunPlan => ({
  interval: 'monthly',
  first_date: '2026-01-31',
  local_time: '09:00',
  time_zone: 'Africa/Nairobi',
  until: null,
  ...more,
});

test('a month without the day has its run on its last day, and later months have the day again', () => {
  const days = [0, 1, 2, 3, 12].map((run) => runDay(plan(), run));
  assert.deepEqual(days, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2027-01-31']);
});

test('a run is at its time in its zone, also where clocks change', () => {
  assert.equal(runAt(plan(), 0)!.toISOString(), '2026-01-31T06:00:00.000Z');
  const weekly = plan({ interval: 'weekly', first_date: '2026-03-22', local_time: '02:30', time_zone: 'Europe/Paris' });
  // On 29 March the clocks skip 02:30; on 25 October they repeat it.
  assert.deepEqual(
    [0, 1, 2, 31].map((run) => runAt(weekly, run)!.toISOString()),
    ['2026-03-22T01:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-04-05T00:30:00.000Z', '2026-10-25T00:30:00.000Z'],
  );
});

test('the last day counts, and one run is all of a plan that runs once', () => {
  const short = plan({ until: '2026-02-28' });
  assert.deepEqual(comingRuns(short, 0, 3).length, 2);
  assert.equal(runAt(short, 2), null);
  assert.equal(comingRuns(plan({ interval: 'once' }), 0, 3).length, 1);
});

test('runs that are past are left out', () => {
  assert.equal(nextRun(plan(), 0, new Date('2026-03-31T05:59:59Z')), 2);
  assert.equal(nextRun(plan(), 0, new Date('2026-03-31T06:00:00Z')), 3);
  assert.equal(nextRun(plan({ until: '2026-02-28' }), 0, new Date('2026-03-01T00:00:00Z')), null);
  assert.equal(nextRun(plan({ interval: 'once' }), 0, new Date('2026-02-01T00:00:00Z')), null);
});
