import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount } from './read-amount.ts';

const cases: [tag: string, exponent: number, text: string, minor: bigint | null][] = [
  // A thousand, as the page itself writes it.
  ['en', 0, '1,000', 1000n],
  ['en-GB', 2, '12,345.60', 1_234_560n],
  ['fr', 0, '1\u202f000', 1000n],
  ['fr', 2, '1\u202f234,50', 123_450n],
  ['es', 0, '1.000', 1000n],
  ['pt-BR', 2, '1.234.567,89', 123_456_789n],
  ['de-CH', 2, '1’234.50', 123_450n],
  ['en-IN', 0, '1,00,000', 100_000n],
  // A thousand dinars, never one; and one dinar where the comma is the decimal mark.
  ['en', 3, '1,000', 1_000_000n],
  ['en', 3, '1.000', 1000n],
  ['es', 3, '1.000', 1_000_000n],
  ['fr', 3, '1,000', 1000n],
  // Ambiguous text is not an amount.
  ['fr', 3, '1.000', null],
  ['fr', 0, '1.000', null],
  ['en', 0, '1.000', null],
  ['es', 0, '1,000', null],
  // A single mark that can only be a decimal mark.
  ['en', 2, '1,5', 150n],
  ['fr', 2, '1.50', 150n],
  ['en', 3, '0,500', 500n],
  ['en', 2, '1000', 100_000n],
  ['en', 2, '1 000.5', 100_050n],
  // Not amounts.
  ['en', 0, '1,00,000', null],
  ['en', 2, '1,0000', null],
  ['en', 0, '1.5', null],
  ['en', 2, '1.234', null],
  ['en', 2, '1.2.3', null],
  ['en', 2, '1,000,00', null],
  ['en', 2, '1.', null],
  ['en', 2, '.5', null],
  ['en', 2, '-1', null],
  ['en', 2, '', null],
  ['en', 2, '10x', null],
  ['en', 0, '1234567890123', null],
];

for (const [tag, exponent, text, minor] of cases) {
  test(`${tag}, ${exponent} decimals: ${text} is ${minor ?? 'no amount'}`, () => {
    assert.equal(readAmount(text, exponent, tag), minor);
  });
}
