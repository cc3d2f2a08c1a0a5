import Type, { type Static } from 'typebox';
import { BranchOf, OwnBranch } from './branches.ts';
import { captureModes } from './capture-fields.ts';
import { newPageBearer, pageBearer } from './fee-bearer.ts';
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
  RailSlug,
  Reference,
  ReturnUrl,
  Timestamp,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const tag = 'Checkout';

export const checkoutStatuses = ['open', 'completed', 'expired'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** The languages of the hosted page. */
export const pageLanguages = ['en', 'fr', 'es', 'pt', 'ht', 'sw'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The shortest and the longest life of a session, in seconds, and its default. */
export const SESSION_SECONDS = { minimum: 60, maximum: 30 * 86_400, default: 86_400 } as const;

/** Answers that the payer gave to the questions of a payment link. */
export const PayerFields = Closed({ name: Nullable(Type.String()), note: Nullable(Type.String()) });
export type PayerFields = Static<typeof PayerFields>;

export const ReturnSuccess = ReturnUrl(
  'The page shows a link to this address once the payment is final. It begins with https. The return proves nothing: wait for the event.',
);
export const PageLocale = OneOf(pageLanguages, {
  description: "The language of the page. Default: the language of the payer's browser.",
});
export const PageRails = Type.Array(RailSlug('The slug of a rail of `GET /rails`, `wallet` or `sandbox`.'), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'The only rails that the payer may use. Default: every rail that reaches the phone.',
});

export const CheckoutSession = Closed(
  {
    ...common('cs', 'checkout_session'),
    ...changing,
    url: Type.String({ description: 'The address of the hosted page. Anybody with it can pay.' }),
    status: OneOf(checkoutStatuses, {
      description:
        '`completed`: a payment has succeeded; with manual capture, after the last capture. `expired`: the time has ended and no payment is unfinished. Both are final.',
    }),
    amount: Money,
    currency: Type.String(),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    customer: Nullable(Type.String({ description: "The payer's phone in E.164 form, if you gave one." })),
    success_url: Nullable(Type.String()),
    cancel_url: Nullable(Type.String()),
    capture: OneOf(captureModes, { description: 'How its payments are captured.' }),
    fee_bearer: pageBearer,
    rails: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
    locale: Nullable(PageLocale),
    link: Nullable(Id('lnk', 'The payment link that it was opened from.')),
    branch: BranchOf('The branch that its payments take.'),
    quantity: Type.Integer({ description: 'How often the unit of the link was bought. 1 without a link.' }),
    fields: PayerFields,
    payment: Nullable(Id('pay', 'The payment that completed it; until then the latest attempt.')),
    attempts: Type.Integer({ description: 'The payments that the payer began.' }),
    expires_at: Type.String({ ...Timestamp, description: 'No attempt begins after this time.' }),
    completed_at: Nullable(Timestamp),
    expired_at: Nullable(Timestamp),
  },
  { title: 'Checkout session' },
);
export type CheckoutSession = Static<typeof CheckoutSession>;

export const createCheckoutSession = route({
  id: 'createCheckoutSession',
  method: 'POST',
  path: '/checkout/sessions',
  tag,
  summary: 'Create a checkout session',
  description:
    'Opens a page on which one payer pays this amount once. Send the payer to `url`. Wait for the event `checkout.completed`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'checkout:write',
  body: Closed({
    amount: Amount,
    currency: Currency,
    reference: Type.Optional(Nullable(Reference)),
    branch: OwnBranch('The branch that its payments take.'),
    description: Type.Optional(Nullable(Description)),
    customer: Type.Optional(
      Nullable({
        ...Phone,
        description: "The payer's phone. The page shows it masked, and the payer may use another.",
      }),
    ),
    success_url: Type.Optional(ReturnSuccess),
    cancel_url: Type.Optional(ReturnUrl('The page links to this address for a payer who gives up.')),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: SESSION_SECONDS.minimum,
        maximum: SESSION_SECONDS.maximum,
        description: `Seconds until it expires. Default: ${SESSION_SECONDS.default}.`,
      }),
    ),
    capture: Type.Optional(
      OneOf(captureModes, {
        description:
          '`manual`: the money of the payer is held until you capture or release the payment. The payer may then use only the rails `wallet` and `sandbox`. Default: `automatic`.',
      }),
    ),
    fee_bearer: newPageBearer(' It cannot be combined with `capture: "manual"`.'),
    rails: Type.Optional(PageRails),
    locale: Type.Optional(PageLocale),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 201, description: 'The session is open.', schema: CheckoutSession },
  errors: ['reference_already_used'],
});

export const listCheckoutSessions = route({
  id: 'listCheckoutSessions',
  method: 'GET',
  path: '/checkout/sessions',
  tag,
  summary: 'List checkout sessions',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'checkout:read',
  query: ListQuery('cs', {
    status: Type.Optional(OneOf(checkoutStatuses)),
    currency: Type.Optional(Currency),
    reference: Type.Optional(Reference),
    link: Type.Optional(Id('lnk')),
  }),
  ok: { status: 200, description: 'A page of sessions.', schema: ListOf(CheckoutSession) },
});

export const getCheckoutSession = route({
  id: 'getCheckoutSession',
  method: 'GET',
  path: '/checkout/sessions/{id}',
  tag,
  summary: 'Read one checkout session',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'checkout:read',
  params: IdParams('cs'),
  ok: { status: 200, description: 'The session.', schema: CheckoutSession },
});

export const expireCheckoutSession = route({
  id: 'expireCheckoutSession',
  method: 'POST',
  path: '/checkout/sessions/{id}/expire',
  tag,
  summary: 'Expire a checkout session',
  description:
    'No attempt begins afterwards. A session with an unfinished payment stays `open` until that payment is final: then it is `completed` or `expired`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'checkout:write',
  params: IdParams('cs'),
  ok: { status: 200, description: 'The session, expired or about to.', schema: CheckoutSession },
  errors: ['checkout_session_completed'],
});

export const UnexpectedPayment = Closed(
  {
    ...common('ump', 'unexpected_payment'),
    checkout_session: Id('cs'),
    payment: Id('pay'),
    reason: OneOf(['late', 'other_amount'], {
      description:
        '`late`: the provider reports success for an attempt that had failed. `other_amount`: it received another amount.',
    }),
    amount: Type.Unsafe<bigint>({ ...Money, description: 'The money that arrived.' }),
    expected_amount: Type.Unsafe<bigint>({
      ...Money,
      description: "The session's amount, and the fee and tax of the attempt if its payer bears them.",
    }),
    currency: Type.String(),
    session_status: OneOf(checkoutStatuses, { description: "The session's status then. It stays as it is." }),
  },
  { title: 'Unexpected payment' },
);
export type UnexpectedPayment = Static<typeof UnexpectedPayment>;

export const listUnexpectedPayments = route({
  id: 'listUnexpectedPayments',
  method: 'GET',
  path: '/checkout/unexpected_payments',
  tag,
  summary: 'List unexpected payments',
  description:
    'Money that reached a session without paying it. The session stays as it is, and the operators of this service have a case that proposes the refund.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'checkout:read',
  query: ListQuery('ump', { checkout_session: Type.Optional(Id('cs')) }),
  ok: { status: 200, description: 'A page of unexpected payments.', schema: ListOf(UnexpectedPayment) },
});

export const checkoutRoutes = {
  createCheckoutSession,
  listCheckoutSessions,
  getCheckoutSession,
  expireCheckoutSession,
  listUnexpectedPayments,
};
