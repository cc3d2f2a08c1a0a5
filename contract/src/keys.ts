import Type, { type Static } from 'typebox';
import { Closed, changing, common, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { buildReads, keyChanges } from './member-rights.ts';
import { route, scopes } from './route.ts';

const tag = 'API keys';

export const keyStatuses = ['active', 'expiring', 'expired', 'revoked'] as const;

export const ApiKey = Closed(
  {
    ...common('key', 'api_key'),
    integration: Id('int'),
    label: Nullable(Type.String()),
    scopes: Type.Array(OneOf(scopes)),
    last4: Type.String({ description: 'The last four characters, to recognise the key.' }),
    starter: Type.Boolean({
      description: 'Whether a sign-up made it: `POST /integrations/{id}/starter_key` shows it until it was used once.',
    }),
    status: OneOf(keyStatuses, { description: '`expiring`: the key was rolled and works until `expires_at`.' }),
    created_by: Nullable(Type.String({ description: 'The person who made the key; null if an operator did.' })),
    last_used_at: Nullable(Type.String({ format: 'date-time', description: 'Accurate to the minute.' })),
    expires_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    ...changing,
    key: Type.Optional(Type.String({ description: 'The key itself, shown only once. Store it on your server.' })),
  },
  { title: 'API key' },
);
export type ApiKey = Static<typeof ApiKey>;

export const createKey = route({
  id: 'createKey',
  method: 'POST',
  path: '/integrations/{id}/keys',
  tag,
  summary: 'Create a key',
  description:
    "The merchant's people, owners and developers make test keys. Only a person of the merchant who is logged in to the live world with a second factor makes live keys.",
  auth: ['merchant', 'developer'],
  members: keyChanges,
  params: IdParams('int'),
  body: Closed({
    scopes: Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true }),
    webhooks: Type.Optional(
      Type.Boolean({
        description:
          'true: if `scopes` names neither `webhooks:read` nor `webhooks:write`, the key gets both too. false: the key gets exactly `scopes`. Default: true.',
      }),
    ),
    label: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    livemode: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  }),
  ok: { status: 201, description: 'The key record with the key itself.', schema: ApiKey },
  errors: ['two_factor_required', 'too_many_records'],
});

export const listKeys = route({
  id: 'listKeys',
  method: 'GET',
  path: '/integrations/{id}/keys',
  tag,
  summary: 'List keys',
  description: 'The list includes revoked keys. Live keys are visible only to the people who may make them.',
  auth: ['merchant', 'developer'],
  members: buildReads,
  params: IdParams('int'),
  query: ListQuery('key', {}),
  ok: { status: 200, description: 'Newest first.', schema: ListOf(ApiKey) },
});

export const rollKey = route({
  id: 'rollKey',
  method: 'POST',
  path: '/keys/{id}/roll',
  tag,
  summary: 'Roll a key',
  description:
    'Makes a new key with the scopes and the label of the old key. The old key works until the overlap ends.',
  auth: ['merchant', 'developer'],
  members: keyChanges,
  params: IdParams('key'),
  body: Closed({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'The time for which the old key still works. Default: 86400 (a day).',
      }),
    ),
  }),
  ok: { status: 201, description: 'The new key record with the key itself.', schema: ApiKey },
  errors: ['key_not_active', 'two_factor_required', 'too_many_records'],
});

export const rollStarterKey = route({
  id: 'rollStarterKey',
  method: 'POST',
  path: '/integrations/{id}/starter_key',
  tag,
  summary: 'Show the first key',
  description:
    'A merchant who registers gets a test key with all scopes, whose text nobody has seen. This gives it a new text and returns it; the text before stops working. It is refused once the key was used.',
  auth: ['merchant', 'developer'],
  members: keyChanges,
  params: IdParams('int'),
  ok: { status: 201, description: 'The key record with the key itself.', schema: ApiKey },
  errors: ['key_not_active'],
});

export const revokeKey = route({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  tag,
  summary: 'Revoke a key',
  description: 'The key never works again. Every node stops accepting it within a second.',
  auth: ['merchant', 'developer'],
  members: keyChanges,
  params: IdParams('key'),
  ok: { status: 200, description: 'The key as it is now.', schema: ApiKey },
});
