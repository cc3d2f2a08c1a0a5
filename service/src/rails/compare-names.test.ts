import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareNames } from './compare-names.ts';

for (const [given, found, match] of [
  ['Amina Okello', 'AMINA OKELLO', 'full'],
  ['Okello, Amina', 'Amina  Okello', 'full'],
  ['Amina Okello', 'Amina Grace Okello', 'full'],
  ['Amélie Koné', 'AMELIE KONE', 'full'],
  ['A. Okello', 'Amina Okello', 'partial'],
  ['Amina', 'Amina Okello', 'partial'],
  ['Amina', 'Amina', 'full'],
  ['Amina Okello', 'Amina Mukasa', 'partial'],
  ['Brian Mukasa', 'Amina Okello', 'none'],
  [null, 'Amina Okello', 'unknown'],
  ['Amina Okello', null, 'unknown'],
  ['…', 'Amina Okello', 'unknown'],
] as const) {
  test(`"${given}" beside "${found}" is ${match}`, () => {
    assert.equal(compareNames(given, found), match);
  });
}
