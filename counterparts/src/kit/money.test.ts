import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponentOf, toDecimal, toMinor } from './money.ts';

test('a decimal is read exactly, or not at all', () => {
  const read = ['10.50', '10.5', '10', '0.01', '9007199254740993.01'].map((text) => toMinor(text, 2));
  assert.deepEqual(read, [1050n, 1050n, 1000n, 1n, null]);
  assert.equal(toMinor('900719925474099.03', 2), 90071992547409903n);
  for (const text of ['', '-1', '+1', '1e3', '1.', '.5', '1.005', ' 1', '1,000', '0x1'])
    assert.equal(toMinor(text, 2), null, text);
  assert.equal(toMinor('5.00', 0), 5n);
  assert.equal(toMinor('5.5', 0), null);
});

test('a decimal is written from the integer', () => {
  assert.deepEqual(
    [1050n, 5n, -5n, 0n].map((minor) => toDecimal(minor, 2)),
    ['10.50', '0.05', '-0.05', '0.00'],
  );
  assert.equal(toDecimal(1050n, 0), '1050');
});

test('currencies have the decimals of ISO 4217', () => {
  assert.deepEqual(['UGX', 'XOF', 'KES', 'ZMW', 'EUR'].map(exponentOf), [0, 0, 2, 2, 2]);
});
