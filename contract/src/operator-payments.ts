import Type, { type Static } from 'typebox';
import { TimelineEntry } from './dashboard.ts';
import { Closed, Currency, Id, IdParams, ListOf, ListQuery, OneOf, Phone, Reference, ShortLimit } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { Payment, paymentStatuses } from './payments.ts';
import { Payout, PayoutItem, payoutItemStatuses, payoutStatuses } from './payouts.ts';
import { route } from './route.ts';

const tag = 'Operators';
const looked = 'The look is written to the audit log.';

/** Whose a record is, which its own integration need not be told. */
const whose = { integration: Id('int'), merchant: Id('mer') };
const Mode = OneOf(['live', 'test']);
const integrationMode = 'Default: live where the deployment has it, else test.';

export const AnyPayment = Closed(
  { ...Payment.properties, wallet: Id('wal', "The merchant's, that the money goes to."), ...whose },
  { title: 'Any payment' },
);
export type AnyPayment = Static<typeof AnyPayment>;

export const listAnyPayments = route({
  id: 'listAnyPayments',
  method: 'GET',
  path: '/operator/payments',
  tag,
  summary: 'Find payments of a customer or of an integration',
  description: `What a customer was asked to pay, whoever asked, or what an integration took; one of the two has to be named. ${looked}`,
  auth: ['operator'],
  roles: rights.read,
  query: ListQuery('pay', {
    customer: Type.Optional(Type.String({ ...Phone, description: 'E.164. Required without `integration`.' })),
    integration: Type.Optional(Id('int', 'Required without `customer`.')),
    mode: Type.Optional({
      ...Mode,
      description: `Of a customer, default: both. Of an integration: ${integrationMode}`,
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
  summary: "Read anybody's payment",
  description: looked,
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
  summary: "Read what became of anybody's payment",
  description: `As its integration reads it: states of the payment and of its refunds, postings, events. ${looked}`,
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('pay'),
  query: Closed({ limit: ShortLimit }),
  ok: {
    status: 200,
    description: 'The oldest first; all on one page unless you give a `limit`.',
    schema: ListOf(TimelineEntry),
  },
});

export const AnyPayout = Closed(
  { ...Payout.properties, wallet: Id('wal', "The merchant's, that pays."), ...whose },
  { title: 'Any payout' },
);
export type AnyPayout = Static<typeof AnyPayout>;

export const listAnyPayouts = route({
  id: 'listAnyPayouts',
  method: 'GET',
  path: '/operator/payouts',
  tag,
  summary: 'List the payouts of an integration',
  description: looked,
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
  summary: "Read anybody's payout",
  description: looked,
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
  summary: "List the items of anybody's payout",
  description: looked,
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('pout'),
  query: ListQuery('pit', {
    status: Type.Optional(OneOf(payoutItemStatuses)),
    reference: Type.Optional(Reference),
  }),
  ok: { status: 200, description: 'A page of items.', schema: ListOf(PayoutItem) },
});

export const cancelAnyPayout = route({
  id: 'cancelAnyPayout',
  method: 'POST',
  path: '/operator/payouts/{id}/cancel',
  tag,
  summary: "Cancel anybody's payout",
  description:
    'While it is pending: for as long as it waits for a second person, or for its first moment. No item is paid and all its money is available again. What has begun is paid to its end.',
  auth: ['operator'],
  roles: rights.cancel,
  params: IdParams('pout'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The payout is canceled.', schema: AnyPayout },
  errors: ['payout_not_cancelable'],
});
