import assert from 'node:assert/strict';
import { it } from 'node:test';
import { segmentAt, segmentName, segmentNumber } from './base-backup.ts';

const MIB = 1024n * 1024n;

// PostgreSQL's own pg_walfile_name() of these positions, in clusters of both segment sizes.
for (const [lsn, mib, name] of [
  ['0/3000028', 16n, '000000010000000000000003'],
  ['0/3000028', 2n, '000000010000000000000018'],
  ['1/FF000028', 16n, '0000000100000001000000FF'],
  ['1/FFE00028', 2n, '0000000100000001000007FF'],
] as const) {
  it(`the segment of ${lsn} with ${mib} MiB each is ${name}, and its number gives that name back`, () => {
    assert.equal(segmentAt(1, lsn, mib * MIB), name);
    assert.equal(segmentName(1, segmentNumber(name, mib * MIB), mib * MIB), name);
  });
}

it('the last segment of a 4 GiB file is followed by the first of the next', () => {
  const next = segmentNumber('0000000100000001000007FF', 2n * MIB) + 1n;
  assert.equal(segmentName(1, next, 2n * MIB), '000000010000000200000000');
});
