import Type, { type Static } from 'typebox';
import { Closed, common, IdParams, ListOf, ListQuery, Nullable, OneOf } from './fields.ts';
import { integrationCallers, route } from './route.ts';
import { WalletNotice } from './wallets.ts';

/** Every kind of event. The first six are the interface's own; the rest go only to endpoints that name them, or `*`. */
export const eventKinds = [
  { kind: 'payment.succeeded', object: 'payment', emittedWhen: 'A payment is settled.' },
  { kind: 'payment.failed', object: 'payment', emittedWhen: 'A payment fails definitively.' },
  { kind: 'refund.created', object: 'refund', emittedWhen: 'A refund is initiated.' },
  { kind: 'wallet.frozen', object: 'wallet', record: WalletNotice, emittedWhen: 'A wallet is frozen (fraud or KYC).' },
  { kind: 'kyc.updated', object: 'user', emittedWhen: 'The KYC status of a user changes.' },
  { kind: 'payout.completed', object: 'payout', emittedWhen: 'A mass payout is executed.' },
  { kind: 'refund.succeeded', object: 'refund', emittedWhen: 'The refunded money has reached the customer.' },
  { kind: 'refund.failed', object: 'refund', emittedWhen: 'A refund fails; its money is back on the wallet.' },
  { kind: 'payment.requires_action', object: 'payment', emittedWhen: 'A payment waits for its customer.' },
  { kind: 'wallet.unfrozen', object: 'wallet', record: WalletNotice, emittedWhen: 'A frozen wallet is active again.' },
  {
    kind: 'payout.canceled',
    object: 'payout',
    emittedWhen: 'A mass payout is canceled or rejected; nothing of it is paid.',
  },
  { kind: 'transfer.succeeded', object: 'transfer', emittedWhen: 'Money has moved between two wallets.' },
  { kind: 'webhook.test', object: 'webhook_endpoint', emittedWhen: 'A test event was asked for.' },
] as const;
export type EventKind = (typeof eventKinds)[number]['kind'];

export const EventType = OneOf(eventKinds.map(({ kind }) => kind));

type GroupOf<K extends string> = K extends `${infer Group}.${string}` ? `${Group}.*` : never;
/** `payment.*`: every kind about payments, those of later versions too. */
export type EventGroup = GroupOf<EventKind>;
export const groupOf = (kind: EventKind): EventGroup => `${kind.split('.')[0]}.*` as EventGroup;
export const eventGroups: readonly EventGroup[] = [...new Set(eventKinds.map(({ kind }) => groupOf(kind)))];

export const Event = Closed(
  {
    ...common('evt', 'event'),
    type: EventType,
    api_version: Type.Literal('v1'),
    data: Closed({
      object: Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'The full record as it was when the event happened; its own `object` says of which kind.',
      }),
      previous_attributes: Type.Optional(
        Type.Unsafe<object>({
          type: 'object',
          additionalProperties: true,
          description: 'The former values of what the event tells of, where something changed: the `status`, for most.',
        }),
      ),
    }),
    request: Closed(
      {
        id: Nullable(Type.String()),
        idempotency_key: Nullable(Type.String()),
      },
      {
        description:
          'The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator.',
      },
    ),
  },
  { title: 'Event' },
);
export type Event = Static<typeof Event>;

export const listEvents = route({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'List events',
  auth: integrationCallers,
  integration: 'required',
  scope: 'events:read',
  query: ListQuery('evt', { type: Type.Optional(EventType) }),
  ok: { status: 200, description: 'A page of events.', schema: ListOf(Event) },
});

export const getEvent = route({
  id: 'getEvent',
  method: 'GET',
  path: '/events/{id}',
  tag: 'Events',
  summary: 'Read one event',
  auth: integrationCallers,
  integration: 'required',
  scope: 'events:read',
  params: IdParams('evt'),
  ok: { status: 200, description: 'The event, as every delivery of it carries it.', schema: Event },
});

export const streamEvents = route({
  id: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  tag: 'Events',
  summary: 'Follow events as they happen',
  description:
    "Server-sent events (`text/event-stream`): `data` is an event, `id` its id. After a break send the last id as `Last-Event-ID`: what you missed comes first, nothing is lost and nothing comes twice. Without it the stream begins now; its first message has an id and no data, the place to resume from before the first event (`0` is before all events). The order is that in which the events became visible. A comment comes every ten seconds; the stream ends when the key or session does. For dashboards and tools: a server's own work belongs on webhooks.",
  auth: integrationCallers,
  integration: 'required',
  scope: 'events:read',
  query: Closed({
    resent: Type.Optional(
      OneOf(['true', 'false'], {
        description:
          'true: events that are resent come too, as messages of the type `resent` and without an id, so that the place in the stream stays. Default: false.',
      }),
    ),
  }),
  ok: {
    status: 200,
    description: 'Events, without an end.',
    stream:
      'retry: 1000\nid: 0\n\nid: evt_01kf0r7f5nfy8b3w6m2xt9c4hz\ndata: {"id":"evt_01kf0r7f5nfy8b3w6m2xt9c4hz","object":"event","type":"payment.succeeded"}\n\n',
  },
});

export const resendEvent = route({
  id: 'resendEvent',
  method: 'POST',
  path: '/events/{id}/resend',
  tag: 'Events',
  summary: 'Send an event to open streams again',
  description:
    'Every stream of this world that was opened with `resent=true` gets the event once more, such as a running `rialto listen`. Endpoints get nothing by this: resend a delivery.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  params: IdParams('evt'),
  ok: { status: 200, description: 'The event, which was announced to the streams.', schema: Event },
});
