import Type, { type Static } from 'typebox';
import { EventType, eventGroups, eventKinds } from './events.ts';
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
import { integrationCallers, route } from './route.ts';

const Subscription = OneOf([...eventKinds.map(({ kind }) => kind), ...eventGroups, '*']);
const Headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'An https URL on a public address, without user name or password. A host or path of other scripts is stored as it is sent: in punycode and percent-encoded. The sandbox also takes http and loopback addresses.',
});
const Subscriptions = Type.Array(Subscription, {
  minItems: 1,
  uniqueItems: true,
  description: 'The kinds to send here, `payment.*` for every kind about payments, or `*` for every kind.',
});

/** RFC 9110 5.6.2: a token. */
const headerNames = { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", minLength: 1, maxLength: 64 };
const headerValue = { pattern: '^[!-~]([ -~]*[!-~])?$', minLength: 1, maxLength: 1024 };
const ownHeaders =
  'Headers of your own for every delivery here, such as a token that your gateway asks for: up to 16, in printable ASCII. They are sealed, and shown without their values. Those of HTTP itself, of the signature and `Content-Type` cannot be set.';
const OwnHeaders = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: headerNames,
  additionalProperties: { type: 'string', ...headerValue },
  maxProperties: 16,
  description: ownHeaders,
});
const ChangedHeaders = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  propertyNames: headerNames,
  additionalProperties: { anyOf: [{ type: 'string', ...headerValue }, { type: 'null' }] },
  maxProperties: 32,
  description: `${ownHeaders} Those that are not named stay; null removes one, and null in the place of the object all.`,
});

const endpointStatuses = ['enabled', 'disabled'] as const;

export const WebhookEndpoint = Closed(
  {
    ...common('wbk', 'webhook_endpoint'),
    ...changing,
    url: Type.String(),
    events: Type.Array(Subscription, {
      description: 'The kinds that are sent here; `payment.*` is every kind about payments, `*` every kind.',
    }),
    description: Nullable(Type.String()),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          'Your own headers, each with `[masked]` in the place of its value. Missing only where an answer from before the upgrade to this version is repeated.',
      }),
    ),
    status: OneOf(endpointStatuses),
    disabled_reason: Nullable(Type.String()),
    api_version: Type.Literal('v1'),
    secret: Type.Optional(
      Type.String({
        description: 'Signs every delivery. Shown at creation and by a roll, and never again: store it on your server.',
      }),
    ),
  },
  { title: 'Webhook endpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const deliveryStatuses = ['pending', 'succeeded', 'dead', 'held'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const errorClasses = [
  'dns',
  'refused_address',
  'connect',
  'tls',
  'timeout',
  'protocol',
  'invalid_url',
  'status',
] as const;

export const Attempt = Closed(
  {
    number: Type.Integer({ description: '1 to 7; a resend goes on counting.' }),
    at: Timestamp,
    request_headers: Headers,
    response_status: Nullable(Type.Integer({ description: 'Any status but 2xx is a failure, redirects included.' })),
    response_headers: Nullable(Headers),
    response_body: Nullable(
      Type.String({
        description:
          'Its first 64 KiB, decompressed and read in its charset; in a page of deliveries its first 16 384 characters.',
      }),
    ),
    error: Nullable(
      Closed({
        class: OneOf(errorClasses),
        message: Type.String({ description: 'What went wrong and what to do about it; its words may change.' }),
      }),
    ),
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
    payload: Type.String({ description: 'The bytes that every attempt signs and sends: the event.' }),
    status: OneOf(deliveryStatuses, {
      description:
        'dead: seven attempts failed; kept for 30 days after, as succeeded is. held: not tried while the endpoint is disabled; replay it once the endpoint is enabled.',
    }),
    attempts: Type.Array(Attempt, {
      description: 'Every attempt; of a delivery that is sent again and again the last 28.',
    }),
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
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  body: Closed({
    url: Url,
    events: Subscriptions,
    headers: Type.Optional(Nullable(OwnHeaders)),
    description: Type.Optional(Nullable(Description)),
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
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:read',
  query: ListQuery('wbk', { status: Type.Optional(OneOf(endpointStatuses)) }),
  ok: { status: 200, description: 'A page of endpoints.', schema: ListOf(WebhookEndpoint) },
});

export const getWebhook = route({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  tag: 'Webhook endpoints',
  summary: 'Read one webhook endpoint',
  auth: integrationCallers,
  integration: 'required',
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
  auth: integrationCallers,
  integration: 'required',
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
  auth: integrationCallers,
  integration: 'required',
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
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:read',
  params: IdParams('dlv'),
  ok: { status: 200, description: 'The delivery with its attempts.', schema: Delivery },
});

export const updateWebhook = route({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  tag: 'Webhook endpoints',
  summary: 'Change a webhook endpoint',
  description:
    'Only the fields that are sent. While it is disabled, what it would have been sent is held: replay that afterwards.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  body: Closed({
    url: Type.Optional(Url),
    events: Type.Optional(Subscriptions),
    headers: Type.Optional(Nullable(ChangedHeaders)),
    description: Type.Optional(Nullable(Description)),
    metadata: Type.Optional(Metadata),
    status: Type.Optional(OneOf(endpointStatuses)),
  }),
  ok: { status: 200, description: 'The endpoint as it is now.', schema: WebhookEndpoint },
});

