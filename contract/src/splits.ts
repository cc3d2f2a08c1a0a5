import Type, { type Static } from 'typebox';
import { Amount, Closed, Id, Money, Nullable, OneOf, Reference } from './fields.ts';

/** The most shares of one payment. */
export const MOST_SHARES = 20;

/** Why a share stayed with the payment's wallet. */
export const keptReasons = ['wallet_frozen', 'wallet_closed', 'limit_exceeded', 'kyc_required'] as const;
export type KeptReason = (typeof keptReasons)[number];

/** A share of a new payment. */
export const NewShare = Closed(
  {
    wallet: Id('wal', 'The wallet that receives the share, in the currency of the payment.'),
    amount: Type.Optional({ ...Amount, description: 'A fixed amount in minor units. Give it or `basis_points`.' }),
    basis_points: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: 10_000 },
        description: 'Hundredths of a percent of the net, rounded down to the minor unit.',
      }),
    ),
    reference: Type.Optional(Nullable(Reference)),
  },
  { title: 'New share' },
);
export type NewShare = Static<typeof NewShare>;

export const newSplit = Type.Optional(
  Type.Array(NewShare, {
    ...{ minItems: 1, maxItems: MOST_SHARES },
    description:
      'Divides the net (the amount less the fee) when the payment succeeds. The shares must sum to at most the net. The rest stays in `wallet`.',
  }),
);

export const Share = Closed(
  {
    wallet: Id('wal', 'The wallet that receives the share.'),
    basis_points: Nullable(Type.Integer({ description: 'Null for a fixed amount.' })),
    amount: Type.Unsafe<bigint>({
      ...Money,
      description: 'The share in minor units. It is final when the status is `posted` or `kept`.',
    }),
    reference: Nullable(Type.String()),
    status: OneOf(['pending', 'posted', 'kept', 'canceled'], {
      description:
        '`pending` until the payment is final. `posted`: the wallet has received it. `kept`: it stayed in the wallet of the payment, for the `reason`. `canceled`: the payment failed.',
    }),
    reason: Nullable(OneOf(keptReasons, { description: 'Why the share was kept.' })),
  },
  { title: 'Share' },
);
export type Share = Static<typeof Share>;
