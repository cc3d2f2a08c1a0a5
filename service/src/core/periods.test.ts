import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dateAt, isTimeZone, nextPeriod, periodStart, startOfDay } from './periods.ts';

it('a day begins at local midnight, also on the days when clocks change', () => {
  assert.equal(startOfDay('2026-03-29', 'Europe/Paris'), Date.UTC(2026, 2, 28, 23));
  assert.equal(startOfDay('2026-03-30', 'Europe/Paris'), Date.UTC(2026, 2, 29, 22));
  assert.equal(startOfDay('2026-01-15', 'Africa/Nairobi'), Date.UTC(2026, 0, 14, 21));
  // Cairo skips midnight on this day.
  assert.equal(startOfDay('2026-04-24', 'Africa/Cairo'), Date.UTC(2026, 3, 23, 22));
});

it('an instant belongs to the local date', () => {
  assert.equal(dateAt(Date.UTC(2026, 0, 14, 23, 30), 'Africa/Nairobi'), '2026-01-15');
  assert.equal(dateAt(Date.UTC(2026, 0, 14, 23, 30), 'America/Port-au-Prince'), '2026-01-14');
});

it('a week begins on Monday, a month on its first day', () => {
  assert.equal(periodStart('2026-11-26', 'weekly'), '2026-11-23');
  assert.equal(periodStart('2026-11-23', 'weekly'), '2026-11-23');
  assert.equal(periodStart('2026-11-29', 'weekly'), '2026-11-23');
  assert.equal(periodStart('2026-02-28', 'monthly'), '2026-02-01');
  assert.equal(periodStart('2026-02-28', 'daily'), '2026-02-28');
  assert.equal(nextPeriod('2026-12-28', 'weekly'), '2027-01-04');
  assert.equal(nextPeriod('2026-12-01', 'monthly'), '2027-01-01');
});

it('only names of the IANA database are time zones', () => {
  for (const name of ['UTC', 'Africa/Dakar', 'America/Port-au-Prince', 'Etc/GMT+3']) assert.ok(isTimeZone(name), name);
  for (const name of ['Mars/Olympus', '+01:00', '', 'Africa/dakar2']) assert.ok(!isTimeZone(name), name);
});
