import Type, { type Static } from 'typebox';
import { Amount, Closed, Id, Money, Nullable, OneOf, Reference } from './fields.ts';

/** The most shares of one payment. */
export const MOST_SHARES = 20;

/** Why a share stayed with the payment's wallet. */
export const keptReasons = [
  'wallet_frozen',
  'wallet_closed',
  'limit_exceeded',
  'kyc_required',
  'payment_reversed',
] as const;
export type KeptReason = (typeof keptReasons)[number];

const minor = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

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
    amount: minor('The share in minor units. It is final when the status is `posted` or `kept`.'),
    reference: Nullable(Type.String()),
    status: OneOf(['pending', 'posted', 'kept', 'canceled'], {
      description:
        '`pending` until the payment is final. `posted`: the wallet has received it. `kept`: it stayed in the wallet of the payment, for the `reason`. `canceled`: the payment failed.',
    }),
    reason: Nullable(OneOf(keptReasons, { description: 'Why the share was kept.' })),
    debt_paid: minor(
      'The part of it that paid a debt of the wallet to you. It stayed in the wallet of the payment, so the wallet received `amount` less `debt_paid`.',
    ),
    reserved: minor('The part that the reserve of the wallet kept when the share was posted.'),
    amount_returned: minor('The part that refunds took back: out of the wallet, as its debt to you, or borne by you.'),
  },
  { title: 'Share' },
);
export type Share = Static<typeof Share>;

/** The part of a share that a new refund takes back. */
export const NamedReturn = Closed(
  {
    wallet: Id('wal', 'The wallet of a share of the payment that was posted.'),
    amount: { ...Amount, description: 'At most what is left of the share, in minor units.' } as typeof Amount,
  },
  { title: 'Named return' },
);
export type NamedReturn = Static<typeof NamedReturn>;

export const namedSplit = Type.Optional(
  Type.Array(NamedReturn, {
    maxItems: MOST_SHARES,
    description:
      'The amount that the refund takes back of each share. Shares that are not named stay: with an empty list you bear the whole refund. Default: each share in proportion to everything refunded so far.',
  }),
);

export const ReturnedShare = Closed(
  {
    wallet: Id('wal', 'The wallet of the share.'),
    amount: minor('The amount that the refund takes back of the share, in minor units.'),
    taken: minor('The part out of the wallet. It is reserved there while the refund is pending.'),
    drawn: minor('The part of `taken` that came out of the reserve of the wallet.'),
    debt: minor('The part that the wallet did not have, and now owes you.'),
    borne: minor('The part that you bear, because the debt has reached its maximum or the wallet is yours.'),
  },
  { title: 'Returned share' },
);
export type ReturnedShare = Static<typeof ReturnedShare>;
