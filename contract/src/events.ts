import Type, { type Static } from 'typebox';
import { BulkNotice } from './bulk.ts';
import { Closed, common, IdParams, ListOf, ListQuery, Nullable, OneOf } from './fields.ts';
import { buildReads, everyMember, webhookChanges } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';
import { WalletNotice } from './wallets.ts';

/**
 * Every kind of event. The first six are the interface's own. An endpoint gets a kind if it names the kind, its group
 * or `*`.
 */
export const eventKinds = [
  { kind: 'payment.succeeded', object: 'payment', emittedWhen: 'A payment is settled.' },
  { kind: 'payment.failed', object: 'payment', emittedWhen: 'A payment fails. This is final.' },
  { kind: 'refund.created', object: 'refund', emittedWhen: 'A refund is created.' },
  { kind: 'wallet.frozen', object: 'wallet', record: WalletNotice, emittedWhen: 'A wallet is frozen (fraud or KYC).' },
  { kind: 'kyc.updated', object: 'user', emittedWhen: 'The KYC status of a user changes.' },
  { kind: 'payout.completed', object: 'payout', emittedWhen: 'Every item of a payout is final.' },
  { kind: 'refund.succeeded', object: 'refund', emittedWhen: 'The refunded money has reached the customer.' },
  { kind: 'refund.failed', object: 'refund', emittedWhen: 'A refund fails; its money is back in the wallet.' },
  { kind: 'payment.requires_action', object: 'payment', emittedWhen: 'A payment waits for its customer to act.' },
  {
    kind: 'payment.requires_capture',
    object: 'payment',
    emittedWhen: 'The customer has approved a payment with manual capture, and its money is held.',
  },
  { kind: 'payment.captured', object: 'payment', emittedWhen: 'You capture held money, all of it or a part.' },
  {
    kind: 'payment.capture_expiring',
    object: 'payment',
    emittedWhen: 'Held money goes back soon: 24 hours before, or half-way if it is held for less than 48 hours.',
  },
  { kind: 'wallet.unfrozen', object: 'wallet', record: WalletNotice, emittedWhen: 'A frozen wallet is active again.' },
  {
    kind: 'payout.canceled',
    object: 'payout',
    emittedWhen: 'A payout is canceled or rejected; none of its items is paid.',
  },
  { kind: 'transfer.succeeded', object: 'transfer', emittedWhen: 'Money has moved between two wallets.' },
  { kind: 'hold.created', object: 'hold', emittedWhen: 'Money is held on a wallet.' },
  { kind: 'hold.captured', object: 'hold', emittedWhen: 'A capture pays held money, all of it or a part.' },
  {
    kind: 'hold.released',
    object: 'hold',
    emittedWhen: 'You, or both deciders of an escrow, give back what is still held.',
  },
  {
    kind: 'hold.decided',
    object: 'hold',
    emittedWhen: 'A decider of an escrow decides, or changes the decision.',
  },
  {
    kind: 'hold.expiring',
    object: 'hold',
    emittedWhen: 'A hold ends soon: 24 hours before, or half-way if it lasts less than 48 hours.',
  },
  { kind: 'hold.expired', object: 'hold', emittedWhen: 'A hold ends, and what is still held goes back.' },
  {
    kind: 'transfer.reversed',
    object: 'transfer',
    emittedWhen: 'Money of a transfer was returned, in whole or in part.',
  },
  { kind: 'movement.succeeded', object: 'movement', emittedWhen: 'Money has moved between several wallets.' },
  {
    kind: 'payment.reversed',
    object: 'payment',
    emittedWhen: 'A provider takes the money of a succeeded payment back.',
  },
  {
    kind: 'payout.item_returned',
    object: 'payout_item',
    emittedWhen: 'A provider takes a paid item back; its money is in your wallet again.',
  },
  {
    kind: 'checkout.completed',
    object: 'checkout_session',
    emittedWhen: 'A checkout session is paid.',
  },
  {
    kind: 'checkout.expired',
    object: 'checkout_session',
    emittedWhen: 'A checkout session ends unpaid.',
  },
  {
    kind: 'checkout.unexpected_payment',
    object: 'unexpected_payment',
    emittedWhen: 'Money reaches a checkout session without paying it.',
  },
  {
    kind: 'bulk.completed',
    object: 'bulk',
    record: BulkNotice,
    emittedWhen: 'Every item of a bulk request has its result. The event has no results: read the record.',
  },
  { kind: 'export.completed', object: 'export', emittedWhen: 'The file of an export is ready.' },
  {
    kind: 'schedule.upcoming',
    object: 'schedule',
    emittedWhen: 'A run of a schedule is near: `notice_hours` before it.',
  },
  {
    kind: 'schedule.failed',
    object: 'schedule',
    emittedWhen: 'A run of a schedule moved no money; `last_run` says why.',
  },
  { kind: 'webhook.test', object: 'webhook_endpoint', emittedWhen: 'You request a test event.' },
] as const;
export type EventKind = (typeof eventKinds)[number]['kind'];

