import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholePhone } from './whole-phone.ts';

const cases: [typed: string, phone: string | null][] = [
  ['+221771234567', '+221771234567'],
  ['221 77 123 45 67', '+221771234567'],
  ['00221 77 123-45-67', '+221771234567'],
  ['+1 (868) 555.0100', '+18685550100'],
  ['+50937000007', '+50937000007'],
  // Incomplete or invalid.
  ['+22', null],
  ['+221 77', null],
  ['77 123 45 67', null],
  ['0771234567', null],
  ['+0221771234567', null],
  ['+2217712345678901', null],
  ['order-1001', null],
];

for (const [typed, phone] of cases) {
  test(`${typed} is ${phone ?? 'incomplete'}`, () => assert.equal(wholePhone(typed), phone));
}
