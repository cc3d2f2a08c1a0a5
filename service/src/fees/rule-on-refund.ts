import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { FeeOnRefund } from '../../../contract/src/fee-on-refund.ts';
import type { FeeTier } from '../core/fee.ts';

/** The rule of a new payment. A fee that the payer gave on top is kept: a refund returns the price at most. */
export const ruleOnRefund = ({ returned = false }: FeeTier, bearer: PaymentBearer): FeeOnRefund =>
  returned && bearer === 'merchant' ? 'returned' : 'kept';
