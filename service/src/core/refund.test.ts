import assert from 'node:assert/strict';
import { it } from 'node:test';
import { remaining } from './refund.ts';

it('the refundable rest excludes succeeded and pending refunds', () => {
  assert.equal(remaining({ amount: 100n, amount_refunded: 30n, amount_refunding: 20n }), 50n);
  assert.equal(remaining({ amount: 100n, amount_refunded: 40n, amount_refunding: 60n }), 0n);
});