export const EventType = OneOf(eventKinds.map(({ kind }) => kind));

type GroupOf<K extends string> = K extends `${infer Group}.${string}` ? `${Group}.*` : never;
/** `payment.*`: every kind about payments, including those of later versions. */
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
        description: 'The full record as it was when the event happened. Its own `object` field names its kind.',
      }),
      previous_attributes: Type.Optional(
        Type.Unsafe<object>({
          type: 'object',
          additionalProperties: true,
          description: 'The previous values of the fields that changed; for most events the `status`.',
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
          'The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator.',
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
  members: buildReads,
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
  members: buildReads,
  scope: 'events:read',
  params: IdParams('evt'),
  ok: { status: 200, description: 'The event, as in every delivery of it.', schema: Event },
});

export const streamEvents = route({
  id: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  tag: 'Events',
  summary: 'Follow events as they happen',
  description:
    'Server-sent events (`text/event-stream`): `data` is an event, `id` its id. After a disconnect, send the last id as `Last-Event-ID`: the stream starts with the events that you missed, without losses and without duplicates. Without it the stream starts now; its first message has an id and no data, so that you can resume from there before the first event (`0` is before all events). Events come in the order in which they became visible. A comment comes every ten seconds; the stream ends when the key or session ends. Use it for dashboards and tools; servers should use webhooks.',
  auth: integrationCallers,
  integration: 'required',
  members: everyMember,
  scope: 'events:read',
  query: Closed({
    group: Type.Optional(
      OneOf(eventGroups, {
        description: 'Only events of this group. A member with the role `till` follows `checkout.*` alone.',
      }),
    ),
    resent: Type.Optional(
      OneOf(['true', 'false'], {
        description:
          'true: the stream also carries resent events, as messages of the type `resent`, without an id so that your position in the stream stays. Default: false.',
      }),
    ),
  }),
  ok: {
    status: 200,
    description: 'An endless stream of events.',
    stream:
      'retry: 1000\nid: 0\n\nid: evt_01kf0r7f5nfy8b3w6m2xt9c4hz\ndata: {"id":"evt_01kf0r7f5nfy8b3w6m2xt9c4hz","object":"event","type":"payment.succeeded"}\n\n',
  },
});

export const resendEvent = route({
  id: 'resendEvent',
  method: 'POST',
  path: '/events/{id}/resend',
  tag: 'Events',
  summary: 'Resend an event to open streams',
  description:
    'Every stream of this world that was opened with `resent=true` gets the event again, such as a running `rialto listen`. Endpoints do not: resend a delivery for them.',
  auth: integrationCallers,
  integration: 'required',
  members: webhookChanges,
  scope: 'webhooks:write',
  params: IdParams('evt'),
  ok: { status: 200, description: 'The event, sent to the open streams.', schema: Event },
});
