import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Oversight';
export const parkedKinds = ['payment', 'refund', 'payout', 'payout_item'] as const;
export type ParkedKind = (typeof parkedKinds)[number];
const statuses = ['open', 'resolved'] as const;

export const ParkedSettlement = Closed(
  {
    id: Id('prk'),
    object: Type.Literal('parked_settlement'),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    ...changing,
    status: OneOf(statuses),
    kind: OneOf(parkedKinds),
    record: Type.String({ description: 'The id of the payment, refund, payout or payout item.' }),
    integration: Nullable(Type.String()),
    merchant: Nullable(Type.String()),
    amount: Type.Unsafe<bigint>(Money),
    currency: Type.String(),
    wallet: Type.String({ description: 'The wallet that the money goes to or comes from.' }),
    in_suspense: Type.Boolean({
      description:
        'true: the payment has succeeded, and its money is in the suspense wallet. false: nothing is booked, and no worker processes the record.',
    }),
    reason: Type.String({ description: "The ledger's refusal, such as `limit_exceeded`, or the error." }),
    resolved_at: Nullable(Timestamp),
  },
  { title: 'Parked settlement', description: 'A settlement that failed and waits for an operator.' },
);
export type ParkedSettlement = Static<typeof ParkedSettlement>;

export const listParkedSettlements = route({
  id: 'listParkedSettlements',
  method: 'GET',
  path: '/operator/parked_settlements',
  tag,
  summary: 'List parked settlements',
  description:
    'A settlement is parked if the ledger refuses it (the wallet is full), or if it failed twelve times. No worker retries it.',
  auth: ['operator'],
  roles: rights.ledger,
  query: ListQuery('prk', {
    status: Type.Optional(OneOf(statuses)),
    kind: Type.Optional(OneOf(parkedKinds)),
    mode: Type.Optional(OneOf(['live', 'test'], { description: 'Default: both.' })),
  }),
  ok: { status: 200, description: 'A page of parked settlements.', schema: ListOf(ParkedSettlement) },
});

export const retryParkedSettlement = route({
  id: 'retryParkedSettlement',
  method: 'POST',
  path: '/operator/parked_settlements/{id}/retry',
  tag,
  summary: 'Retry a parked settlement',
  description:
    'Remove the cause first. Money in suspense then goes to its wallet, and the fee is taken. If nothing is booked, the worker processes the record again.',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('prk'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The resolved settlement.', schema: ParkedSettlement },
  errors: ['settlement_refused', 'settlement_resolved'],
});
