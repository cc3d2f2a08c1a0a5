import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import { fault } from '../../../contract/src/reasons.ts';
import { chargeOf } from '../core/fee-bearer.ts';
import { detailOf, type Refusal, refuseField } from '../kernel/refusal.ts';

/** The payer's amount is at most the largest amount, too. */
export function checkCharge(asked: bigint, fee: bigint, bearer: PaymentBearer): Refusal | null {
  const most = BigInt(MAX_AMOUNT);
  if (chargeOf(asked, fee, bearer).amount <= most) return null;
  return refuseField(detailOf('amount', fault('too_large', { maximum: most - fee }), 'amount_out_of_bounds'));
}
