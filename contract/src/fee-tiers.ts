import Type, { type Static } from 'typebox';
import { FeeRuleOnRefund } from './fee-on-refund.ts';
import { Amount, Closed, Money, Nullable, Timestamp } from './fields.ts';

/** The most tiers of one schedule. */
export const MAX_TIERS = 20;

const Whole = Type.Integer({ ...Amount, minimum: 0 });
const minor = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

/** A tier in an answer. */
export const FeeTier = Closed(
  {
    from: minor('The lowest amount of the tier, inclusive. It ends before the next tier begins.'),
    basis_points: Type.Integer({ description: 'Hundredths of a percent of the whole amount, rounded half up.' }),
    fixed: minor('Added to the percentage, in minor units.'),
    minimum: Nullable(minor('The least fee in minor units. Null: none.')),
    maximum: Nullable(minor('The highest fee in minor units. Null: none.')),
  },
  { title: 'Fee tier' },
);
export type FeeTier = Static<typeof FeeTier>;

/** A tier in a request. Its amounts have the description of all amounts, by which clients know money. */
export const NewFeeTier = Closed(
  {
    from: Amount,
    basis_points: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent, half up.' }),
    fixed: Whole,
    minimum: Type.Optional(Whole),
    maximum: Type.Optional(Whole),
  },
  { title: 'New fee tier' },
);
export type NewFeeTier = Static<typeof NewFeeTier>;

export const NewFeeTiers = Type.Array(NewFeeTier, {
  minItems: 1,
  maxItems: MAX_TIERS,
  description:
    'The tiers by ascending `from`, their lowest amount, inclusive. The first begins at 1. The tier of an amount applies to the whole amount: `basis_points` of it plus `fixed`, at least `minimum` and at most `maximum`, if they are given. A tier whose fee could exceed its amount is refused.',
});

/** In an answer. */
export const TaxRate = Type.Integer({
  description: 'The tax on the fee, in hundredths of a percent of the fee, rounded half up to the minor unit.',
});

/** An approved change that has not started. */
export const NextFee = Closed(
  {
    starts_at: Type.String({ ...Timestamp, description: 'The change applies to what is made from this time.' }),
    tiers: Type.Array(FeeTier, { description: "Empty: the rail's own fee ends then, and that of all rails applies." }),
    tax_basis_points: TaxRate,
    fee_on_refund: FeeRuleOnRefund,
  },
  { title: 'Next fee' },
);
