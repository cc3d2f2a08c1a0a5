import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unexplainedOf } from './explain.ts';

const figures = { closing_there: 1_500n, closing_here: 1_000n };
const timing = { kind: 'timing', count: 1, amount: '530' };
const missing = { kind: 'missing_there', count: 2, amount: '-30' };

describe('unexplainedOf', () => {
  it('is zero when the items sum to the difference', () => {
    assert.equal(unexplainedOf(figures, { explained: [timing, missing] }), 0n);
    assert.equal(unexplainedOf({ closing_there: 7n, closing_here: 7n }, { explained: [] }), 0n);
  });

  it('names the amount of an item that lacks', () => {
    assert.equal(unexplainedOf(figures, { explained: [missing] }), 530n);
    assert.equal(unexplainedOf(figures, { explained: [timing] }), -30n);
  });

  it('keeps every unit of large amounts', () => {
    const large = { closing_there: 9_007_199_254_740_993n, closing_here: 0n };
    assert.equal(unexplainedOf(large, { explained: [{ kind: 'timing', count: 1, amount: '9007199254740992' }] }), 1n);
  });
});
