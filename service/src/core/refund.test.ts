import assert from 'node:assert/strict';
import { it } from 'node:test';
import { remaining } from './refund.ts';

it('the refundable rest excludes succeeded and pending refunds', () => {
  assert.equal(remaining({ amount: 100n, price: null, amount_refunded: 30n, amount_refunding: 20n }), 50n);
  assert.equal(remaining({ amount: 100n, price: null, amount_refunded: 40n, amount_refunding: 60n }), 0n);
  assert.equal(remaining({ amount: 103n, price: 100n, amount_refunded: 40n, amount_refunding: 0n }), 60n);
});
