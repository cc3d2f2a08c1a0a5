import Type, { type Static } from 'typebox';
import { feesOnRefund } from './fee-on-refund.ts';
import { NewFeeTiers } from './fee-tiers.ts';
import { Amount, Closed, Currency, Id, OneOf, RailSlug } from './fields.ts';

const which = { merchant: Id('mer'), livemode: Type.Boolean(), currency: Currency };
const ChargedOn = OneOf(['payment', 'payout'], { default: 'payment' });
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 });
const Fixed = Type.Integer({ ...Amount, minimum: 0 });
const Tax = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'The tax on the fee, in hundredths of a percent of the fee. Without it there is none.',
});
const OnRefund = OneOf(feesOnRefund, {
  description:
    '`returned`: refunds give back the fee and its tax in proportion. It is for payments only, and reaches those that are created from the start of the change. Default: `kept`.',
});
const Removal = Type.Literal(true, {
  description: 'The rail has no fee of its own any more: the fee of all rails applies. Only with `rail`, and alone.',
});
const more = {
  rail: Type.Optional(RailSlug('Only for this rail. Without it: for all rails without a fee of their own.')),
  tiers: Type.Optional(NewFeeTiers),
  tax_basis_points: Type.Optional(Tax),
  fee_on_refund: Type.Optional(OnRefund),
  remove: Type.Optional(Removal),
};

/** A request has the first two fields, `tiers` or `remove`. `approvals/check-fee.ts` enforces it. */
export const newFeeFields = {
  ...which,
  basis_points: Type.Optional(BasisPoints),
  fixed: Type.Optional(Fixed),
  charged_on: Type.Optional(ChargedOn),
  ...more,
};

/** With tiers, the basis points and the fixed part are those of the first. With `remove` they are missing. */
export const FeeChange = Closed(
  {
    ...which,
    basis_points: Type.Optional(BasisPoints),
    fixed: Type.Optional(Fixed),
    charged_on: ChargedOn,
    ...more,
  },
  { title: 'Fee change' },
);
export type FeeChange = Static<typeof FeeChange>;
