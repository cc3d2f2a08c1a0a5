import Type, { type Static } from 'typebox';
import { Amount, Closed, MAX_AMOUNT, Money, Nullable, Timestamp, WIDE } from './fields.ts';

/** The most tiers of one schedule. */
export const MAX_TIERS = 20;

const Whole = Type.Integer({ ...WIDE, minimum: 0, maximum: MAX_AMOUNT });
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

/** A tier in a request. */
export const NewFeeTier = Closed(
  {
    from: Type.Integer({ ...Amount, description: 'The lowest amount of the tier, inclusive. The first begins at 1.' }),
    basis_points: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent, half up.' }),
    fixed: Type.Integer({ ...Whole, description: 'Added to the percentage, in minor units.' }),
    minimum: Type.Optional(Type.Integer({ ...Whole, description: 'The least fee. Default: none.' })),
    maximum: Type.Optional(Type.Integer({ ...Whole, description: 'The highest fee. Default: none.' })),
  },
  { title: 'New fee tier' },
);
export type NewFeeTier = Static<typeof NewFeeTier>;

export const NewFeeTiers = Type.Array(NewFeeTier, {
  minItems: 1,
  maxItems: MAX_TIERS,
  description:
    'The tiers by ascending `from`. The tier of an amount applies to the whole amount. A tier whose fee could exceed its amount is refused.',
});

/** An approved change that has not started. */
export const NextFee = Closed(
  {
    starts_at: Type.String({ ...Timestamp, description: 'The change applies to what is made from this time.' }),
    tiers: Type.Array(FeeTier),
  },
  { title: 'Next fee' },
);
