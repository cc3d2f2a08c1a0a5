import Type from 'typebox';
import { onRefundFields } from './fee-on-refund.ts';
import { Money, OneOf } from './fields.ts';

/** The fields of payments about who bears the fee. */
export const paymentBearers = ['merchant', 'payer'] as const;
export type PaymentBearer = (typeof paymentBearers)[number];

export const payoutBearers = ['merchant', 'receiver'] as const;
export type PayoutBearer = (typeof payoutBearers)[number];

/** In a payment. */
export const bearerFields = {
  amount: Type.Unsafe<bigint>({ ...Money, description: 'The amount that you ask for, in minor units.' }),
  charged_amount: Type.Unsafe<bigint>({
    ...Money,
    description:
      'The amount that the payer gives, in minor units: the `amount`, and the `fee` and `tax` too if the payer bears them. It is fixed at the creation.',
  }),
  fee_bearer: OneOf(paymentBearers, {
    description:
      '`merchant`: the fee and its tax are taken from the `amount`. `payer`: the payer gives them on top, so your `net` is the `amount`.',
  }),
};

/** The fee of a payment. */
export const feeFields = {
  ...onRefundFields,
  fee: Type.Unsafe<bigint>({
    ...Money,
    description: 'The fee in minor units, taken from the wallet when the payment settles.',
  }),
  tax: Type.Unsafe<bigint>({ ...Money, description: 'The tax on the fee, taken with it.' }),
  net: Type.Unsafe<bigint>({
    ...Money,
    description: 'The amount that stays yours: the `charged_amount` less the fee and its tax.',
  }),
};

/** In a new payment. */
export const newBearer = {
  fee_bearer: Type.Optional(
    OneOf(paymentBearers, {
      description:
        '`payer`: the payer gives the fee and its tax on top of the `amount`, and sees them before the approval. The limits of the rail and of the payer apply to the `charged_amount`. It cannot be combined with manual capture or `split`, whose fee the merchant bears without it. Default: the `fee_bearer` of the merchant settings.',
    }),
  ),
};

const ofPage =
  'The party that bears the fee and its tax. `payer`: the page shows the fee and the total of each way to pay before the payer begins, and the payments have this `fee_bearer`.';

/** In a checkout session and a payment link. */
export const pageBearer = OneOf(paymentBearers, { description: ofPage });

/** In a new one. */
export const newPageBearer = (more = '') =>
  Type.Optional(
    OneOf(paymentBearers, { description: `${ofPage}${more} Default: the \`fee_bearer\` of the merchant settings.` }),
  );

/** In the settings of a merchant. */
export const defaultBearer = OneOf(paymentBearers, {
  description:
    'The party that bears the fee and its tax of new payments, checkout sessions and payment links that do not name one. Payments with manual capture or `split` that name none have `merchant`. Earlier ones keep theirs.',
});

/** In a payout. */
export const payoutBearer = OneOf(payoutBearers, {
  description:
    '`merchant`: you pay the fee of each item and its tax on top of its `amount`. `receiver`: they are taken from the `amount`, and the rest is sent.',
});

/** In an item of a payout. */
export const sentAmount = Type.Unsafe<bigint>({
  ...Money,
  description:
    'The amount that is sent to the recipient, in minor units: the `amount`, less the `fee` and the `tax` if the receiver bears them.',
});

/** In a change of a schedule. */
export const changedPayoutBearer = Type.Optional(
  OneOf(payoutBearers, { description: 'Only for payouts: see `fee_bearer` of a new schedule.' }),
);

/** In a new payout, and in the query with CSV. */
export const newPayoutBearer = (before = '') =>
  Type.Optional(
    OneOf(payoutBearers, {
      description: `${before}\`receiver\`: the fee of each item and its tax are taken from its \`amount\`, which must be above them. The limits of rails and recipients apply to the \`sent_amount\`. Default: \`merchant\`.`,
    }),
  );
