import Type, { type Static } from 'typebox';
import { TimelineEntry } from './dashboard.ts';
import {
  Amount,
  Closed,
  Currency,
  changing,
  common,
  Description,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Metadata,
  Money,
  Nullable,
  OneOf,
  Phone,
  Reference,
  ShortLimit,
  Timestamp,
} from './fields.ts';
import { integrationCallers, route } from './route.ts';

export const paymentStatuses = ['pending', 'requires_action', 'processing', 'succeeded', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const failureCodes = [
  'customer_declined',
  'approval_expired',
  'insufficient_funds',
  'customer_not_found',
  'customer_limit_reached',
  'recipient_not_found',
  'recipient_cannot_receive',
  'rail_unavailable',
  'canceled',
  'rail_error',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Why a payment or a refund failed. */
export const Failure = Closed(
  {
    code: OneOf(failureCodes),
    message: Type.String({ description: 'For people; its words may change.' }),
    rail_code: Nullable(Type.String({ description: "The operator's own code, as it was given." })),
  },
  { title: 'Failure' },
);
export type Failure = Static<typeof Failure>;

export const NextAction = Closed(
  {
    type: OneOf(['prompt', 'in_app', 'otp', 'redirect']),
    expires_at: Timestamp,
    instructions: Type.String({ description: 'What to tell the customer.' }),
    redirect_url: Nullable(Type.String()),
  },
  { title: 'Next action', description: 'What the customer has to do, while the status is requires_action.' },
);

export const Payment = Closed(
  {
    ...common('pay', 'payment'),
    ...changing,
    amount: Money,
    currency: Type.String(),
    customer: Type.String({ description: "The customer's phone in E.164 form." }),
    status: OneOf(paymentStatuses, {
      description:
        'succeeded and failed are final. An unknown outcome stays processing; a timeout never fails a payment.',
    }),
    next_action: Nullable(NextAction),
    failure: Nullable(Failure),
    amount_refunded: Type.Unsafe<bigint>({ ...Money, description: 'Refunded so far, in minor units.' }),
    fee: Type.Unsafe<bigint>({
      ...Money,
      description: 'Taken from the wallet when the payment settles, in minor units.',
    }),
    net: Type.Unsafe<bigint>({ ...Money, description: 'amount less fee.' }),
    wallet: Id('wal', 'The wallet of yours that the money goes to.'),
    rail: Type.String({
      description:
        'Who collects the money: `wallet` is a wallet that the customer has here; `sandbox` pretends, in test mode.',
    }),
    rail_reference: Nullable(Type.String({ description: "The operator's own id of this collection." })),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    expires_at: Type.String({ ...Timestamp, description: 'The customer can approve until then.' }),
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
  },
  { title: 'Payment' },
);
export type Payment = Static<typeof Payment>;

export const createPayment = route({
  id: 'createPayment',
  method: 'POST',
  path: '/payments',
  tag: 'Payments',
  summary: 'Take a payment',
  description:
    'Asks the customer to pay. The answer comes at once and is not the outcome: wait for `payment.succeeded` or `payment.failed`.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:write',
  body: Closed({
    amount: Amount,
    currency: Currency,
    customer: Type.String({ ...Phone, description: 'Who pays: a phone number in international format (E.164).' }),
    reference: Type.Optional(Nullable(Reference)),
    description: Type.Optional(Nullable(Description)),
    metadata: Type.Optional(Metadata),
    rail: Type.Optional(
      OneOf(['sandbox', 'wallet'], {
        description:
          'Who collects the money. `wallet`: the customer approves within 5 minutes and pays out of their wallet here. Default: `sandbox` in test mode; in live mode `wallet`, where the customer has one in this currency.',
      }),
    ),
    wallet: Type.Optional(
      Id(
        'wal',
        'The wallet of yours that the money goes to. Default: your default wallet in this currency, opened at first use.',
      ),
    ),
  }),
  ok: { status: 201, description: 'The payment is under way.', schema: Payment },
  errors: ['not_found', 'reference_already_used', 'wallet_frozen', 'wallet_closed', 'currency_mismatch'],
});

export const listPayments = route({
  id: 'listPayments',
  method: 'GET',
  path: '/payments',
  tag: 'Payments',
  summary: 'List payments',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:read',
  query: ListQuery('pay', {
    status: Type.Optional(OneOf(paymentStatuses)),
    currency: Type.Optional(Currency),
    customer: Type.Optional(Phone),
    reference: Type.Optional(Reference),
  }),
  ok: { status: 200, description: 'A page of payments.', schema: ListOf(Payment) },
});

export const getPayment = route({
  id: 'getPayment',
  method: 'GET',
  path: '/payments/{id}',
  tag: 'Payments',
  summary: 'Read one payment',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:read',
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment.', schema: Payment },
});

export const cancelPayment = route({
  id: 'cancelPayment',
  method: 'POST',
  path: '/payments/{id}/cancel',
  tag: 'Payments',
  summary: 'Cancel a payment',
  description: 'While the payment waits for its customer. It fails with the code `canceled`.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:write',
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment has failed as canceled.', schema: Payment },
  errors: ['payment_already_final', 'payment_not_cancelable'],
});

export const getPaymentTimeline = route({
  id: 'getPaymentTimeline',
  method: 'GET',
  path: '/payments/{id}/timeline',
  tag: 'Payments',
  summary: 'Read what became of a payment',
  description:
    'Its states and those of its first 100 refunds, what they moved in the books, and the events that told of it. `has_more` says that there are more refunds: `GET /refunds?payment=…` has them all. So it does where you gave a `limit` and there are more entries.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:read',
  params: IdParams('pay'),
  query: Closed({ limit: ShortLimit }),
  ok: {
    status: 200,
    description: 'The oldest first; all on one page unless you give a `limit`.',
    schema: ListOf(TimelineEntry),
  },
});
