import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWaveAmount, waveAmount, waveDecimals, wavePayoutAmount } from './amounts.ts';

test('a checkout amount is written as Wave wants it: no leading zeros, no decimals for XOF', () => {
  assert.equal(waveAmount(1500n, 'XOF'), '1500');
  assert.equal(waveAmount(1550n, 'GMD'), '15.50');
  assert.equal(waveAmount(1500n, 'GMD'), '15');
  assert.equal(waveAmount(5n, 'GMD'), '0.05');
  assert.equal(waveAmount(999_999_999_999n, 'XOF'), '999999999999');
});

test('a payout amount is a whole number, and a part of a unit cannot be paid', () => {
  assert.equal(wavePayoutAmount(1500n, 'GMD'), '15');
  assert.equal(wavePayoutAmount(1550n, 'GMD'), null);
  assert.equal(wavePayoutAmount(1500n, 'XOF'), '1500');
});

test('text, numbers and numbers with decimals are the same amount', () => {
  for (const value of ['100', 100, '100.0', '100.00', '0100']) assert.equal(readWaveAmount(value, 'XOF'), 100n);
  assert.equal(readWaveAmount('15.5', 'GMD'), 1550n);
  assert.equal(readWaveAmount(0.05, 'GMD'), 5n);
  assert.equal(readWaveAmount('-100', 'XOF'), -100n);
});

test('an inexact or unreadable amount is no amount', () => {
  for (const value of ['100.5', 100.5, '1e3', 1e21, '', ' 100', '1,000', null, undefined, {}, Number.NaN])
    assert.equal(readWaveAmount(value, 'XOF'), null);
  assert.equal(readWaveAmount('15.501', 'GMD'), null);
  assert.equal(readWaveAmount('100', 'ZZZ'), null);
  assert.equal(waveDecimals('ZZZ'), null);
});
