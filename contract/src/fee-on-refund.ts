import Type from 'typebox';
import { Money, OneOf } from './fields.ts';

/** The fate of a payment's fee when the payment is refunded. */
export const feesOnRefund = ['kept', 'returned'] as const;
export type FeeOnRefund = (typeof feesOnRefund)[number];

/** In the setting of a fee. */
export const FeeRuleOnRefund = OneOf(feesOnRefund, {
  description:
    '`returned`: a refund of a payment gives back its fee and the tax on it, in proportion to everything refunded so far. `kept`: it does not. Payouts always keep theirs.',
});

/** In a payment. */
export const onRefundFields = {
  fee_on_refund: OneOf(feesOnRefund, {
    description:
      'The rule of its creation. `returned`: a refund gives back the fee and the tax in proportion to everything refunded so far. `kept`: it does not. A fee that the payer bears is kept, except on a rail that refunds only whole payments: there `returned` gives it back with the whole `charged_amount`.',
  }),
  fee_returned: Type.Unsafe<bigint>({
    ...Money,
    description: 'The part of the fee that refunds gave back to `wallet`.',
  }),
  tax_returned: Type.Unsafe<bigint>({
    ...Money,
    description: 'The part of the tax that refunds gave back to `wallet`.',
  }),
};

/** In a refund. */
export const returnedFields = {
  fee_returned: Type.Unsafe<bigint>({
    ...Money,
    description: "The part of the payment's fee that it gave back to the wallet when it succeeded.",
  }),
  tax_returned: Type.Unsafe<bigint>({ ...Money, description: 'The part of the tax on the fee that it gave back.' }),
};
