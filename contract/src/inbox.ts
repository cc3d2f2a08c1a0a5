import Type, { type Static } from 'typebox';
import { EventType } from './events.ts';
import { Closed, common, Id, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { buildReads, webhookChanges } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const tag = 'Webhook inbox';

export const InboxEvent = Closed(
  {
    ...common('dlv', 'inbox_event'),
    event: Id('evt'),
    event_type: EventType,
    payload: Type.String({ description: 'The event: the exact bytes that were signed.' }),
    request_headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The headers that a receiver gets, with the signature.',
    }),
    signature: OneOf(['valid', 'invalid'], {
      description: 'The result of the check that docs/webhooks.md describes, made when the event arrived.',
    }),
    attempts: Type.Integer({ description: 'How often it was sent: a resend adds one.' }),
    received_at: Nullable(Timestamp),
  },
  { title: 'Inbox event' },
);
export type InboxEvent = Static<typeof InboxEvent>;

export const Inbox = Closed({ object: Type.Literal('inbox'), livemode: Type.Literal(false) }, { title: 'Inbox' });
export type Inbox = Static<typeof Inbox>;

export const openInbox = route({
  id: 'openInbox',
  method: 'POST',
  path: '/inbox',
  tag,
  summary: 'Open the inbox',
  description:
    'A test integration has a built-in webhook receiver, outside the limit of 16 endpoints. Merchants who register get it at once; this opens it for an older integration. Later events arrive there too, signed and delivered like those of any endpoint, without a network.',
  auth: integrationCallers,
  integration: 'required',
  members: webhookChanges,
  scope: 'webhooks:write',
  testOnly: true,
  ok: { status: 200, description: 'The inbox is open.', schema: Inbox },
});

export const listInbox = route({
  id: 'listInbox',
  method: 'GET',
  path: '/inbox',
  tag,
  summary: 'List the events in the inbox',
  description: 'The inbox keeps the last 100 events.',
  auth: integrationCallers,
  integration: 'required',
  members: buildReads,
  scope: 'webhooks:read',
  testOnly: true,
  query: ListQuery('dlv', { type: Type.Optional(EventType) }),
  ok: { status: 200, description: 'A page of events, newest first.', schema: ListOf(InboxEvent) },
});
