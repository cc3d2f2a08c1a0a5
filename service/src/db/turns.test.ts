import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTurns } from './turns.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const queueOf = (items: readonly string[]) => {
  const turns = createTurns<string>((item) => item[0]);
  for (const item of items) turns.add(item);
  return turns;
};

describe(`turns (SEED=${seed})`, () => {
  it('fill a batch with one item of each party, then one more of each', () => {
    const turns = queueOf(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']);
    assert.deepEqual(turns.take(5), ['a1', 'b1', 'c1', 'a2', 'c2']);
    assert.deepEqual(turns.take(5), ['a3', 'a4']);
    assert.equal(turns.size, 0);
  });

  it('continue where the last batch ended: batches of one serve the parties in rotation', () => {
    const turns = queueOf(['a1', 'a2', 'a3', 'b1', 'b2']);
    assert.deepEqual([turns.take(1), turns.take(1), turns.take(1), turns.take(1)].flat(), ['a1', 'b1', 'a2', 'b2']);
    turns.add('c1');
    assert.deepEqual(turns.take(2), ['a3', 'c1']);
  });

  it('lose nothing, keep the order of each party, and delay nobody by more than one turn of every other', () => {
    const items = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 60 });
    const property = fc.property(items, fc.integer({ min: 1, max: 7 }), (added, most) => {
      const turns = createTurns<{ party: number; n: number }>(({ party }) => party);
      const expected = new Map<number, number[]>();
      const served: { party: number; n: number }[] = [];
      for (const [n, [party, rest]] of added.entries()) {
        turns.add({ party, n });
        expected.set(party, [...(expected.get(party) ?? []), n]);
        if (rest === 1) served.push(...turns.take(most));
      }
      const before = served.length;
      while (turns.size > 0) served.push(...turns.take(most));
      for (const [party, order] of expected)
        assert.deepEqual(
          served.filter((item) => item.party === party).map(({ n }) => n),
          order,
        );
      // Nothing was added any more, so between two turns of one party no other party has two.
      const rest = served.slice(before).map(({ party }) => party);
      for (const [i, party] of rest.entries()) {
        const next = rest.indexOf(party, i + 1);
        const between = rest.slice(i + 1, next === -1 ? rest.length : next);
        if (next !== -1) assert.equal(new Set(between).size, between.length);
      }
    });
    fc.assert(property, { seed });
  });
});
