import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../kernel/new-id.ts';
import { accountReferenceOf, readAccountReference } from './account-reference.ts';

const ALPHABET = '34679ACDEFGHJKMNPRTVWXY';

test('a code has 12 characters that do not resemble each other', () => {
  const codes = new Set<string>();
  for (let i = 0; i < 2_000; i++) {
    const code = accountReferenceOf(newId('pay'));
    assert.match(code, /^[34679ACDEFGHJKMNPRTVWXY]{12}$/);
    codes.add(code);
  }
  assert.equal(codes.size, 2_000);
});

test('the same payment always has the same code', () => {
  const id = 'pay_01kb0000000000000000000000';
  assert.equal(accountReferenceOf(id), accountReferenceOf(id));
  assert.notEqual(accountReferenceOf(id), accountReferenceOf('pay_01kb0000000000000000000001'));
});

test('a code is read in any case and with blanks', () => {
  const code = accountReferenceOf('pay_01kb0000000000000000000000');
  const spaced = `${code.slice(0, 4)} ${code.slice(4, 8)}\u00a0${code.slice(8)}`;
  for (const typed of [code, code.toLowerCase(), spaced, ` ${spaced.toLowerCase()} `, spaced.replaceAll(' ', '-')])
    assert.equal(readAccountReference(typed), code, typed);
});

test('a wrong character and swapped neighbors are found', () => {
  const code = accountReferenceOf('pay_01kb0000000000000000000007');
  for (let i = 0; i < code.length; i++) {
    for (const other of ALPHABET) {
      if (other === code[i]) continue;
      assert.equal(readAccountReference(code.slice(0, i) + other + code.slice(i + 1)), null);
    }
    if (i > 0 && code[i] !== code[i - 1]) {
      const swapped = code.slice(0, i - 1) + code[i] + code[i - 1] + code.slice(i + 1);
      assert.equal(readAccountReference(swapped), null, `${code} as ${swapped}`);
    }
  }
});

test('other texts are no code', () => {
  for (const text of ['', 'INV-001', '254708374149', 'OOOOOOOOOOOO', '3'.repeat(13)])
    assert.equal(readAccountReference(text), null, text);
});
