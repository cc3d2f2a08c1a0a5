import assert from 'node:assert/strict';
import { it } from 'node:test';
import { remaining } from './refund.ts';

it('the refundable rest excludes succeeded and pending refunds', () => {
  assert.equal(remaining({ amount: 100n, price: null, amount_refunded: 30n, amount_refunding: 20n }), 50n);
  assert.equal(remaining({ amount: 100n, price: null, amount_refunded: 40n, amount_refunding: 60n }), 0n);
  assert.equal(remaining({ amount: 103n, price: 100n, amount_refunded: 40n, amount_refunding: 0n }), 60n);
});

it('a provider that refunds only whole payments returns the fee of the payer too', () => {
  const paid = { amount: 103n, price: 100n, amount_refunded: 0n, amount_refunding: 0n };
  assert.deepEqual([remaining(paid, 'whole'), remaining(paid, 'part')], [103n, 100n]);
  assert.equal(remaining({ ...paid, price: null }, 'whole'), 103n);
  for (const parts of ['whole', 'part'] as const) {
    assert.equal(remaining({ ...paid, amount_refunding: 103n }, parts), 0n);
    assert.equal(remaining({ ...paid, amount_refunded: 103n }, parts), 0n);
  }
});
