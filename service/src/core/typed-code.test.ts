import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readTypedCode } from './typed-code.ts';

it('a code is read in any spelling', () => {
  for (const typed of [
    '123456',
    '123 456',
    ' 123456\n',
    '123-456',
    '123\u2013456',
    '123\u00a0456',
    '123\u202f456',
    '\uff11\uff12\uff13\uff14\uff15\uff16',
    '\u0661\u0662\u0663\u0664\u0665\u0666',
    '\u06f1\u06f2\u06f3 \u06f4\u06f5\u06f6',
    '\u200f123456\u200e',
  ])
    assert.equal(readTypedCode(typed), '123456', JSON.stringify(typed));
});

it('a text with anything else is returned unchanged', () => {
  for (const typed of ['abcde-fghjk', 'ABCDE FGHJK', '12345x', '', '-', '1.5', '23456-789ab'])
    assert.equal(readTypedCode(typed), typed);
});
