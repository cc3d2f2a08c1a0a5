import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { makeApiKey, readApiKey } from './api-key.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 1000 };
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes that depend only on the seed. */
const bytesFrom = (start: number) => {
  let counter = 0;
  return (bytes: number) => createHash('sha512').update(`${start} ${counter++}`).digest().subarray(0, bytes);
};
const key = fc.record({ livemode: fc.boolean(), start: fc.nat() }).map(({ livemode, start }) => ({
  livemode,
  text: makeApiKey(livemode, bytesFrom(start)),
}));

describe(`API keys (SEED=${seed})`, () => {
  it('have the form of the contract and show their mode', () => {
    fc.assert(
      fc.property(key, ({ livemode, text }) => {
        assert.match(text, livemode ? /^rs_live_[0-9A-Za-z]{36}$/ : /^rs_test_[0-9A-Za-z]{36}$/);
        assert.deepEqual(readApiKey(text), { livemode });
      }),
      runs,
    );
  });

  it('are recognised as invalid after any single change, swap of neighbours or cut', () => {
    const change = fc.tuple(fc.nat(35), fc.constantFrom(...base62));
    fc.assert(
      fc.property(key, change, fc.nat(34), ({ text }, [at, char], swap) => {
        const secret = [...text.slice(8)];
        const changed = secret.with(at, char).join('');
        const swapped = secret
          .with(swap, secret[swap + 1]!)
          .with(swap + 1, secret[swap]!)
          .join('');
        for (const other of [changed, swapped, secret.slice(0, -1).join(''), `${secret.join('')}0`]) {
          if (other !== secret.join('')) assert.equal(readApiKey(text.slice(0, 8) + other), null);
        }
      }),
      runs,
    );
  });

  it('are nothing else', () => {
    const { text } = fc.sample(key, { numRuns: 1, seed })[0]!;
    for (const other of ['', 'rs_test_', ` ${text}`, `${text}\n`, text.replace('rs_', 'RS_'), text.replace('_', '-')]) {
      assert.equal(readApiKey(other), null, JSON.stringify(other));
    }
  });

  it('use every character of the alphabet equally', () => {
    const counts = new Map<string, number>();
    const random = bytesFrom(seed);
    const KEYS = 4000;
    for (let i = 0; i < KEYS; i++) {
      for (const char of makeApiKey(false, random).slice(8, 38)) counts.set(char, (counts.get(char) ?? 0) + 1);
    }
    const expected = (KEYS * 30) / 62;
    const chiSquared = [...base62].reduce((sum, char) => sum + ((counts.get(char) ?? 0) - expected) ** 2 / expected, 0);
    // With 61 degrees of freedom one seed in ten million is above 135. Taking each byte modulo 62 gives more than 900.
    assert.ok(chiSquared < 135, `χ² = ${chiSquared}`);
  });
});
