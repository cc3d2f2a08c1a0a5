import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nairobiDateTime, nairobiStamp, readNairobiTime } from './nairobi-time.ts';

test('times leave in Nairobi time, also across midnight and the year', () => {
  assert.equal(nairobiStamp(new Date('2016-02-16T13:56:27Z')), '20160216165627');
  assert.equal(nairobiStamp(new Date('2025-12-31T21:00:00Z')), '20260101000000');
  assert.equal(nairobiDateTime(new Date('2026-03-01T20:59:59.999Z')), '2026-03-01 23:59:59');
});

test('every form of time that the provider sends is read', () => {
  const at = '2019-12-19T07:21:15.000Z';
  for (const value of [20191219102115, '20191219102115', '19.12.2019 10:21:15', '2019-12-19 10:21:15', at])
    assert.equal(readNairobiTime(value)?.toISOString(), at, String(value));
  assert.equal(readNairobiTime('2019-07-31 19:00')?.toISOString(), '2019-07-31T16:00:00.000Z');
  assert.equal(readNairobiTime('2020-08-05T10:13:00Z')?.toISOString(), '2020-08-05T10:13:00.000Z');
});

test('other values are no time', () => {
  for (const value of [null, undefined, '', 'soon', 20, '20191332102115', '32.13.2019 10:00:00'])
    assert.equal(readNairobiTime(value), null, String(value));
});
