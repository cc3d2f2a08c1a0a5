import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { FeeOnRefund } from '../../../contract/src/fee-on-refund.ts';
import type { FeeTier } from '../core/fee.ts';
import type { Rail } from '../rails/rail.ts';

/**
 * The rule of a new payment. A fee that the payer gave on top is kept, because a refund returns the price at most. A
 * rail that refunds only whole payments returns that fee to the payer too, so the merchant's rule holds there.
 */
export function ruleOnRefund(tier: FeeTier, bearer: PaymentBearer, rail: Rail | undefined): FeeOnRefund {
  const mayReturn = bearer === 'merchant' || rail?.capabilities().refund?.parts === 'whole';
  return tier.returned && mayReturn ? 'returned' : 'kept';
}
