import Type, { type Static } from 'typebox';
import { Closed, changing, common, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { route, scopes } from './route.ts';

const tag = 'API keys';

export const keyStatuses = ['active', 'expiring', 'expired', 'revoked'] as const;

export const ApiKey = Closed(
  {
    ...common('key', 'api_key'),
    integration: Id('int'),
    label: Nullable(Type.String()),
    scopes: Type.Array(OneOf(scopes)),
    last4: Type.String({ description: 'The last four characters, to recognise it by.' }),
    status: OneOf(keyStatuses, { description: '`expiring`: it was rolled, and works until `expires_at`.' }),
    created_by: Nullable(Type.String({ description: 'Who made it; null where an operator did.' })),
    last_used_at: Nullable(Type.String({ format: 'date-time', description: 'To the minute.' })),
    expires_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    ...changing,
    key: Type.Optional(Type.String({ description: 'The key itself. Shown only here: store it on your server.' })),
  },
  { title: 'API key' },
);
export type ApiKey = Static<typeof ApiKey>;

export const createKey = route({
  id: 'createKey',
  method: 'POST',
  path: '/integrations/{id}/keys',
  tag,
  summary: 'Make a key',
  description:
    "Test keys are made by the merchant's people, owners and developers. A live key takes a person of the merchant who is logged in to the live world with a second factor on.",
  auth: ['merchant', 'developer'],
  params: IdParams('int'),
  body: Closed({
    scopes: Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true }),
    webhooks: Type.Optional(
      Type.Boolean({
        description:
          'Where `scopes` names neither, the key carries `webhooks:read` and `webhooks:write` too. `false`: exactly `scopes`. Default: true.',
      }),
    ),
    label: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    livemode: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  }),
  ok: { status: 201, description: 'The key, with its text.', schema: ApiKey },
  errors: ['two_factor_required', 'too_many_records'],
});

export const listKeys = route({
  id: 'listKeys',
  method: 'GET',
  path: '/integrations/{id}/keys',
  tag,
  summary: 'List keys',
  description: 'With those that are revoked. Live keys are shown to those alone who may make them.',
  auth: ['merchant', 'developer'],
  params: IdParams('int'),
  query: ListQuery('key', {}),
  ok: { status: 200, description: 'The newest first.', schema: ListOf(ApiKey) },
});

export const rollKey = route({
  id: 'rollKey',
  method: 'POST',
  path: '/keys/{id}/roll',
  tag,
  summary: 'Roll a key',
  description: 'A new key with the scopes and the label of the old one, which works on until the overlap ends.',
  auth: ['merchant', 'developer'],
  params: IdParams('key'),
  body: Closed({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'How long the old key still works. Default: 86400 (a day).',
      }),
    ),
  }),
  ok: { status: 201, description: 'The new key, with its text.', schema: ApiKey },
  errors: ['key_not_active', 'two_factor_required', 'too_many_records'],
});

export const revokeKey = route({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  tag,
  summary: 'Revoke a key',
  description: 'For ever, and on every node within a second.',
  auth: ['merchant', 'developer'],
  params: IdParams('key'),
  ok: { status: 200, description: 'The key as it is now.', schema: ApiKey },
});
