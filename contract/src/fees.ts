import Type, { type Static } from 'typebox';
import { paymentBearers, payoutBearers } from './fee-bearer.ts';
import { FeeRuleOnRefund } from './fee-on-refund.ts';
import { FeeTier, NextFee, TaxRate } from './fee-tiers.ts';
import { Amount, Closed, Currency, Id, ListOf, Money, Nullable, OneOf, RailSlug, Timestamp } from './fields.ts';
import { moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

export const Fee = Closed(
  {
    object: Type.Literal('fee'),
    merchant: Id('mer'),
    livemode: Type.Boolean(),
    currency: Type.String(),
    charged_on: OneOf(['payment', 'payout'], {
      description: 'payment: the fee of each payment. payout: the fee of each payout item.',
    }),
    rail: Nullable(
      Type.String({ description: 'The rail that the fee is for. Null: all rails without a fee of their own.' }),
    ),
    basis_points: Type.Integer({
      description: 'Hundredths of a percent of the amount, rounded half up. If there are more tiers: of the first.',
    }),
    fixed: Type.Unsafe<bigint>({
      ...Money,
      description: 'Added to the percentage, in minor units. If there are more tiers: of the first.',
    }),
    tiers: Type.Array(FeeTier, {
      description: 'By ascending `from`. The tier of an amount applies to the whole amount. Empty: not yet in effect.',
    }),
    tax_basis_points: TaxRate,
    fee_on_refund: FeeRuleOnRefund,
    next: Nullable(NextFee),
  },
  { title: 'Fee' },
);
export type Fee = Static<typeof Fee>;

const listOwnFees = route({
  id: 'listOwnFees',
  method: 'GET',
  path: '/fees',
  tag: 'Fees',
  summary: 'List your fees',
  description:
    'The current fees of each payment and each payout item, by currency, all on one page. If a fee is not listed, it is zero. The `fee` of a payment, a payout and its items is calculated from the tier of the amount: `basis_points` of the whole amount, rounded half up to the minor unit, plus `fixed`, between `minimum` and `maximum`, and never more than the amount. The `tax` on it is `tax_basis_points` of the final fee, rounded half up, and at most what the fee leaves of the amount. A fee with a `rail` replaces the general fee for payments that begin on this rail and for payouts that name it. A refund returns the fee and its tax in proportion if `fee_on_refund` is `returned`, and neither if it is `kept`.',
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  members: moneyReads,
  ok: { status: 200, description: 'Your fees in this mode.', schema: ListOf(Fee) },
});

const minor = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

const bearers = [...paymentBearers, payoutBearers[1]] as const;

export const FeeQuote = Closed(
  {
    object: Type.Literal('fee_quote'),
    livemode: Type.Boolean(),
    kind: OneOf(['payment', 'payout']),
    amount: Money,
    currency: Type.String(),
    rail: Nullable(Type.String({ description: 'The rail of the request.' })),
    fee: minor('The fee in minor units, without the tax on it.'),
    tax: minor('The tax on the fee.'),
    total: minor('The amount that the payer gives: the customer of a payment, or your wallet for an item of a payout.'),
    net: minor('The amount that arrives: in your wallet for a payment, or with the recipient of an item.'),
    bearer: OneOf(bearers, {
      description:
        '`merchant`: you bear the fee and its tax. `payer`: the payer of the payment bears them. `receiver`: the recipient of the item bears them.',
    }),
    tier: FeeTier,
    tax_basis_points: TaxRate,
    fee_on_refund: FeeRuleOnRefund,
    tier_rail: Nullable(
      Type.String({ description: 'The rail whose own fee applies. Null: the fee of all rails without one.' }),
    ),
    valid_until: Type.String({
      ...Timestamp,
      description:
        'A payment or payout made before this time has this fee and tax. It is the time of the answer if quotes do not bind here.',
    }),
  },
  { title: 'Fee quote' },
);
export type FeeQuote = Static<typeof FeeQuote>;

export const quoteFee = route({
  id: 'quoteFee',
  method: 'GET',
  path: '/fees/quote',
  tag: 'Fees',
  summary: 'Ask what a payment or a payout item would cost',
  description:
    'The fee of one payment or one item of a payout, without making it. It binds until `valid_until`, because a changed fee starts only when no earlier quote binds any more: nothing has to be sent with the payment. Without `rail` it is the fee on rails that have none of their own. A payment has the fee of the first rail that it is sent to, a payout that of the rail that it names.',
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  members: moneyReads,
  query: Closed({
    kind: OneOf(['payment', 'payout']),
    amount: Amount,
    currency: Currency,
    rail: Type.Optional(RailSlug('The rail of the payment, or the rail that the payout names.')),
    bearer: Type.Optional(
      OneOf(bearers, {
        description:
          'The `fee_bearer` of the payment or the payout: `payer` only for payments, `receiver` only for payouts. Default: for a payment the `fee_bearer` of the merchant settings, for a payout `merchant`.',
      }),
    ),
  }),
  ok: { status: 200, description: 'The fee.', schema: FeeQuote },
  errors: ['amount_out_of_bounds', 'unsupported_currency'],
});

export const feeRoutes = { listOwnFees, quoteFee };
