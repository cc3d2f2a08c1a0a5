import Type, { type Static } from 'typebox';
import { AskedChallenge, Challenge, Code } from './auth.ts';
import { captureFields } from './capture-fields.ts';
import { bearerFields } from './fee-bearer.ts';
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

/** The fields that a customer may see, without the merchant's own (fee, wallet, reference, metadata, …). */
const seenByCustomer = {
  livemode: Type.Boolean({ description: 'false in the test world.' }),
  created_at: Timestamp,
  ...changing,
  merchant: Closed({ name: Type.String() }, { description: 'The merchant that asks for the money.' }),
  amount: Money,
  currency: Type.String(),
};

export const PaymentRequest = Closed(
  {
    id: Id('pay'),
    object: Type.Literal('payment_request'),
    ...seenByCustomer,
    description: Nullable(Type.String()),
    status: OneOf(paymentStatuses, {
      description:
        '`requires_action`: the payment waits for you. `requires_capture`: the money is held on your wallet.',
    }),
    next_action: Nullable(NextAction),
    failure: Nullable(
      Closed({
        code: OneOf(failureCodes),
        message: Type.String({ description: 'The reason, for people. The words may change.' }),
      }),
    ),
    ...captureFields,
    charged_amount: bearerFields.charged_amount,
    amount_refunded: Type.Unsafe<bigint>({
      ...Money,
      description: 'The amount refunded to you so far, in minor units.',
    }),
    wallet: Nullable(Id('wal', 'Your wallet that pays. Null if you pay through an outside provider.')),
    code_required: Type.Boolean({
      description: 'true: approval needs a one-time code. Open a challenge first (`POST /payments/{id}/challenge`).',
    }),
    expires_at: Type.String({ ...Timestamp, description: 'You can approve the payment until then.' }),
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
    status: OneOf(refundStatuses, { description: '`succeeded`: the money has arrived.' }),
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
  },
  { title: 'Received refund', description: 'A refund as the customer who gets the money sees it.' },
);
export type ReceivedRefund = Static<typeof ReceivedRefund>;

const tag = 'Paying';

export const listMyPayments = route({
  id: 'listMyPayments',
  method: 'GET',
  path: '/payments/mine',
  tag,
  summary: 'List your payments',
  description:
    'Payments that any merchant requested from your phone. By default the list has the payments that wait for you; name another `status` to change that. `status=all` also includes the payments that you paid or declined.',
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
  summary: 'Read one of your payments',
  auth: ['customer'],
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment.', schema: PaymentRequest },
});

export const challengePayment = route({
  id: 'challengePayment',
  method: 'POST',
  path: '/payments/{id}/challenge',
  tag,
  summary: 'Request a one-time code for a payment',
  description:
    'Approval needs a code if `code_required` is true. The code comes by SMS with the name of the merchant and the amount, or from your authenticator. A new challenge ends the previous one.',
  auth: ['customer'],
  params: IdParams('pay'),
  ok: { status: 200, description: 'A code is being sent.', schema: Challenge },
  errors: ['payment_already_final', 'payment_not_approvable', 'too_many_attempts'],
});

export const approvePayment = route({
  id: 'approvePayment',
  method: 'POST',
  path: '/payments/{id}/approve',
  tag,
  summary: 'Approve a payment',
  description:
    'The money moves from your wallet to the merchant at once. If this fails (too little money, a frozen wallet, a wrong code), the payment keeps waiting until it expires. In test mode this also approves a sandbox payment, in place of its prompt: the answer shows the payment unchanged, and it ends a moment later.',
  auth: ['customer'],
  params: IdParams('pay'),
  // Enforced by `payments/challenge.ts`.
  body: Closed(
    { challenge: Type.Optional(AskedChallenge), code: Type.Optional(Code) },
    { dependentRequired: { challenge: ['code'], code: ['challenge'] } },
  ),
  ok: {
    status: 200,
    description: 'The payment has succeeded. A sandbox payment succeeds a moment later.',
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
  description: 'The payment fails with the code `customer_declined`.',
  auth: ['customer'],
  params: IdParams('pay'),
  ok: {
    status: 200,
    description: 'The payment has failed as declined. A sandbox payment fails a moment later.',
    schema: PaymentRequest,
  },
  errors: ['payment_already_final', 'payment_not_approvable'],
});

export const listMyRefunds = route({
  id: 'listMyRefunds',
  method: 'GET',
  path: '/refunds/mine',
  tag,
  summary: 'List your refunds',
  auth: ['customer'],
  query: ListQuery('rfd', {
    payment: Type.Optional(Id('pay')),
    status: Type.Optional(OneOf(refundStatuses)),
    currency: Type.Optional(Currency),
  }),
  ok: { status: 200, description: 'A page of refunds.', schema: ListOf(ReceivedRefund) },
});
