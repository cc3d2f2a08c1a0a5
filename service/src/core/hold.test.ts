import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { afterCapture, afterRelease, type HoldAmounts, heldOf, splitCapture, warnAt } from './hold.ts';

const open = (captured = 0n, released = 0n): HoldAmounts => ({ status: 'open', amount: 100n, captured, released });

it('what is neither captured nor released is still held', () => {
  assert.equal(heldOf(open()), 100n);
  assert.equal(heldOf(open(30n, 20n)), 50n);
});

it('a capture without an amount takes all that is still held', () => {
  assert.deepEqual(splitCapture(open(30n), { amount: undefined, final: false }), { paid: 70n, freed: 0n });
  assert.deepEqual(splitCapture(open(30n), { amount: undefined, final: true }), { paid: 70n, freed: 0n });
});

it('a final capture frees the rest, and another one leaves it', () => {
  assert.deepEqual(splitCapture(open(30n), { amount: 20n, final: true }), { paid: 20n, freed: 50n });
  assert.deepEqual(splitCapture(open(30n), { amount: 20n, final: false }), { paid: 20n, freed: 0n });
});

it('a capture of nothing, or of more than is still held, is refused', () => {
  assert.deepEqual(splitCapture(open(30n), { amount: 70n, final: false }), { paid: 70n, freed: 0n });
  for (const amount of [71n, 0n, -1n]) assert.equal(splitCapture(open(30n), { amount, final: false }), null);
  assert.equal(splitCapture(open(100n), { amount: undefined, final: false }), null);
});

it('a hold ends as captured when nothing is held any more', () => {
  assert.deepEqual(afterCapture(open(), { paid: 40n, freed: 0n }), open(40n));
  assert.deepEqual(afterCapture(open(), { paid: 40n, freed: 60n }), { ...open(40n, 60n), status: 'captured' });
  assert.deepEqual(afterCapture(open(60n), { paid: 40n, freed: 0n }), { ...open(100n), status: 'captured' });
});

it('a release gives back all that is still held', () => {
  assert.deepEqual(afterRelease(open(30n), 'released'), { ...open(30n, 70n), status: 'released' });
  assert.deepEqual(afterRelease(open(), 'expired'), { ...open(0n, 100n), status: 'expired' });
});

it('any captures never exceed the hold', () => {
  const wish = fc.record({ amount: fc.option(fc.bigInt(-5n, 130n), { nil: undefined }), final: fc.boolean() });
  fc.assert(
    fc.property(fc.array(wish), (wishes) => {
      let hold = open();
      for (const one of wishes) {
        const parts = splitCapture(hold, one);
        if (parts) hold = afterCapture(hold, parts);
        assert.ok(heldOf(hold) >= 0n && hold.captured <= 100n);
        assert.equal(hold.status === 'open', heldOf(hold) > 0n);
      }
    }),
  );
});

it('the end is announced a day before, or half-way if a hold lasts less than two days', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000);
  assert.deepEqual(warnAt(at(0), at(100)), at(76));
  assert.deepEqual(warnAt(at(0), at(48)), at(24));
  assert.deepEqual(warnAt(at(0), at(10)), at(5));
});
