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
import { buildReads, webhookChanges } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const Subscription = OneOf([...eventKinds.map(({ kind }) => kind), ...eventGroups, '*']);
const Headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'An https URL on a public address, without user name or password. A host in another script is stored and sent in punycode, a path percent-encoded. The sandbox also accepts http and loopback addresses.',
});
const Subscriptions = Type.Array(Subscription, {
  minItems: 1,
  uniqueItems: true,
  description: 'The kinds of event to send here. `payment.*` means every kind about payments, `*` means every kind.',
});

/** RFC 9110 5.6.2: a token. */
const headerNames = { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", minLength: 1, maxLength: 64 };
const headerValue = { pattern: '^[!-~]([ -~]*[!-~])?$', minLength: 1, maxLength: 1024 };
const ownHeaders =
  'Your own headers for every delivery to this endpoint, such as a token for your gateway: up to 16, in printable ASCII. The values are encrypted and never shown. You cannot set headers of HTTP itself, of the signature, or `Content-Type`.';
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
  description: `${ownHeaders} Headers that you do not name stay. Null as a value removes the header; null instead of the object removes all.`,
});

const endpointStatuses = ['enabled', 'disabled'] as const;

export const WebhookEndpoint = Closed(
  {
    ...common('wbk', 'webhook_endpoint'),
    ...changing,
    url: Type.String(),
    events: Type.Array(Subscription, {
      description:
        'The kinds of event that are sent here. `payment.*` means every kind about payments, `*` means every kind.',
    }),
    description: Nullable(Type.String()),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          'Your own headers, each with `[masked]` instead of its value. Missing only in a replayed answer from before the upgrade to this version.',
      }),
    ),
    status: OneOf(endpointStatuses),
    disabled_reason: Nullable(Type.String()),
    api_version: Type.Literal('v1'),
    secret: Type.Optional(
      Type.String({
        description:
          'The secret that signs every delivery. It is shown only at creation and at a roll: store it on your server.',
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
    number: Type.Integer({ description: '1 to 7; a resend continues the count.' }),
    at: Timestamp,
    request_headers: Headers,
    response_status: Nullable(
      Type.Integer({ description: 'Any status other than 2xx is a failure, redirects included.' }),
    ),
    response_headers: Nullable(Headers),
    response_body: Nullable(
      Type.String({
        description:
          'The first 64 KiB of the body, decompressed and decoded by its charset; in a page of deliveries, the first 16 384 characters.',
      }),
    ),
    error: Nullable(
      Closed({
        class: OneOf(errorClasses),
        message: Type.String({ description: 'The error and what to do about it. The words may change.' }),
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
    endpoint_url: Nullable(Type.String({ description: "The endpoint's URL as it is now. Null for the inbox." })),
    event_type: EventType,
    payload: Type.String({ description: 'The event: the exact bytes that every attempt signs and sends.' }),
    status: OneOf(deliveryStatuses, {
      description:
        '`dead`: seven attempts failed. `held`: not sent because the endpoint is disabled; replay it after you enable the endpoint. Dead and succeeded deliveries are kept for 30 days.',
    }),
    attempts: Type.Array(Attempt, {
      description: 'Every attempt. A delivery that is resent many times keeps the last 28 attempts.',
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

const callers = { auth: integrationCallers, integration: 'required' } as const;

export const createWebhook = route({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'Webhook endpoints',
  summary: 'Register a webhook endpoint',
  description: 'At most 16 endpoints in a mode. Only this answer has the signing secret.',
  ...callers,
  members: webhookChanges,
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
  ...callers,
  members: buildReads,
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
  ...callers,
  members: buildReads,
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
  description: 'The service sends nothing more to this endpoint, including waiting deliveries.',
  ...callers,
  members: webhookChanges,
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  ok: { status: 200, description: 'The endpoint is deleted.', schema: DeletedWebhookEndpoint },
});

export const listWebhookDeliveries = route({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  tag: 'Webhook endpoints',
  summary: "List an endpoint's deliveries",
  ...callers,
  members: buildReads,
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
  ...callers,
  members: buildReads,
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
    'Changes only the fields that you send. While an endpoint is disabled, its deliveries are held: replay them after you enable it.',
  ...callers,
  members: webhookChanges,
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
    'Until the overlap ends, the old secret signs `Service-Signature` and the new secret signs `Service-Signature-Next`; `webhook-signature` has both signatures. If you roll again during the overlap, the old secret continues to sign and the new secret is replaced.',
  ...callers,
  members: webhookChanges,
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  body: Closed({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'The time for which the old secret still signs. Default: 86400 (a day).',
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
    "Sends a `webhook.test` event once, now, and answers with the endpoint's response. There are no retries.",
  ...callers,
  members: webhookChanges,
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
      description: 'The deliveries to replay. `failed` means dead and held.',
    }),
    status: OneOf(replayStatuses),
    resent_count: Type.Integer({ description: 'The number of deliveries queued again so far.' }),
    completed_at: Nullable(Timestamp),
  },
  { title: 'Replay', description: 'Queues past deliveries of an endpoint again, in the background.' },
);
export type Replay = Static<typeof Replay>;

export const replayWebhook = route({
  id: 'replayWebhook',
  method: 'POST',
  path: '/webhooks/{id}/replay',
  tag: 'Webhook endpoints',
  summary: 'Replay deliveries',
  description:
    'Resends deliveries of the endpoint between two times, with the same event ids and on the schedule of a first attempt. New deliveries go first.',
  ...callers,
  members: webhookChanges,
  scope: 'webhooks:write',
  params: IdParams('wbk'),
  body: Closed({
    since: Timestamp,
    until: Type.Optional({ ...Timestamp, description: 'Default and maximum: now.' }),
    types: Type.Optional(Type.Array(EventType, { minItems: 1, uniqueItems: true })),
    status: Type.Optional(
      OneOf(['dead', 'held', 'failed', 'all'], { description: 'Default: failed (dead and held).' }),
    ),
  }),
  ok: { status: 202, description: 'The replay is started.', schema: Replay },
  errors: ['webhook_disabled'],
});

export const listReplays = route({
  id: 'listReplays',
  method: 'GET',
  path: '/webhooks/{id}/replays',
  tag: 'Webhook endpoints',
  summary: "List an endpoint's replays",
  ...callers,
  members: buildReads,
  scope: 'webhooks:read',
  params: IdParams('wbk'),
  query: ListQuery('rpl', { status: Type.Optional(OneOf(replayStatuses)) }),
  ok: { status: 200, description: 'A page of replays with their progress.', schema: ListOf(Replay) },
});

export const getReplay = route({
  id: 'getReplay',
  method: 'GET',
  path: '/replays/{id}',
  tag: 'Webhook endpoints',
  summary: 'Read one replay',
  ...callers,
  members: buildReads,
  scope: 'webhooks:read',
  params: IdParams('rpl'),
  ok: { status: 200, description: 'The replay with its progress.', schema: Replay },
});

export const resendDelivery = route({
  id: 'resendDelivery',
  method: 'POST',
  path: '/deliveries/{id}/resend',
  tag: 'Webhook endpoints',
  summary: 'Resend a delivery',
  description:
    'Sends the delivery now, in any state, with the same event id. If it fails, retries follow the schedule of a first attempt.',
  ...callers,
  members: webhookChanges,
  scope: 'webhooks:write',
  params: IdParams('dlv'),
  ok: { status: 202, description: 'The delivery is queued.', schema: Delivery },
  errors: ['webhook_disabled', 'webhook_deleted'],
});
