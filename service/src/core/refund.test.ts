import assert from 'node:assert/strict';
import { it } from 'node:test';
import { remaining } from './refund.ts';

it('what can still be refunded is less by what was given back and by what is on its way', () => {
  assert.equal(remaining({ amount: 100n, amount_refunded: 30n, amount_refunding: 20n }), 50n);
  assert.equal(remaining({ amount: 100n, amount_refunded: 40n, amount_refunding: 60n }), 0n);
});
