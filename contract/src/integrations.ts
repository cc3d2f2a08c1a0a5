import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { developerRoles, everyMember, management } from './member-rights.ts';
import { route } from './route.ts';

const tag = 'Integrations';

/** The service validates further: an origin has no path, and is https or on the user's own machine. */
const Origins = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20, description });

const Name = Type.String({
  text: 'identifier',
  minLength: 1,
  maxLength: 100,
  description: "A name that is unique among the merchant's integrations.",
});

export const Integration = Closed(
  {
    id: Id('int'),
    object: Type.Literal('integration'),
    name: Type.String(),
    slug: Type.String({
      description: 'Identifies the integration on the command line. Made from its first name; it never changes.',
    }),
    merchant: Closed({ id: Id('mer'), name: Type.String() }),
    live_approved: Type.Boolean({ description: 'Whether the merchant may have live keys.' }),
    role: Nullable(
      OneOf(developerRoles, { description: "Your role on this integration; null for the merchant's people." }),
    ),
    origins: Origins('Origins of web applications that may call with access tokens, such as `https://app.example`.'),
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
  summary: 'Create an integration',
  description:
    'The integration exists in both worlds, permanently. Once the merchant is approved for live, this needs a live login.',
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
  description:
    "A merchant's people see the merchant's integrations. A developer sees the integrations that they belong to.",
  auth: ['merchant', 'developer'],
  members: everyMember,
  query: ListQuery('int', {}),
  ok: { status: 200, description: 'Newest first.', schema: ListOf(Integration) },
});

export const getIntegration = route({
  id: 'getIntegration',
  method: 'GET',
  path: '/integrations/{id}',
  tag,
  summary: 'Read an integration',
  auth: ['merchant', 'developer'],
  members: everyMember,
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
    "For the merchant's people and owners. The slug does not change. `origins` replaces the previous list; browsers apply it within ten minutes.",
  auth: ['merchant', 'developer'],
  members: management,
  params: IdParams('int'),
  body: Closed({
    name: Type.Optional(Name),
    origins: Type.Optional(
      Origins(
        'At most 20 origins: `https://`, a host and an optional port, without a path. `http://` works for localhost in test mode.',
      ),
    ),
  }),
  ok: { status: 200, description: 'The integration.', schema: Integration },
  errors: ['name_already_used'],
});
