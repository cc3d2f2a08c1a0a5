import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endDay, isSameReserve, keptPart, proposeReserve, releaseTime } from './reserve.ts';

const tenth = { basis_points: 1_000, days: 30 };

test('a reserve keeps its part of a share, rounded down', () => {
  assert.deepEqual([keptPart(1_009n, tenth), keptPart(9n, tenth), keptPart(1_000n, null)], [100n, 0n, 0n]);
  assert.equal(keptPart(7n, { basis_points: 10_000, days: 1 }), 7n);
});

test('it is released at the first midnight (UTC) after whole days', () => {
  const due = (at: string, days: number) => releaseTime(new Date(at), { ...tenth, days }).toISOString();
  assert.equal(due('2026-02-27T00:00:00.000Z', 1), '2026-03-01T00:00:00.000Z');
  assert.equal(due('2026-02-27T23:59:59.999Z', 1), '2026-03-01T00:00:00.000Z');
  assert.equal(due('2025-12-31T12:00:00.000Z', 365), '2027-01-01T00:00:00.000Z');
});

test('only a stricter reserve waits for the owner', () => {
  const present = { reserve: tenth, proposed_reserve: { basis_points: 2_000, days: 90 } };
  const stricter = [
    { basis_points: 1_001, days: 1 },
    { basis_points: 1, days: 31 },
  ];
  for (const wanted of stricter) {
    assert.deepEqual(proposeReserve(present, wanted), { reserve: tenth, proposed_reserve: wanted });
  }
  for (const wanted of [tenth, { basis_points: 999, days: 30 }, null]) {
    assert.deepEqual(proposeReserve(present, wanted), { reserve: wanted, proposed_reserve: null });
  }
  const none = { reserve: null, proposed_reserve: null };
  assert.deepEqual(proposeReserve(none, tenth), { reserve: null, proposed_reserve: tenth });
  assert.deepEqual([isSameReserve(tenth, { ...tenth }), isSameReserve(tenth, null)], [true, false]);
});

test('what refunds drew is taken from the days that end next', () => {
  assert.deepEqual(endDay(100n, 30n), { released: 70n, drawn: 0n });
  assert.deepEqual(endDay(100n, 130n), { released: 0n, drawn: 30n });
  assert.deepEqual(endDay(100n, 0n), { released: 100n, drawn: 0n });
});
