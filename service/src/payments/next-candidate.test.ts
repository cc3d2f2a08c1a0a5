import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rails } from '../rails/rail.ts';
import { nextCandidate } from './next-candidate.ts';
import type { PaymentRow } from './store.ts';

/** A route of two rails. The second refunds whole payments only, or also parts. */
const railsOf = (parts: 'whole' | 'part') =>
  ({
    get: () => ({ capabilities: () => ({ collect: { approvalMs: 1, needsCode: false }, refund: { parts } }) }),
    heldBack: () => null,
  }) as unknown as Rails;
const unknown = {
  state: 'failed',
  failure: { code: 'customer_not_found', message: 'no', rail_code: null },
} as const;
const ruleAfter = (price: bigint | null, parts: 'whole' | 'part') => {
  const row = { rail: 'first', route: 'first second', status: 'pending', version: 1, price, fee_on_refund: 'returned' };
  return nextCandidate(row as unknown as PaymentRow, unknown, railsOf(parts), new Date(0))!.fee_on_refund;
};

test('a fee that the payer bears is kept from the rail on that refunds parts', () => {
  assert.equal(ruleAfter(1_000n, 'part'), 'kept');
  assert.equal(ruleAfter(1_000n, 'whole'), 'returned');
  assert.equal(ruleAfter(null, 'part'), 'returned', 'the fee of the merchant');
});
