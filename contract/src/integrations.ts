import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { route } from './route.ts';

const tag = 'Integrations';

export const developerRoles = ['owner', 'developer', 'viewer'] as const;
export type DeveloperRole = (typeof developerRoles)[number];

const Name = Type.String({
  text: 'identifier',
  minLength: 1,
  maxLength: 100,
  description: "Unique among the merchant's integrations.",
});

export const Integration = Closed(
  {
    id: Id('int'),
    object: Type.Literal('integration'),
    name: Type.String(),
    slug: Type.String({ description: 'Names it on the command line. Made of the first name; it never changes.' }),
    merchant: Closed({ id: Id('mer'), name: Type.String() }),
    live_approved: Type.Boolean({ description: 'Whether its merchant may have live keys.' }),
    role: Nullable(OneOf(developerRoles, { description: "What you may do here; null for the merchant's people." })),
    created_at: Timestamp,
    ...changing,
  },
  { title: 'Integration' },
);
export type Integration = Static<typeof Integration>;

export const createIntegration = route({
  id: 'createIntegration',
  method: 'POST',
  path: '/integrations',
  tag,
  summary: 'Make an integration',
  description: 'It is there in both worlds, for good. Once the merchant is approved for live it takes a live login.',
  auth: ['merchant'],
  body: Closed({ name: Name }),
  ok: { status: 201, description: 'The integration.', schema: Integration },
  errors: ['name_already_used', 'too_many_records'],
});

export const listIntegrations = route({
  id: 'listIntegrations',
  method: 'GET',
  path: '/integrations',
  tag,
  summary: 'List integrations',
  description: "A merchant's people see their merchant's, a developer those that they belong to.",
  auth: ['merchant', 'developer'],
  query: ListQuery('int', {}),
  ok: { status: 200, description: 'The newest first.', schema: ListOf(Integration) },
});

export const getIntegration = route({
  id: 'getIntegration',
  method: 'GET',
  path: '/integrations/{id}',
  tag,
  summary: 'Read an integration',
  auth: ['merchant', 'developer'],
  params: IdParams('int'),
  ok: { status: 200, description: 'The integration.', schema: Integration },
});

export const updateIntegration = route({
  id: 'updateIntegration',
  method: 'PATCH',
  path: '/integrations/{id}',
  tag,
  summary: 'Rename an integration',
  description: "For the merchant's people and owners. The slug stays as it is.",
  auth: ['merchant', 'developer'],
  params: IdParams('int'),
  body: Closed({ name: Name }),
  ok: { status: 200, description: 'The integration.', schema: Integration },
  errors: ['name_already_used'],
});
