import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NotRun } from './failure.ts';
import { GateFull, GateTimeout } from './gate.ts';
import { createPositions } from './positions.ts';
import { isFinalFailure } from './replica.ts';
import { COVERED_MS, createWorldWrites } from './world-writes.ts';

const MAX_LAG = 10_000;

/** A tick each second, at position 1 000 for each second. The answer takes 100 ms. */
function ticksUntil(seconds: number) {
  const positions = createPositions(MAX_LAG);
  for (let s = 0; s <= seconds; s++)
    positions.add({ sentAt: s * 1_000, gotAt: s * 1_000 + 100, position: BigInt(s) * 1_000n });
  return positions;
}

it('a world that has not written needs what is older than the lag that is allowed', () => {
  const positions = ticksUntil(60);
  assert.equal(positions.required(60_500, { position: 60_400n, written: null }), 51_000n);
  assert.equal(positions.required(60_000, { position: 60_000n, written: null }), 50_000n);
});

it('a world that writes needs the present position, and later that at which its note was over', () => {
  const written = 5_500n;
  // The first tick that includes the note was answered at 6 100.
  const over = 6_100 + COVERED_MS;
  for (const s of [6, 20, Math.floor(over / 1_000)]) {
    const position = BigInt(s) * 1_000n + 400n;
    assert.equal(ticksUntil(s).required(s * 1_000 + 500, { position, written }), position);
  }
  const next = Math.ceil(over / 1_000);
  const own = ticksUntil(next + 5).required((next + 5) * 1_000, { position: 99_999n, written });
  assert.equal(own, BigInt(next) * 1_000n);
  // Then everything that old is required of every reader.
  const later = ticksUntil(next + 20).required((next + 20) * 1_000, { position: 99_999n, written });
  const bound = BigInt(next + 10) * 1_000n;
  assert.ok(later === bound || later === bound + 1_000n, `${later}`);
});

it('a note that is newer than every tick, and a process without ticks, need the present position', () => {
  assert.equal(ticksUntil(3).required(3_500, { position: 3_600n, written: 3_550n }), 3_600n);
  assert.equal(createPositions(MAX_LAG).required(0, { position: 7n, written: null }), 7n);
  assert.equal(createPositions(MAX_LAG).required(0, { position: 7n, written: 1n }), 7n);
});

it('the lag is the age of the last tick that a standby has reached', () => {
  const positions = ticksUntil(8);
  assert.equal(positions.lagAt(8_050, 8_000n), 50);
  assert.equal(positions.lagAt(8_050, 7_999n), 1_050);
  positions.clear();
  assert.equal(positions.lagAt(8_050, 8_000n), null);
});

/** The numbers of an `int4[]` in PostgreSQL's binary form: 20 bytes about the array, then length and value of each. */
function intsOf(array: unknown): number[] {
  if (!Buffer.isBuffer(array)) return [];
  return Array.from({ length: (array.length - 20) / 8 }, (_, i) => array.readInt32BE(24 + 8 * i));
}

it('a process notes a world once in 15 s, after the note is committed, and again when notes may be lost', () => {
  let now = 0;
  const writes = createWorldWrites(() => now);
  const due = (...worlds: number[]) => intsOf(writes.note(new Set(worlds))?.values[0]);
  assert.deepEqual(due(), []);
  const note = writes.note(new Set([1, 2]));
  assert.deepEqual(due(1, 2, 3), [1, 2, 3]);
  note!.committed();
  assert.deepEqual(due(1, 2, 3), [3]);
  now = 14_999;
  assert.deepEqual(due(1), []);
  now = 15_000;
  assert.deepEqual(due(1), [1]);
  writes.note(new Set([1]))!.committed();
  writes.forget();
  assert.deepEqual(due(1), [1]);
});

it('a read that failed on a standby goes to the primary, unless that would flood it or take too long', () => {
  const world = { by: 'world', world: 1, livemode: false } as const;
  const of = (code: string) => Object.assign(new Error(code), { severity: 'ERROR', code });
  const conflict = of('40001');
  for (const error of [new GateFull(), new GateTimeout(), of('57014')])
    assert.equal(isFinalFailure(error, world, 0), true);
  for (const error of [new NotRun(), conflict, of('55P03')]) assert.equal(isFinalFailure(error, world, 4_000), false);
  assert.equal(isFinalFailure(conflict, world, 5_001), true);
  assert.equal(isFinalFailure(conflict, { by: 'internal' }, 60_000), false);
  // The statement did not run. The client must get the primary's answer instead of this error.
  assert.equal(isFinalFailure(new NotRun(), world, 5_001), false);
});
