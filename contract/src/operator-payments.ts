import Type, { type Static } from 'typebox';
import { TimelineEntry } from './dashboard.ts';
import { Closed, Currency, Id, IdParams, ListOf, ListQuery, OneOf, Phone, Reference, ShortLimit } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { Payment, paymentStatuses } from './payments.ts';
import { nameMatches, Payout, PayoutItem, payoutItemStatuses, payoutStatuses } from './payouts.ts';
import { route } from './route.ts';

const tag = 'Operators';
const audited = 'The read is written to the audit log.';

/** The owner of a record. The integration itself does not need these fields. */
const whose = { integration: Id('int'), merchant: Id('mer') };
const Mode = OneOf(['live', 'test']);
const integrationMode = 'Default: live if the deployment has live mode, otherwise test.';

export const AnyPayment = Closed(
  { ...Payment.properties, wallet: Id('wal', "The merchant's wallet that receives the money."), ...whose },
  { title: 'Any payment' },
);
export type AnyPayment = Static<typeof AnyPayment>;

export const listAnyPayments = route({
  id: 'listAnyPayments',
  method: 'GET',
  path: '/operator/payments',
  tag,
  summary: 'Find payments of a customer or of an integration',
  description: `The payments of one customer, from every integration, or the payments of one integration. Name one of the two. ${audited}`,
  auth: ['operator'],
  roles: rights.read,
  query: ListQuery('pay', {
    customer: Type.Optional(Type.String({ ...Phone, description: 'E.164. Required without `integration`.' })),
    integration: Type.Optional(Id('int', 'Required without `customer`.')),
    mode: Type.Optional({
      ...Mode,
      description: `With \`customer\`, the default is both. With \`integration\`: ${integrationMode}`,
    }),
    status: Type.Optional(OneOf(paymentStatuses)),
    currency: Type.Optional(Currency),
    reference: Type.Optional(Reference),
  }),
  ok: { status: 200, description: 'A page of payments.', schema: ListOf(AnyPayment) },
});

export const getAnyPayment = route({
  id: 'getAnyPayment',
  method: 'GET',
  path: '/operator/payments/{id}',
  tag,
  summary: 'Read any payment',
  description: audited,
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment.', schema: AnyPayment },
});

export const getAnyPaymentTimeline = route({
  id: 'getAnyPaymentTimeline',
  method: 'GET',
  path: '/operator/payments/{id}/timeline',
  tag,
  summary: 'Read the timeline of any payment',
  description: `The same timeline that the integration reads: states of the payment and of its refunds, postings, events. ${audited}`,
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('pay'),
  query: Closed({ limit: ShortLimit }),
  ok: {
    status: 200,
    description: 'Oldest first; all on one page unless you give a `limit`.',
    schema: ListOf(TimelineEntry),
  },
});

export const AnyPayout = Closed(
  { ...Payout.properties, wallet: Id('wal', "The merchant's wallet that pays."), ...whose },
  { title: 'Any payout' },
);
export type AnyPayout = Static<typeof AnyPayout>;

export const listAnyPayouts = route({
  id: 'listAnyPayouts',
  method: 'GET',
  path: '/operator/payouts',
  tag,
  summary: 'List the payouts of an integration',
  description: audited,
  auth: ['operator'],
  roles: rights.read,
  query: Closed({
    ...ListQuery('pout', {
      mode: Type.Optional({ ...Mode, description: integrationMode }),
      status: Type.Optional(OneOf(payoutStatuses)),
      currency: Type.Optional(Currency),
      reference: Type.Optional(Reference),
    }).properties,
    integration: Id('int'),
  }),
  ok: { status: 200, description: 'A page of payouts.', schema: ListOf(AnyPayout) },
});

export const getAnyPayout = route({
  id: 'getAnyPayout',
  method: 'GET',
  path: '/operator/payouts/{id}',
  tag,
  summary: 'Read any payout',
  description: audited,
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('pout'),
  ok: { status: 200, description: 'The payout.', schema: AnyPayout },
});

export const listAnyPayoutItems = route({
  id: 'listAnyPayoutItems',
  method: 'GET',
  path: '/operator/payouts/{id}/items',
  tag,
  summary: 'List the items of any payout',
  description: audited,
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('pout'),
  query: ListQuery('pit', {
    status: Type.Optional(OneOf(payoutItemStatuses)),
    name_match: Type.Optional(OneOf(nameMatches)),
    reference: Type.Optional(Reference),
  }),
  ok: { status: 200, description: 'A page of items.', schema: ListOf(PayoutItem) },
});

export const cancelAnyPayout = route({
  id: 'cancelAnyPayout',
  method: 'POST',
  path: '/operator/payouts/{id}/cancel',
  tag,
  summary: 'Cancel any payout',
  description:
    'Possible while the payout is pending: while it waits for a second person, or for a moment after it was created. No item is paid, and all its money is available again. A payout that has started runs to completion.',
  auth: ['operator'],
  roles: rights.cancel,
  params: IdParams('pout'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The payout is canceled.', schema: AnyPayout },
  errors: ['payout_not_cancelable'],
});
