import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { FeeOnRefund } from '../../../contract/src/fee-on-refund.ts';
import type { FeeTier } from '../core/fee.ts';
import type { Rail } from '../rails/rail.ts';

/** The rule of a new payment on a rail. */
export const ruleOnRefund = (tier: FeeTier, bearer: PaymentBearer, rail: Rail | undefined): FeeOnRefund =>
  tier.returned && mayReturn(bearer, rail) ? 'returned' : 'kept';

/**
 * Whether refunds on a rail may return the fee. A fee that the payer gave on top is kept, because a refund returns the
 * price at most. A rail that refunds only whole payments returns that fee to the payer too.
 */
export const mayReturn = (bearer: PaymentBearer, rail: Rail | undefined): boolean =>
  bearer === 'merchant' || rail?.capabilities().refund?.parts === 'whole';
