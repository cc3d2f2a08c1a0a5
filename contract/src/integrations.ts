import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { route } from './route.ts';

const tag = 'Integrations';

export const developerRoles = ['owner', 'developer', 'viewer'] as const;
export type DeveloperRole = (typeof developerRoles)[number];

/** Validated further by the service: an origin has no path, and is https or on the reader's own machine. */
const Origins = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20, description });

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
    origins: Origins('Origins of web applications that may call with tokens of people, such as `https://app.example`.'),
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
  summary: 'Change an integration',
  description:
    "For the merchant's people and owners. The slug stays as it is. `origins` takes the place of those before; browsers learn of it within ten minutes.",
  auth: ['merchant', 'developer'],
  params: IdParams('int'),
  body: Closed({
    name: Type.Optional(Name),
    origins: Type.Optional(
      Origins(
        'At most 20: `https://` and a host, with a port if it has one, and no path; `http://` for localhost, in test mode.',
      ),
    ),
  }),
  ok: { status: 200, description: 'The integration.', schema: Integration },
  errors: ['name_already_used'],
});
