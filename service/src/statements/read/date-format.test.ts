import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileDateFormat } from './date-format.ts';
import { makeClock } from './local-time.ts';

for (const [format, text, date, time, offset] of [
  ['dd/MM/yyyy HH:mm:ss', '03/11/2026 23:59:59', '2026-11-03', '23:59:59', null],
  ['yyyy-MM-dd[ HH:mm[:ss]]', '2026-11-03', '2026-11-03', null, null],
  ['yyyy-MM-dd[ HH:mm[:ss]]', '2026-11-03  10:20', '2026-11-03', '10:20:00', null],
  ["yyyy-MM-dd'T'HH:mm:ss[.SSS]XXX", '2026-11-03T10:20:30.123Z', '2026-11-03', '10:20:30.123', 'Z'],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", '2026-11-03T10:20:30+0300', '2026-11-03', '10:20:30', '+03:00'],
  ['d MMM yyyy h:mm a', '3 Nov 2026 12:05 AM', '2026-11-03', '00:05:00', null],
  ['d MMM yyyy h:mm a', '3 févr. 2026 1:05 p.m.', '2026-02-03', '13:05:00', null],
  ['d MMM yyyy', '14 juillet 2026', '2026-07-14', null, null],
  ['d MMM yyyy', '14 juin 2026', '2026-06-14', null, null],
  ['d MMM yyyy', '14 août 2026', '2026-08-14', null, null],
  ['dd-MM-yyyy|yyyy-MM-dd', '2026-11-03', '2026-11-03', null, null],
  ['dd.MM.yy', '29.02.24', '2024-02-29', null, null],
  ['M/d/yyyy', '1/2/2026', '2026-01-02', null, null],
] as const)
  test(`${text} of the form ${format} is ${date} ${time}`, () => {
    assert.deepEqual(compileDateFormat(format)(text), { wall: { date, time, offset } });
  });

for (const [format, text, fault] of [
  ['dd/MM/yyyy', '31/02/2026', /does not exist/],
  ['dd/MM/yyyy', '11/13/2026', /13th month/],
  ['dd/MM/yyyy', '3/11/2026', /is not a date of the form dd\/MM\/yyyy/],
  ['dd/MM/yyyy', '03/11/2026x', /is not a date/],
  ['dd/MM/yyyy', '03/11/2569', /Buddhist/],
  ['dd/MM/yyyy', '03/11/1448', /Islamic or Persian/],
  ['dd/MM/yyyy', '٠٣/١١/٢٠٢٦', /another script/],
  ['dd/MM/yyyy', '፫/፲፩/፳፻፲፱', /another script/],
  ['dd/MM/yyyy', '46329', /serial number/],
  ['dd/MM/yyyy HH:mm', '03/11/2026 24:00', /time that does not exist/],
  ['d MMM yyyy', '3 Brumaire 2026', /unknown month name/],
] as const)
  test(`${text} of the form ${format} is refused`, () => {
    const read = compileDateFormat(format)(text);
    assert.match('fault' in read ? read.fault : 'no fault', fault);
  });

test('a format without a day, or with an unknown letter, is an error', () => {
  assert.throws(() => compileDateFormat('MM/yyyy'), /needs a year, a month and a day/);
  assert.throws(() => compileDateFormat('dd/MM/YYYY'), /unknown letter Y/);
});

const now = new Date('2026-11-26T22:30:00Z');
const at = (timeZone: string, date: string, time: string | null, offset: string | null = null) => {
  const read = makeClock(timeZone, now)({ date, time, offset });
  return 'fault' in read ? read.fault : [read.bookedOn, read.at?.toISOString() ?? null];
};

test('local times become instants of their zone, with its summer time', () => {
  assert.deepEqual(at('Africa/Nairobi', '2026-11-03', '01:00:00'), ['2026-11-03', '2026-11-02T22:00:00.000Z']);
  assert.deepEqual(at('Asia/Kathmandu', '2026-11-03', '01:00:00.5'), ['2026-11-03', '2026-11-02T19:15:00.500Z']);
  assert.deepEqual(at('Africa/Cairo', '2026-07-01', '12:00:00'), ['2026-07-01', '2026-07-01T09:00:00.000Z']);
  assert.deepEqual(at('Africa/Cairo', '2026-01-15', '12:00:00'), ['2026-01-15', '2026-01-15T10:00:00.000Z']);
  assert.deepEqual(at('Africa/Nairobi', '2026-11-03', null), ['2026-11-03', null]);
});

test('a time with an offset is booked on its day in the zone of the layout', () => {
  assert.deepEqual(at('Africa/Nairobi', '2026-11-03', '23:30:00', 'Z'), ['2026-11-04', '2026-11-03T23:30:00.000Z']);
});

test('an hour that summer time skips is refused, and of a repeated hour the first one is taken', () => {
  assert.match(at('Europe/Berlin', '2026-03-29', '02:30:00') as string, /does not exist in Europe\/Berlin/);
  assert.deepEqual(at('Europe/Berlin', '2026-10-25', '02:30:00'), ['2026-10-25', '2026-10-25T00:30:00.000Z']);
});

test('dates in the future or more than six years ago are refused', () => {
  assert.deepEqual(at('Africa/Nairobi', '2026-11-28', null), ['2026-11-28', null]);
  assert.match(at('Africa/Nairobi', '2026-11-29', null) as string, /in the future/);
  assert.match(at('Africa/Nairobi', '2020-11-26', null) as string, /more than 6 years ago/);
});