export const rollWebhookSecret = route({
  id: 'rollWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/roll_secret',
  tag: 'Webhook endpoints',
  summary: 'Roll the signing secret',
  description:
    'Until the overlap ends the old secret signs `Service-Signature` and the new one `Service-Signature-Next`; `webhook-signature` carries both. Rolled again within the overlap, the old one signs on and the new one is replaced.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  body: Closed({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'How long the old secret still signs. Default: 86400 (a day).',
      }),
    ),
  }),
  ok: { status: 200, description: 'The endpoint, with its new secret.', schema: WebhookEndpoint },
});

export const testWebhook = route({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  tag: 'Webhook endpoints',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test` event once, now, and answers with what the endpoint said. It is not tried again.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  ok: { status: 200, description: 'The delivery with its one attempt, succeeded or dead.', schema: Delivery },
});

const replayStatuses = ['running', 'completed'] as const;

export const Replay = Closed(
  {
    ...common('rpl', 'replay'),
    ...changing,
    endpoint: Id('wbk'),
    since: Timestamp,
    until: Timestamp,
    types: Nullable(Type.Array(EventType)),
    delivery_status: OneOf(['dead', 'held', 'failed', 'all'], {
      description: 'Which deliveries: failed is dead and held.',
    }),
    status: OneOf(replayStatuses),
    resent_count: Type.Integer({ description: 'Deliveries that were put back in line so far.' }),
    completed_at: Nullable(Timestamp),
  },
  { title: 'Replay', description: 'Puts past deliveries of an endpoint back in line, in the background.' },
);
export type Replay = Static<typeof Replay>;

export const replayWebhook = route({
  id: 'replayWebhook',
  method: 'POST',
  path: '/webhooks/{id}/replay',
  tag: 'Webhook endpoints',
  summary: 'Replay deliveries',
  description:
    'Sends again what the endpoint was to be sent between two times: under the same event ids, behind what is new, on the schedule of a first attempt.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  body: Closed({
    since: Timestamp,
    until: Type.Optional({ ...Timestamp, description: 'Default, and at most: now.' }),
    types: Type.Optional(Type.Array(EventType, { minItems: 1, uniqueItems: true })),
    status: Type.Optional(
      OneOf(['dead', 'held', 'failed', 'all'], { description: 'Default: failed (dead and held).' }),
    ),
  }),
  ok: { status: 202, description: 'The replay has begun.', schema: Replay },
  errors: ['webhook_disabled'],
});

export const listReplays = route({
  id: 'listReplays',
  method: 'GET',
  path: '/webhooks/{id}/replays',
  tag: 'Webhook endpoints',
  summary: "List an endpoint's replays",
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:read',
  params: IdParams('wbk'),
  query: ListQuery('rpl', { status: Type.Optional(OneOf(replayStatuses)) }),
  ok: { status: 200, description: 'A page of replays and how far each is.', schema: ListOf(Replay) },
});

export const getReplay = route({
  id: 'getReplay',
  method: 'GET',
  path: '/replays/{id}',
  tag: 'Webhook endpoints',
  summary: 'Read one replay',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:read',
  params: IdParams('rpl'),
  ok: { status: 200, description: 'The replay and how far it is.', schema: Replay },
});

export const resendDelivery = route({
  id: 'resendDelivery',
  method: 'POST',
  path: '/deliveries/{id}/resend',
  tag: 'Webhook endpoints',
  summary: 'Send a delivery again',
  description: 'Whatever its state, now, and on the schedule of a first attempt if it fails. The event id is the same.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  params: IdParams('dlv'),
  ok: { status: 202, description: 'The delivery is in line.', schema: Delivery },
  errors: ['webhook_disabled', 'webhook_deleted'],
});
