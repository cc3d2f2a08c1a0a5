import Type from 'typebox';
import { Money, OneOf } from './fields.ts';

/** The fields of payments about who bears the fee. */
export const paymentBearers = ['merchant', 'payer'] as const;
export type PaymentBearer = (typeof paymentBearers)[number];

/** In a payment. */
export const bearerFields = {
  charged_amount: Type.Unsafe<bigint>({
    ...Money,
    description:
      'The amount that the payer gives, in minor units: the `amount`, and the `fee` too if the payer bears it. It is fixed at the creation.',
  }),
  fee_bearer: OneOf(paymentBearers, {
    description:
      '`merchant`: the fee is taken from the `amount`. `payer`: the payer gives it on top, so your `net` is the `amount`.',
  }),
};

/** In a new payment. */
export const newBearer = {
  fee_bearer: Type.Optional(
    OneOf(paymentBearers, {
      description:
        '`payer`: the payer gives the fee on top of the `amount`, and sees both before the approval. The limits of the rail and of the payer apply to the `charged_amount`. It cannot be combined with manual capture or `split`. Default: `merchant`.',
    }),
  ),
};
