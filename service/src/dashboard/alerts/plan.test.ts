import assert from 'node:assert/strict';
import { it } from 'node:test';
import { planSummary } from './plan.ts';

const plan = (at: string, hour: number, zone: string) => {
  const { day, next } = planSummary(Date.parse(at), hour, zone);
  return [day, next.toISOString()];
};

it('a day is reported from its hour on, in the zone, and the next time is a day later', () => {
  assert.deepEqual(plan('2026-01-15T06:59:59Z', 7, 'Africa/Dakar'), [null, '2026-01-15T07:00:00.000Z']);
  assert.deepEqual(plan('2026-01-15T07:00:00Z', 7, 'Africa/Dakar'), ['2026-01-14', '2026-01-16T07:00:00.000Z']);
  assert.deepEqual(plan('2026-01-15T23:00:00Z', 7, 'Asia/Tokyo'), ['2026-01-15', '2026-01-16T22:00:00.000Z']);
  assert.deepEqual(plan('2026-03-01T04:30:00Z', 0, 'America/Port-au-Prince'), [
    '2026-02-27',
    '2026-03-01T05:00:00.000Z',
  ]);
});

it('an hour that clocks skip comes later, and one that they repeat comes once', () => {
  assert.deepEqual(plan('2026-03-29T00:30:00Z', 2, 'Europe/Paris'), [null, '2026-03-29T01:00:00.000Z']);
  assert.deepEqual(plan('2026-10-25T00:30:00Z', 2, 'Europe/Paris'), ['2026-10-24', '2026-10-26T01:00:00.000Z']);
  assert.deepEqual(plan('2026-10-25T01:30:00Z', 2, 'Europe/Paris'), ['2026-10-24', '2026-10-26T01:00:00.000Z']);
});
