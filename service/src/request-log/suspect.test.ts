import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { suspectOf } from './suspect.ts';

const words = ['pass', 'pasw', 'key', 'otp"', '"otp', 'rs_test_', 'ese', '@', '?'];
const asExpression = new RegExp(`${words.join('|').replace('?', '\\?')}|\\d(?:[ -]*\\d){12}`, 'i');
const isSuspect = suspectOf(words);
/** Pieces of words, so that texts nearly contain them. */
const pieces = [
  'p',
  'a',
  'as',
  's',
  'w',
  'PASS',
  'Key',
  'e',
  '"',
  'ot',
  'otp',
  'rs_',
  'rs_tes',
  't_',
  'é',
  '7',
  '12',
  ' ',
  '-',
  '123456',
  '\n',
];

it('a text is suspect exactly if it contains one of the words, or 13 digits', () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  let found = 0;
  fc.assert(
    fc.property(text, (one) => {
      const expected = asExpression.test(one);
      found += Number(expected);
      assert.equal(isSuspect(one), expected, JSON.stringify(one));
    }),
    { numRuns: 5_000 },
  );
  assert.ok(found > 500 && found < 4_500, `${found} of 5000 texts had one`);
});
