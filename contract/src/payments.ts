import Type, { type Static } from 'typebox';
import { BranchOf, OwnBranch } from './branches.ts';
import { BULK_BODY_LIMIT, Bulk, bulkDescription, bulkFields, bulkQuery, MAX_BULK_ITEMS } from './bulk.ts';
import { captureFields, newCapture } from './capture-fields.ts';
import { TimelineEntry } from './dashboard.ts';
import { dryRunAnswer } from './dry-run.ts';
import { bearerFields, feeFields, newBearer } from './fee-bearer.ts';
import {
  Amount,
  Closed,
  Currency,
  CustomerFilter,
  changing,
  common,
  createdAtFilters,
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
  PhonePart,
  RailSlug,
  ReceiptUrl,
  Reference,
  ReturnUrl,
  ShortLimit,
  Timestamp,
  WIDE,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';
import { newSplit, Share } from './splits.ts';

export const paymentStatuses = [
  'pending',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'failed',
] as const;
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

/** The reason why a payment, a refund or a payout item failed. */
export const Failure = Closed(
  {
    code: OneOf(failureCodes),
    message: Type.String({ description: 'The reason, for people. The words may change.' }),
    rail_code: Nullable(Type.String({ description: "The provider's own code, unchanged." })),
  },
  { title: 'Failure' },
);
export type Failure = Static<typeof Failure>;

export const NextAction = Closed(
  {
    type: OneOf(['prompt', 'in_app', 'otp', 'redirect']),
    expires_at: Timestamp,
    instructions: Type.String({ description: 'The instructions to show to the customer.' }),
    redirect_url: Nullable(Type.String()),
  },
  {
    title: 'Next action',
    description: 'The action that the customer must take while the status is `requires_action`.',
  },
);

export const Payment = Closed(
  {
    ...common('pay', 'payment'),
    ...changing,
    ...bearerFields,
    ...captureFields,
    currency: Type.String(),
    customer: Type.String({ description: "The customer's phone in E.164 form." }),
    status: OneOf(paymentStatuses, {
      description:
        '`succeeded` and `failed` are final. A payment with an unknown outcome stays `processing`; a timeout never fails a payment. `requires_capture`: the money of a payment with manual capture is held.',
    }),
    next_action: Nullable(NextAction),
    failure: Nullable(Failure),
    amount_refunded: Type.Unsafe<bigint>({
      ...Money,
      description:
        'The amount refunded so far, in minor units: at most the `amount`, or the `charged_amount` if the rail refunds only whole payments.',
    }),
    ...feeFields,
    wallet: Id('wal', 'Your wallet that receives the money.'),
    split: Nullable(
      Type.Array(Share, { description: 'The shares of the net, in the order given. Null without shares.' }),
    ),
    rail: Type.String({
      description:
        "The rail that collects the money: the slug of a provider's rail, as `GET /rails` lists it. `wallet`: from a wallet that the customer has here. `sandbox`: simulated, in test mode.",
    }),
    rail_reference: Nullable(Type.String({ description: "The provider's own id of this collection." })),
    reference: Nullable(Type.String()),
    checkout_session: Nullable(Id('cs', 'The checkout session that it pays. The `reference` belongs to the session.')),
    branch: BranchOf('The branch of the merchant.'),
    description: Nullable(Type.String()),
    receipt_email: Nullable(Type.String({ description: 'Where receipts go by e-mail.' })),
    receipt_url: ReceiptUrl,
    success_url: Nullable(Type.String()),
    cancel_url: Nullable(Type.String()),
    expires_at: Type.String({
      ...Timestamp,
      description: 'The customer can approve the payment until then. The time depends on the rail.',
    }),
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
    reversed_at: Nullable({
      ...Timestamp,
      description: 'When the provider took the money of a payment back that had succeeded.',
    } as typeof Timestamp),
  },
  { title: 'Payment' },
);
export type Payment = Static<typeof Payment>;

/** A one-time code that a payer got from the provider. */
export const OTP_PATTERN = '^[0-9A-Za-z]{3,12}$';

/** The fields of a new payment, alone or as an item of a bulk request. */
const newPayment = {
  amount: Amount,
  currency: Currency,
  customer: Type.String({ ...Phone, description: "The customer's phone number in international format (E.164)." }),
  reference: Type.Optional(Nullable(Reference)),
  branch: OwnBranch('The branch that takes the payment.'),
  description: Type.Optional(Nullable(Description)),
  metadata: Type.Optional(Metadata),
  rail: Type.Optional(
    RailSlug(
      'The rail that collects the money: a slug of `GET /rails`, `wallet` or `sandbox`. `wallet`: the customer approves within 5 minutes and pays from their wallet here. Default in test mode: `sandbox`. Default in live mode: `wallet` if the customer has a wallet in this currency here, otherwise the rail that reaches the phone.',
    ),
  ),
  receipt_email: Type.Optional(
    Nullable(
      Type.String({
        ...{ text: 'identifier', minLength: 3, maxLength: 254, format: 'email' },
        description: "The payer's e-mail address, for receipts if the merchant's settings send them by e-mail.",
      }),
    ),
  ),
  success_url: Type.Optional(
    ReturnUrl(
      'The address to which a redirect returns the payer after paying, with https. The return proves nothing: wait for the event. Default: a page of this service.',
    ),
  ),
  cancel_url: Type.Optional(
    ReturnUrl('The address to which a redirect returns a payer who gave up. Default: `success_url`.'),
  ),
  wallet: Type.Optional(
    Id(
      'wal',
      'Your wallet that receives the money. Default: your default wallet in this currency, which is opened at its first use.',
    ),
  ),
  split: newSplit,
  ...newBearer,
};

export const createPayment = route({
  id: 'createPayment',
  method: 'POST',
  path: '/payments',
  tag: 'Payments',
  summary: 'Create a payment',
  description:
    'Asks the customer to pay. The answer comes at once and is not the outcome: wait for the event `payment.succeeded` or `payment.failed`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payments:write',
  body: Closed({
    ...newPayment,
    ...newCapture,
    otp: Type.Optional(
      Type.String({
        pattern: OTP_PATTERN,
        description:
          'The one-time code that the payer got from the provider, for rails with `needs_otp`. It is stored encrypted, deleted with the request to the provider, and never shown.',
      }),
    ),
  }),
  ok: { status: 201, description: 'The payment is created and in progress.', schema: Payment },
  errors: [
    'not_found',
    'reference_already_used',
    'wallet_frozen',
    'wallet_closed',
    'currency_mismatch',
    'rail_unavailable',
    'recipient_not_found',
    'split_not_accepted',
    'limit_exceeded',
    'kyc_required',
  ],
});

export const createPaymentBulk = route({
  id: 'createPaymentBulk',
  method: 'POST',
  path: '/payments/bulk',
  tag: 'Payments',
  summary: 'Create many payments with one request',
  description: bulkDescription('payment', 'accepted'),
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:write',
  members: moneyChanges,
  bulk: {
    bodyLimit: BULK_BODY_LIMIT,
    list: 'items',
    ndjson: 'application/x-ndjson',
    csv: {
      required: ['customer', 'amount', 'currency'],
      optional: ['reference', 'description', 'rail', 'wallet', 'receipt_email', 'fee_bearer'],
      numbers: ['amount'],
      result: [],
      example: 'customer,amount,currency,reference\n+50937001234,2500,XOF,invoice-77\n',
    },
  },
  query: bulkQuery,
  body: Closed({
    ...bulkFields,
    items: Type.Array(Closed(newPayment, { title: 'New payment' }), { minItems: 1, maxItems: MAX_BULK_ITEMS }),
  }),
  ok: { status: 201, description: 'Every item has its result.', schema: Bulk },
  dryRun: dryRunAnswer,
  errors: ['amount_out_of_bounds', 'bulk_item_failed'],
});

export const getPaymentBulk = route({
  id: 'getPaymentBulk',
  method: 'GET',
  path: '/payments/bulk/{id}',
  tag: 'Payments',
  summary: 'Read a bulk request of payments',
  description: 'The totals and results so far.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:read',
  members: moneyReads,
  params: IdParams('blk'),
  ok: { status: 200, description: 'The bulk request with its results.', schema: Bulk },
});

const paymentFilters = {
  status: Type.Optional(OneOf(paymentStatuses)),
  currency: Type.Optional(Currency),
  amount: Type.Optional({ ...Amount, description: "The exact `charged_amount` in the currency's minor unit." }),
  customer: Type.Optional(CustomerFilter),
  phone: Type.Optional(PhonePart),
  reference: Type.Optional(Reference),
  checkout_session: Type.Optional(Id('cs')),
  branch: Type.Optional(Id('br')),
  link: Type.Optional(Id('lnk', 'The payments of all sessions of this payment link.')),
};

export const listPayments = route({
  id: 'listPayments',
  method: 'GET',
  path: '/payments',
  tag: 'Payments',
  summary: 'List payments',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  query: ListQuery('pay', paymentFilters),
  ok: { status: 200, description: 'A page of payments.', schema: ListOf(Payment) },
});

/** Payments are counted exactly up to this number. */
export const MOST_COUNTED = 10_000;

export const PaymentTotals = Closed(
  {
    object: Type.Literal('payment_totals'),
    livemode: Type.Boolean(),
    exact: Type.Boolean({
      description: 'False: there are more payments. The figures are those of the payments that were counted.',
    }),
    count: Type.Integer({ ...WIDE, description: 'All payments that match.' }),
    by_status: Closed(
      {
        pending: Type.Integer(WIDE),
        requires_action: Type.Integer(WIDE),
        processing: Type.Integer(WIDE),
        requires_capture: Type.Integer(WIDE),
        succeeded: Type.Integer(WIDE),
        failed: Type.Integer(WIDE),
      },
      { description: 'The number of payments in each status.' },
    ),
    succeeded: Type.Array(
      Closed({
        currency: Type.String(),
        count: Type.Integer(WIDE),
        amount: Type.Unsafe<bigint>({ ...Money, description: 'The sum of `charged_amount`, before fees and refunds.' }),
      }),
      { description: 'The succeeded payments of each currency.' },
    ),
  },
  { title: 'Payment totals' },
);
export type PaymentTotals = Static<typeof PaymentTotals>;

export const getPaymentTotals = route({
  id: 'getPaymentTotals',
  method: 'GET',
  path: '/payments/totals',
  tag: 'Payments',
  summary: 'Count and add up payments',
  description:
    'Takes the filters of the list of payments, and answers how many payments match and the sum of the succeeded ones. The figures are exact up to 10 000 payments. They are also exact for up to 92 days if only `status`, `currency` and times at full hours are given.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  query: Closed({ ...createdAtFilters, ...paymentFilters }),
  ok: { status: 200, description: 'The totals.', schema: PaymentTotals },
  errors: ['list_too_expensive'],
});

export const getPayment = route({
  id: 'getPayment',
  method: 'GET',
  path: '/payments/{id}',
  tag: 'Payments',
  summary: 'Read one payment',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
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
  description:
    'Possible while the payment waits for its customer. The payment fails with the code `canceled`. Release a payment whose money is held.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
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
  summary: "Read a payment's timeline",
  description:
    'The states of the payment and of its first 100 refunds, their postings in the ledger, and their events. The deliveries of events are shown to people and to keys with `webhooks:read`. `has_more` is true if there are more refunds (`GET /refunds?payment=…` lists them all), or more entries than your `limit`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  params: IdParams('pay'),
  query: Closed({ limit: ShortLimit }),
  ok: {
    status: 200,
    description: 'Oldest first; all on one page unless you give a `limit`.',
    schema: ListOf(TimelineEntry),
  },
});
