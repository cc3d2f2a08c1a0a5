import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, ListOf, Nullable, Timestamp } from './fields.ts';
import { buildReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';
import { Delivery } from './webhooks.ts';

const Count = Type.Integer();

export const WebhookHealth = Closed(
  {
    object: Type.Literal('webhook_health'),
    endpoint: Id('wbk'),
    livemode: Type.Boolean(),
    succeeded_count: Type.Integer({ description: 'Attempts of the last 7 days that were answered with 2xx.' }),
    failed_count: Type.Integer({ description: 'All other attempts of the last 7 days.' }),
    success_rate: Nullable(Type.Number({ description: 'The share of attempts that succeeded: 0 to 1.' })),
    last_attempt_at: Nullable(Type.String({ ...Timestamp, description: 'Within the last 31 days.' })),
    last_succeeded: Nullable(Type.Boolean({ description: 'The outcome of the last attempt.' })),
    periods: Type.Array(Closed({ at: Timestamp, succeeded_count: Count, failed_count: Count }), {
      description: 'The last 7 days in periods of 6 hours, also those without an attempt.',
    }),
  },
  { title: 'Webhook health' },
);
export type WebhookHealth = Static<typeof WebhookHealth>;

export const listWebhookHealth = route({
  id: 'listWebhookHealth',
  method: 'GET',
  path: '/webhook_health',
  tag: 'Webhook endpoints',
  summary: 'Read the health of all endpoints',
  description: 'Counts of attempts by endpoint, newest endpoint first, all on one page.',
  auth: integrationCallers,
  integration: 'required',
  members: buildReads,
  scope: 'webhooks:read',
  ok: { status: 200, description: 'One record for each endpoint.', schema: ListOf(WebhookHealth) },
});

export const listEventDeliveries = route({
  id: 'listEventDeliveries',
  method: 'GET',
  path: '/events/{id}/deliveries',
  tag: 'Events',
  summary: "List an event's deliveries",
  description: 'At most one for each endpoint, all on one page. Deliveries are kept for 30 days.',
  auth: integrationCallers,
  integration: 'required',
  members: buildReads,
  scope: 'webhooks:read',
  params: IdParams('evt'),
  ok: { status: 200, description: 'The deliveries, each with its attempts.', schema: ListOf(Delivery) },
});
