import Type, { type Static } from 'typebox';
import { EventType, eventKinds } from './events.ts';
import {
  Closed,
  changing,
  common,
  Description,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Metadata,
  Nullable,
  OneOf,
  Timestamp,
} from './fields.ts';
import { route } from './route.ts';

const Subscription = OneOf([...eventKinds.map(({ kind }) => kind), '*']);
const Headers = Type.Record(Type.String(), Type.String());

export const WebhookEndpoint = Closed(
  {
    ...common('wbk', 'webhook_endpoint'),
    ...changing,
    url: Type.String(),
    events: Type.Array(Subscription, { description: 'The kinds that are sent here; `*` is every kind.' }),
    description: Nullable(Type.String()),
    status: OneOf(['enabled', 'disabled']),
    disabled_reason: Nullable(Type.String()),
    api_version: Type.Literal('v1'),
    secret: Type.Optional(
      Type.String({ description: 'Signs every delivery. Shown only here, at creation: store it on your server.' }),
    ),
  },
  { title: 'Webhook endpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const deliveryStatuses = ['pending', 'succeeded', 'dead', 'held'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const Attempt = Closed(
  {
    number: Type.Integer({ description: '1 to 7.' }),
    at: Timestamp,
    request_headers: Headers,
    response_status: Nullable(Type.Integer({ description: 'Any status but 2xx is a failure, redirects included.' })),
    response_headers: Nullable(Headers),
    response_body: Nullable(Type.String({ description: 'Its first 16 KiB.' })),
    error: Nullable(Type.String({ description: 'Why no answer came.' })),
    duration_ms: Type.Integer(),
  },
  { title: 'Attempt' },
);
export type Attempt = Static<typeof Attempt>;

export const Delivery = Closed(
  {
    ...common('dlv', 'delivery'),
    ...changing,
    event: Id('evt'),
    endpoint: Id('wbk'),
    event_type: EventType,
    status: OneOf(deliveryStatuses, {
      description: 'dead: seven attempts failed; kept for 30 days. held: not tried while the endpoint is disabled.',
    }),
    attempts: Type.Array(Attempt),
    next_attempt_at: Nullable(Timestamp),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;

export const DeletedWebhookEndpoint = Closed(
  { id: Id('wbk'), object: Type.Literal('webhook_endpoint'), deleted: Type.Literal(true) },
  { title: 'Deleted webhook endpoint' },
);
export type DeletedWebhookEndpoint = Static<typeof DeletedWebhookEndpoint>;

export const createWebhook = route({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'Webhook endpoints',
  summary: 'Register a webhook endpoint',
  description: 'At most 16 in a mode. The answer carries the signing secret, this once.',
  auth: 'key',
  scope: 'webhooks:write',
  body: Closed({
    url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
      description:
        'An https URL on a public address, without user name or password. The sandbox also takes http and loopback addresses.',
    }),
    events: Type.Array(Subscription, {
      minItems: 1,
      uniqueItems: true,
      description: 'The kinds to send here, or `*` for every kind.',
    }),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 201, description: 'The endpoint, with its secret.', schema: WebhookEndpoint },
  errors: ['too_many_endpoints'],
});

export const listWebhooks = route({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  tag: 'Webhook endpoints',
  summary: 'List webhook endpoints',
  auth: 'key',
  scope: 'webhooks:read',
  query: ListQuery('wbk', {}),
  ok: { status: 200, description: 'A page of endpoints.', schema: ListOf(WebhookEndpoint) },
});

export const getWebhook = route({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  tag: 'Webhook endpoints',
  summary: 'Read one webhook endpoint',
  auth: 'key',
  scope: 'webhooks:read',
  params: IdParams('wbk'),
  ok: { status: 200, description: 'The endpoint, without its secret.', schema: WebhookEndpoint },
});

export const deleteWebhook = route({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  tag: 'Webhook endpoints',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it, what was waiting included.',
  auth: 'key',
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  ok: { status: 200, description: 'The endpoint is gone.', schema: DeletedWebhookEndpoint },
});

export const listWebhookDeliveries = route({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  tag: 'Webhook endpoints',
  summary: "List an endpoint's deliveries",
  auth: 'key',
  scope: 'webhooks:read',
  params: IdParams('wbk'),
  query: ListQuery('dlv', { status: Type.Optional(OneOf(deliveryStatuses)) }),
  ok: { status: 200, description: 'A page of deliveries, each with its attempts.', schema: ListOf(Delivery) },
});

export const getDelivery = route({
  id: 'getDelivery',
  method: 'GET',
  path: '/deliveries/{id}',
  tag: 'Webhook endpoints',
  summary: 'Read one delivery',
  auth: 'key',
  scope: 'webhooks:read',
  params: IdParams('dlv'),
  ok: { status: 200, description: 'The delivery with its attempts.', schema: Delivery },
});
