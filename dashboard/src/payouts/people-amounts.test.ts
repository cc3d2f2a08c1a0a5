import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isZero, readPeopleAmount } from './people-amounts.ts';
import { isPlaceholder } from './placeholder.ts';

const cases: [text: string, currency: string, exponent: number, amount: bigint | null][] = [
  ['30 000', 'XOF', 0, 30_000n],
  ['30 000 F', 'XOF', 0, 30_000n],
  ['30\u202f000\u00a0FCFA', 'XOF', 0, 30_000n],
  ['XOF 30.000', 'XOF', 0, 30_000n],
  ['30,000 F CFA', 'XOF', 0, 30_000n],
  ["1'250'000", 'XOF', 0, 1_250_000n],
  ['30000,00', 'XOF', 0, 30_000n],
  ['30000', 'XOF', 0, 30_000n],
  ['1,250.50', 'USD', 2, 125_050n],
  ['1.250,50', 'USD', 2, 125_050n],
  ['$ 1,250', 'USD', 2, 125_000n],
  ['1250.5', 'USD', 2, 125_050n],
  ['900', 'HTG', 2, 90_000n],
  ['15 000 Gdes', 'HTG', 2, 1_500_000n],
  ['Ksh 2,500/=', 'KES', 2, 250_000n],
  // Another currency, more decimals than the currency, marks in odd places, two meanings, or no amount.
  ['$30', 'XOF', 0, null],
  ['30 000 €', 'XOF', 0, null],
  ['30000,50', 'XOF', 0, null],
  ['1.5', 'XOF', 0, null],
  ['1,25,000', 'XOF', 0, null],
  ['1.250', 'TND', 3, null],
  ['1.2.3', 'USD', 2, null],
  ['-30 000', 'XOF', 0, null],
  ['30 000 + 5', 'XOF', 0, null],
  ['', 'XOF', 0, null],
  ['F', 'XOF', 0, null],
  ['9 999 999 999 999', 'XOF', 0, null],
];

for (const [text, currency, exponent, amount] of cases) {
  test(`“${text}” in ${currency} is ${amount ?? 'not read'}`, () => {
    assert.equal(readPeopleAmount(text, currency, exponent), amount);
  });
}

test('an amount of nothing is recognised, and a small one is not', () => {
  for (const text of ['0', '0.00', '0,0', ' 0 F', '000']) assert.ok(isZero(text), text);
  for (const text of ['', '0.5', '10', '-', '0 1', 'o']) assert.ok(!isZero(text), text);
});

test('a number that only fills a cell is recognised', () => {
  for (const phone of ['+221777777777', '+221 00 000 00 00', '+50911111111', '+221701234567', '+2348012345678'])
    assert.ok(isPlaceholder(phone, false), phone);
  for (const phone of ['+221771234568', '+221770000100', '+50937001234', '+50937000011'])
    assert.ok(!isPlaceholder(phone, false), phone);
  assert.ok(isPlaceholder('+221 77 000 01 00', true), 'the example file’s number in live mode');
});
