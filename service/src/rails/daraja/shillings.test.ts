import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShillings, toShillings } from './shillings.ts';

test('amounts leave as whole shillings', () => {
  assert.equal(toShillings(15_000n), '150');
  assert.equal(toShillings(25_000_000n), '250000');
  for (const minor of [0n, -100n, 1n, 15_050n]) assert.equal(toShillings(minor), null, String(minor));
});

test('amounts arrive as text or number, with and without decimals', () => {
  for (const value of ['150', 150, '150.0', '150.00', ' 150.000 ', 150.0]) assert.equal(readShillings(value), 15_000n);
  assert.equal(readShillings('22.40'), 2_240n);
  assert.equal(readShillings(22.4), 2_240n);
  assert.equal(readShillings('-1540.00'), -154_000n);
  assert.equal(readShillings(0.1), 10n);
});

test('other values are no amount', () => {
  for (const value of ['', '1.005', '1,234.05', '1e3', 1e21, Number.NaN, null, undefined, {}, 'KES 5', '0x10', '--5'])
    assert.equal(readShillings(value), null, String(value));
});
