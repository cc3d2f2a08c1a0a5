import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountCodeOf, readAccountCode } from './account-code.ts';

const ALPHABET = '34679ACDEFGHJKMNPRTVWXY';
const ids = Array.from({ length: 500 }, (_, i) => `pay_01kb00000000000000000${String(i).padStart(5, '0')}`);

it('a code has 12 characters that do not resemble each other, and ids have different codes', () => {
  const codes = new Set(ids.map(accountCodeOf));
  assert.equal(codes.size, ids.length);
  for (const code of codes) assert.match(code, /^[34679ACDEFGHJKMNPRTVWXY]{12}$/);
  assert.equal(accountCodeOf(ids[0]!), accountCodeOf(ids[0]!));
});

it('a code is read in any case, and with blanks and dashes', () => {
  const code = accountCodeOf(ids[1]!);
  const spaced = `${code.slice(0, 4)} ${code.slice(4, 8)}\u00a0${code.slice(8)}`;
  for (const typed of [code, code.toLowerCase(), ` ${spaced.toLowerCase()} `, spaced.replaceAll(' ', '-')])
    assert.equal(readAccountCode(typed), code, typed);
});

it('a wrong character and swapped neighbors are found', () => {
  const code = accountCodeOf(ids[2]!);
  for (let i = 0; i < code.length; i++) {
    for (const other of ALPHABET)
      if (other !== code[i]) assert.equal(readAccountCode(code.slice(0, i) + other + code.slice(i + 1)), null);
    if (i === 0 || code[i] === code[i - 1]) continue;
    const swapped = code.slice(0, i - 1) + code[i] + code[i - 1] + code.slice(i + 1);
    assert.equal(readAccountCode(swapped), null, `${code} as ${swapped}`);
  }
});

it('other texts are no code', () => {
  for (const text of ['', 'INV-001', '254708374149', 'OOOOOOOOOOOO', '3'.repeat(13)])
    assert.equal(readAccountCode(text), null, text);
});
