import Type, { type Static } from 'typebox';
import { returnedFields } from './fee-on-refund.ts';
import {
  Amount,
  Closed,
  Currency,
  CustomerFilter,
  changing,
  common,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Metadata,
  Money,
  Nullable,
  OneOf,
  ReceiptUrl,
  Reference,
  Timestamp,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { Failure } from './payments.ts';
import { integrationCallers, route } from './route.ts';
import { namedSplit, ReturnedShare } from './splits.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];
const reasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;

export const Refund = Closed(
  {
    ...common('rfd', 'refund'),
    ...changing,
    payment: Id('pay'),
    amount: Money,
    currency: Type.String(),
    status: OneOf(refundStatuses, {
      description:
        '`pending`: the money is reserved in the wallet. `failed`: the money is available in the wallet again.',
    }),
    reason: Nullable(OneOf(reasons)),
    failure: Nullable(Failure),
    rail_reference: Nullable(Type.String({ description: "The provider's own id of this refund." })),
    reference: Nullable(Type.String()),
    split: Nullable(
      Type.Array(ReturnedShare, {
        description: 'The amounts that it takes back of the shares of the payment. Null without shares.',
      }),
    ),
    ...returnedFields,
    receipt_url: ReceiptUrl,
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
  },
  { title: 'Refund' },
);
export type Refund = Static<typeof Refund>;

export const createRefund = route({
  id: 'createRefund',
  method: 'POST',
  path: '/refunds',
  tag: 'Refunds',
  summary: 'Refund a payment',
  description:
    'Refund a payment in full or in part, until nothing remains. The money leaves the wallet that received the payment. Shares of the payment go back there first, as far as their wallets have the money.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payments:write',
  body: Closed({
    payment: Id('pay', 'A payment that has succeeded.'),
    amount: Type.Optional(
      Type.Integer({
        ...Amount,
        description:
          "Whole number in the currency's minor unit. Default: the whole remaining amount. On a rail that refunds only whole payments it is the payment's `charged_amount`.",
      }),
    ),
    reason: Type.Optional(Nullable(OneOf(reasons))),
    split: namedSplit,
    reference: Type.Optional(Nullable(Reference)),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 201, description: 'The refund is created and its money is reserved.', schema: Refund },
  errors: [
    'insufficient_funds',
    'not_found',
    'payment_not_refundable',
    'reference_already_used',
    'wallet_frozen',
    'wallet_closed',
    'refund_exceeds_remaining',
    'refund_must_be_whole',
  ],
});

export const listRefunds = route({
  id: 'listRefunds',
  method: 'GET',
  path: '/refunds',
  tag: 'Refunds',
  summary: 'List refunds',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  query: ListQuery('rfd', {
    payment: Type.Optional(Id('pay')),
    customer: Type.Optional(CustomerFilter),
    status: Type.Optional(OneOf(refundStatuses)),
    currency: Type.Optional(Currency),
    reference: Type.Optional(Reference),
  }),
  ok: { status: 200, description: 'A page of refunds.', schema: ListOf(Refund) },
});

export const getRefund = route({
  id: 'getRefund',
  method: 'GET',
  path: '/refunds/{id}',
  tag: 'Refunds',
  summary: 'Read one refund',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  params: IdParams('rfd'),
  ok: { status: 200, description: 'The refund.', schema: Refund },
});

export const refundRoutes = { createRefund, listRefunds, getRefund };
