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

test('the next run of a plan that began long ago is found without a walk through all its runs', () => {
  const began = plan({ interval: 'weekly', first_date: '0001-01-01' });
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const random = (most: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % most;
  };
  const day = () => new Date(Date.UTC(2020 + random(20), random(12), 1 + random(31), random(24), random(60)));
  for (let i = 0; i < 300; i++) {
    const one = plan({
      interval: random(2) === 0 ? 'weekly' : 'monthly',
      first_date: day().toISOString().slice(0, 10),
      time_zone: ['Africa/Nairobi', 'Europe/Paris', 'Pacific/Kiritimati', 'Pacific/Niue'][random(4)]!,
      local_time: ['00:00', '02:30', '23:59'][random(3)]!,
      until: random(3) === 0 ? day().toISOString().slice(0, 10) : null,
    });
    const [from, after] = [random(30), day()];
    let walked: number | null = from;
    for (let at = runAt(one, walked); at === null || at <= after; at = runAt(one, walked)) {
      if (at === null) {
        walked = null;
        break;
      }
      walked++;
    }
    assert.equal(nextRun(one, from, after), walked, `seed ${seed}, ${JSON.stringify({ one, from, after })}`);
  }
  // Weekly since the year 1: a walk would take 105 000 steps.
  const add = Temporal.PlainDate.prototype.add;
  let steps = 0;
  Temporal.PlainDate.prototype.add = function (...given) {
    steps++;
    return add.apply(this, given);
  };
  try {
    assert.ok(nextRun(began, 0, new Date('2026-03-31T06:00:00Z'))! > 105_000);
  } finally {
    Temporal.PlainDate.prototype.add = add;
  }
  assert.ok(steps < 10, `${steps} steps`);
});
