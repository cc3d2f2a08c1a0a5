import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAfter, readRule, ruleOf } from './rule.ts';
import { comingRuns, followingRun, isRunDay, nextRun, type RunPlan, runAt, runDay } from './runs.ts';

const plan = (more: Partial<RunPlan> = {}): RunPlan => ({
  interval: 'monthly',
  first_date: '2026-01-31',
  local_time: '09:00',
  time_zone: 'Africa/Nairobi',
  until: null,
  rule: null,
  skipped: [],
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

const ofRule = (rule: string, more: Partial<RunPlan> = {}) => plan({ interval: 'rule', rule, ...more });
/** The first days of a plan, from its first day on. */
function daysOf(one: RunPlan, count: number): string[] {
  const days: string[] = [];
  for (let run = followingRun(one, -1); run !== null && days.length < count; run = followingRun(one, run))
    days.push(runDay(one, run)!);
  return days;
}

test('a rule of RFC 5545 gives the days, from the first day on', () => {
  const days = (rule: string, count = 4, more: Partial<RunPlan> = {}) => daysOf(ofRule(rule, more), count);
  // A month without the 31st has no run.
  assert.deepEqual(days('FREQ=MONTHLY;BYMONTHDAY=31'), ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']);
  assert.deepEqual(days('FREQ=MONTHLY;BYMONTHDAY=-1'), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  const lastWorkday = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';
  assert.deepEqual(days(lastWorkday), ['2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29']);
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=1MO', 2), ['2026-02-02', '2026-03-02']);
  // The first day counts only if the rule has it.
  const twice = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=3';
  assert.deepEqual(days(twice, 9, { first_date: '2026-01-06' }), ['2026-01-09', '2026-01-19', '2026-01-23']);
  // The last day is inclusive, and skipped days are left out without a run in their place.
  const short = { until: '2026-02-04', skipped: ['2026-02-01'] };
  assert.deepEqual(days('FREQ=DAILY', 9, short), ['2026-01-31', '2026-02-02', '2026-02-03', '2026-02-04']);
  assert.deepEqual(days('FREQ=DAILY;COUNT=3', 9, { skipped: ['2026-02-01'] }), ['2026-01-31', '2026-02-02']);
  assert.deepEqual(days('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', 9, { first_date: '2026-02-01' }), [], 'never');
});

test('where clocks change, a skipped time of a rule is later, and a repeated one is the first', () => {
  const daily = ofRule('FREQ=DAILY', { first_date: '2026-03-28', local_time: '02:30', time_zone: 'Europe/Paris' });
  assert.deepEqual(
    comingRuns(daily, 0, 3).map((at) => at.toISOString()),
    ['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
  );
  const autumn = { ...daily, first_date: '2026-10-24' };
  assert.deepEqual(
    comingRuns(autumn, 0, 3).map((at) => at.toISOString()),
    ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
  );
});

test('missed days are left out, and a day is known to be one of the runs', () => {
  const one = ofRule('FREQ=WEEKLY;BYDAY=MO,TH', { skipped: ['2026-04-02'] });
  const run = nextRun(one, 0, new Date('2026-03-30T06:00:00Z'))!;
  assert.equal(runDay(one, run), '2026-04-06');
  const isRun = (day: string, of = one) => isRunDay(of, day);
  assert.deepEqual(
    ['2026-04-02', '2026-04-06', '2026-04-07', '2020-04-06'].map((day) => isRun(day)),
    [...[false, true, false, false]],
  );
  const monthly = plan();
  assert.deepEqual(
    ['2026-02-28', '2026-03-28', '2026-03-31', '2025-12-31'].map((day) => isRun(day, monthly)),
    [...[true, false, true, false]],
  );
});

test('the shown rule of a short form has the same days', () => {
  for (const interval of ['weekly', 'monthly'] as const)
    for (let i = 0; i < 40; i++) {
      const first_date = Temporal.PlainDate.from('2027-12-20').add({ days: i }).toString();
      const rule = ruleOf(interval, first_date);
      assert.deepEqual(daysOf(ofRule(rule, { first_date }), 15), daysOf(plan({ interval, first_date }), 15), rule);
    }
  assert.equal(dayAfter(ruleOf('once', '2027-01-01'), '2027-01-01', '2027-01-01'), null);
});

test('a rule outside the subset is refused with the part', () => {
  assert.deepEqual(readRule('rrule:freq=daily;interval=2;until=20261231'), {
    rule: 'FREQ=DAILY;INTERVAL=2',
    until: '2026-12-31',
  });
  const faultOf = (rule: string) => {
    const read = readRule(rule);
    assert.ok('reason' in read, rule);
    return [read.reason, read.values?.part ?? null, read.values?.found ?? read.values?.other ?? null];
  };
  for (const [rule, ...expected] of [
    ['every Monday', 'not_rule', null, null],
    ['INTERVAL=2', 'not_rule', null, null],
    ['FREQ=DAILY;FREQ=WEEKLY', 'not_rule', null, null],
    ['FREQ=YEARLY', 'rule_value', 'FREQ', 'YEARLY'],
    ['FREQ=DAILY;BYHOUR=9', 'rule_part', 'BYHOUR', null],
    ['FREQ=DAILY;INTERVAL=0', 'rule_value', 'INTERVAL', '0'],
    ['FREQ=DAILY;COUNT=1001', 'rule_value', 'COUNT', '1001'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'rule_value', 'BYDAY', '2MO'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'rule_value', 'BYDAY', '6MO'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'rule_value', 'BYMONTHDAY', '0'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=2', 'rule_value', 'BYSETPOS', '2'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'rule_parts', 'BYMONTHDAY', 'FREQ=WEEKLY'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20261231', 'rule_parts', 'COUNT', 'UNTIL'],
    ['FREQ=DAILY;UNTIL=20261301', 'rule_value', 'UNTIL', '20261301'],
    ['FREQ=DAILY;UNTIL=20261231T090000Z', 'rule_value', 'UNTIL', '20261231T090000Z'],
  ] as const)
    assert.deepEqual(faultOf(rule), expected, rule);
});
