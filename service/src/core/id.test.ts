import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { prefixes } from '../../../contract/src/fields.ts';
import { newId } from '../kernel/new-id.ts';
import { encodeRandom, encodeTime, entryId, entryPosition, isId, makeId, timeOf } from './id.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 2000 };

const MAX_TIME = 2 ** 48 - 1;
const parts = fc.record({
  time: fc.integer({ min: 0, max: MAX_TIME }),
  sub: fc.nat(0xfff),
  random: fc.uint8Array({ minLength: 12, maxLength: 12 }),
});
const make = ({ time, sub, random }: { time: number; sub: number; random: Uint8Array }) =>
  makeId('pay', encodeTime(time), sub, random[0]! >>> 6, encodeRandom(random));
/** The UUID in an id: 26 × 5 bits without the first two. */
const uuidOf = (id: string) =>
  [...id.slice(-26)].reduce(
    (value, char) => value * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(char)),
    0n,
  );

describe(`ids (SEED=${seed})`, () => {
  it('sort by time, then by the count within the millisecond', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [first, second] = [make(a), make(b)];
        if (a.time !== b.time) return first < second === a.time < b.time;
        return a.sub === b.sub || first < second === a.sub < b.sub;
      }),
      runs,
    );
  });

  it('contain their creation time, and are UUIDs of version 7', () => {
    fc.assert(
      fc.property(parts, (one) => {
        const id = make(one);
        assert.ok(isId('pay', id));
        assert.equal(timeOf(id), one.time);
        const uuid = uuidOf(id);
        assert.equal(uuid >> 80n, BigInt(one.time));
        assert.equal((uuid >> 76n) & 0xfn, 7n, 'version');
        assert.equal((uuid >> 64n) & 0xfffn, BigInt(one.sub));
        assert.equal((uuid >> 62n) & 3n, 2n, 'variant');
      }),
      runs,
    );
  });

  it('keep every random bit', () => {
    fc.assert(
      fc.property(parts, fc.nat(95), (one, bit) => {
        const other = { ...one, random: one.random.slice() };
        other.random[bit >> 3]! ^= 1 << (bit & 7);
        // 62 bits are random: the low five of each byte, and the high two of the first.
        const counts = (bit & 7) < 5 || bit === 6 || bit === 7;
        return (make(one) !== make(other)) === counts;
      }),
      runs,
    );
  });

  it('do not include similar texts', () => {
    const id = newId('wal');
    assert.ok(isId('wal', id));
    for (const text of [
      '',
      'wal_',
      id.slice(0, -1),
      `${id}0`,
      id.toUpperCase(),
      id.replace('wal', 'pay'),
      `wal_8${id.slice(5)}`,
      `${id.slice(0, -1)}u`,
      `${id.slice(0, -1)}\n`,
    ]) {
      assert.equal(isId('wal', text), false, JSON.stringify(text));
    }
    assert.ok(Object.values(prefixes).every((prefix) => isId(prefix, newId(prefix))));
  });

  it('of one process grow, also ten thousand at once', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('evt'));
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('of entries contain their position and sort by it', () => {
    const position = fc.bigInt(0n, BigInt(MAX_TIME) * 1000n + 999n);
    fc.assert(
      fc.property(position, position, parts, (a, b, source) => {
        const [first, second] = [entryId(a, make(source)), entryId(b, make(source))];
        assert.ok(isId('ent', first));
        assert.equal(entryPosition(first), a);
        assert.equal(first < second, a < b);
      }),
      runs,
    );
  });
});
