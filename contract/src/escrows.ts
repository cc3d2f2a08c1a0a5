import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { escrowDecisions, holdStatuses } from './hold-fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { route, walletHolders } from './route.ts';

const Decision = (description: string) => Nullable(OneOf(escrowDecisions, { description }));

export const Escrow = Closed(
  {
    id: Id('hld', 'The id of the hold.'),
    object: Type.Literal('escrow'),
    livemode: Type.Boolean({ description: 'false in the test world.' }),
    created_at: Timestamp,
    ...changing,
    merchant: Closed({ name: Type.String() }, { description: 'The merchant whose money is held.' }),
    amount: Type.Unsafe<bigint>({ ...Money, description: 'The amount that is held, in minor units.' }),
    currency: Type.String(),
    description: Nullable(Type.String()),
    status: OneOf(holdStatuses, {
      description:
        '`open`: it waits for both deciders. `captured`: both decided to release it, and the receiver has the money. `released`: both decided to return it. `expired`: the deciders did not decide in time. In the last two cases the money went back.',
    }),
    decision: Decision('Your decision.'),
    other_decision: Decision('The decision of the other decider.'),
    disputed: Type.Boolean({
      description: 'true: the two decisions differ. The money stays held until you agree, also after `expires_at`.',
    }),
    to: Nullable(Id('wal', 'Your wallet, if a release pays it. Null: a release pays somebody else.')),
    expires_at: Type.String({ ...Timestamp, description: 'When the money goes back, unless it is disputed then.' }),
    ended_at: Nullable(Timestamp),
  },
  { title: 'Escrow', description: 'A hold as one of its two deciders sees it.' },
);
export type Escrow = Static<typeof Escrow>;

const decider = { tag: 'Holds', auth: walletHolders, integration: 'optional' } as const;

export const escrowStates = ['waiting', ...holdStatuses, 'all'] as const;

export const listEscrows = route({
  id: 'listEscrows',
  method: 'GET',
  path: '/holds/escrows',
  summary: 'List the escrows that you decide',
  description:
    'Escrows of any merchant that name one of your wallets as a decider. By default the list has the escrows that wait for your decision; name another `status` to change that.',
  ...decider,
  scope: 'holds:read',
  members: moneyReads,
  query: ListQuery('hld', {
    status: Type.Optional(
      OneOf(escrowStates, { default: 'waiting', description: '`waiting`: open, and you have not decided.' }),
    ),
  }),
  ok: { status: 200, description: 'A page of escrows.', schema: ListOf(Escrow) },
});

export const getEscrow = route({
  id: 'getEscrow',
  method: 'GET',
  path: '/holds/{id}/escrow',
  summary: 'Read an escrow that you decide',
  ...decider,
  scope: 'holds:read',
  members: moneyReads,
  params: IdParams('hld'),
  ok: { status: 200, description: 'The escrow.', schema: Escrow },
});

export const decideHold = route({
  id: 'decideHold',
  method: 'POST',
  path: '/holds/{id}/decide',
  summary: 'Decide an escrow',
  description:
    "One decision of each of the two deciders counts, and each can change it until both agree. The second `release` pays the whole amount to the receiver, and the second `return` gives it back, in the same transaction. If the decisions differ, the money stays held, and the deployment's operators get a case. A decision that would pay a receiver who cannot be paid now is refused and not kept: decide again later.",
  ...decider,
  scope: 'holds:write',
  members: moneyChanges,
  params: IdParams('hld'),
  body: Closed({
    decision: OneOf(escrowDecisions, {
      description: '`release`: pay the receiver. `return`: give the money back to the payer.',
    }),
  }),
  ok: { status: 200, description: 'The decision is kept.', schema: Escrow },
  errors: ['hold_is_over', 'recipient_not_found', 'limit_exceeded', 'kyc_required', 'wallet_frozen', 'wallet_closed'],
});

/** The routes of this file, for `routes.ts`. */
export const escrowRoutes = { listEscrows, getEscrow, decideHold };
