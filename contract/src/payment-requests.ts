import Type, { type Static } from 'typebox';
import { AskedChallenge, Challenge, Code } from './auth.ts';
import {
  Closed,
  Currency,
  changing,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  Timestamp,
} from './fields.ts';
import { failureCodes, NextAction, paymentStatuses } from './payments.ts';
import { refundStatuses } from './refunds.ts';
import { route } from './route.ts';

/** What a customer may know of a payment: nothing of the merchant's own (fee, wallet, reference, metadata, …). */
const seenByCustomer = {
  livemode: Type.Boolean({ description: 'false in the test world.' }),
  created_at: Timestamp,
  ...changing,
  merchant: Closed({ name: Type.String() }, { description: 'Who asks for the money.' }),
  amount: Money,
  currency: Type.String(),
};

export const PaymentRequest = Closed(
  {
    id: Id('pay'),
    object: Type.Literal('payment_request'),
    ...seenByCustomer,
    description: Nullable(Type.String()),
    status: OneOf(paymentStatuses, { description: '`requires_action` waits for you.' }),
    next_action: Nullable(NextAction),
    failure: Nullable(
      Closed({
        code: OneOf(failureCodes),
        message: Type.String({ description: 'For people; its words may change.' }),
      }),
    ),
    amount_refunded: Type.Unsafe<bigint>({ ...Money, description: 'Given back to you so far, in minor units.' }),
    wallet: Nullable(Id('wal', 'The wallet of yours that pays. Null: paid through an operator outside.')),
    code_required: Type.Boolean({
      description: 'Approving it takes a one-time code: open a challenge first (`POST /payments/{id}/challenge`).',
    }),
    expires_at: Type.String({ ...Timestamp, description: 'You can approve it until then.' }),
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
  },
  { title: 'Payment request', description: 'A payment as its customer sees it.' },
);
export type PaymentRequest = Static<typeof PaymentRequest>;

export const ReceivedRefund = Closed(
  {
    id: Id('rfd'),
    object: Type.Literal('received_refund'),
    ...seenByCustomer,
    payment: Id('pay'),
    status: OneOf(refundStatuses, { description: 'The money has arrived when it has succeeded.' }),
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
  },
  { title: 'Received refund', description: 'A refund as the customer sees it who gets the money.' },
);
export type ReceivedRefund = Static<typeof ReceivedRefund>;

const tag = 'Paying';

export const listMyPayments = route({
  id: 'listMyPayments',
  method: 'GET',
  path: '/payments/mine',
  tag,
  summary: 'List what you are asked to pay',
  description:
    'Payments of your phone, whichever merchant asks: those that wait for you, unless you name another `status`. With `status=all` they are what you paid, and declined, too.',
  auth: ['customer'],
  query: ListQuery('pay', {
    status: Type.Optional(OneOf([...paymentStatuses, 'all'], { default: 'requires_action' })),
    currency: Type.Optional(Currency),
  }),
  ok: { status: 200, description: 'A page of payments.', schema: ListOf(PaymentRequest) },
});

export const getMyPayment = route({
  id: 'getMyPayment',
  method: 'GET',
  path: '/payments/{id}/request',
  tag,
  summary: 'Read what you are asked to pay',
  auth: ['customer'],
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment.', schema: PaymentRequest },
});

export const challengePayment = route({
  id: 'challengePayment',
  method: 'POST',
  path: '/payments/{id}/challenge',
  tag,
  summary: 'Get a one-time code for a payment',
  description:
    'Where `code_required` says so, approving takes a code. It comes by SMS with the name of the merchant and the amount, or from your authenticator. A new challenge ends the one before.',
  auth: ['customer'],
  params: IdParams('pay'),
  ok: { status: 200, description: 'A code is on its way.', schema: Challenge },
  errors: ['payment_already_final', 'payment_not_approvable', 'too_many_attempts'],
});

export const approvePayment = route({
  id: 'approvePayment',
  method: 'POST',
  path: '/payments/{id}/approve',
  tag,
  summary: 'Approve a payment',
  description:
    'The money moves from your wallet to the merchant at once. Where it does not (too little money, a frozen wallet, a wrong code), the payment goes on waiting until it expires. In test mode a payment of the sandbox is approved so too, in the place of its prompt: it is answered as it is, and ends a moment later.',
  auth: ['customer'],
  params: IdParams('pay'),
  // `payments/challenge.ts` enforces it.
  body: Closed(
    { challenge: Type.Optional(AskedChallenge), code: Type.Optional(Code) },
    { dependentRequired: { challenge: ['code'], code: ['challenge'] } },
  ),
  ok: {
    status: 200,
    description: 'The payment has succeeded; one of the sandbox does a moment later.',
    schema: PaymentRequest,
  },
  errors: [
    'invalid_2fa_code',
    'insufficient_funds',
    'wallet_frozen',
    'wallet_closed',
    'payment_already_final',
    'payment_not_approvable',
    'challenge_expired',
    'limit_exceeded',
    'kyc_required',
    'two_factor_required',
    'too_many_attempts',
  ],
});

export const declinePayment = route({
  id: 'declinePayment',
  method: 'POST',
  path: '/payments/{id}/decline',
  tag,
  summary: 'Decline a payment',
  description: 'It fails with the code `customer_declined`.',
  auth: ['customer'],
  params: IdParams('pay'),
  ok: {
    status: 200,
    description: 'The payment has failed as declined; one of the sandbox does a moment later.',
    schema: PaymentRequest,
  },
  errors: ['payment_already_final', 'payment_not_approvable'],
});

export const listMyRefunds = route({
  id: 'listMyRefunds',
  method: 'GET',
  path: '/refunds/mine',
  tag,
  summary: 'List what you were given back',
  auth: ['customer'],
  query: ListQuery('rfd', {
    payment: Type.Optional(Id('pay')),
    status: Type.Optional(OneOf(refundStatuses)),
    currency: Type.Optional(Currency),
  }),
  ok: { status: 200, description: 'A page of refunds.', schema: ListOf(ReceivedRefund) },
});
