import Type, { type Static } from 'typebox';
import { Approval } from './approvals.ts';
import { Amount, Closed, changing, Id, ListOf, Nullable, OneOf, Timestamp } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';
import { SchemeAccount } from './scheme-accounts.ts';

const tag = 'Rail settings';

export const railStatuses = ['enabled', 'paused', 'closed'] as const;

const Slug = Type.String({
  minLength: 2,
  maxLength: 30,
  pattern: '^[a-z][a-z0-9-]{1,29}$',
  description: 'The name of the rail in payments, payouts and the books (`clearing:<slug>`). It is never used again.',
});
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' });
const RailCurrency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' });
const BaseUrl = Type.String({ minLength: 1, maxLength: 300, description: "The base address of the provider's API." });
const Credentials = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
  // Texts may be PEM, with line feeds; the provider's own schema checks the rest.
  additionalProperties: { not: { type: ['number', 'null'] } },
  description:
    "The provider's fields, as `GET /operator/providers` lists them. They are stored encrypted and never returned.",
});
const Fingerprint = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description:
    'Identifies the base URL with the credentials and the scheme account. Two operators who see the same one mean the same.',
});
const Count = (description: string) => Nullable(Type.Integer({ minimum: 1, maximum: 100_000, description }));
const Money = (description: string) => Nullable(Type.Integer({ ...Amount, description }));

const limits = {
  prefixes: Type.Array(Type.String({ minLength: 1, maxLength: 15, pattern: '^[1-9][0-9]*$' }), {
    maxItems: 1_000,
    description:
      'Phone prefixes with the country code, without plus. They override the numbering plan. Empty: the rail is reached by request, by memory of the phone, or by lookup.',
  }),
  minimum: Money("The least amount in minor units. It narrows the provider's own bound."),
  maximum: Money("The most in minor units. It narrows the provider's own bound."),
  priority: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'The rail with the lowest number is used first.',
  }),
  calls_per_second: Count('Calls per second of all nodes together. Null: no limit.'),
  concurrency: Count('Unanswered calls of one node. Null: no limit.'),
  payout_day_maximum: Money('The most that the rail pays out in a day (UTC), in minor units. Null: no limit.'),
  float_minimum: Money('An alarm is raised when the float at the provider is lower, in minor units.'),
  callback_sources: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 100,
    description: 'Networks (CIDR) from which callbacks are accepted. Empty: any.',
  }),
};

export const ConfiguredRail = Closed(
  {
    id: Id('rail'),
    object: Type.Literal('rail_settings'),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    ...changing,
    slug: Type.String(),
    provider: Type.String(),
    country: Type.String(),
    currency: Type.String(),
    merchant: Nullable(Id('mer', "The merchant whose money it moves. Null: the platform's own rail.")),
    base_url: Type.String(),
    callback_url: Nullable(
      Type.String({
        description:
          "The address for the provider's callbacks, which contains a secret. Only the read of one rail has it, for the roles finance and admin.",
      }),
    ),
    fingerprint: Fingerprint,
    scheme: Nullable(SchemeAccount),
    approved_by: Type.Array(Id('opr'), {
      description: 'The two operators who approved the connection of a live rail.',
    }),
    proposal: Nullable(
      Closed(
        { base_url: Type.String(), fingerprint: Fingerprint, scheme: Nullable(SchemeAccount) },
        { description: 'A changed connection of a live rail, which waits for the approval of two operators.' },
      ),
    ),
    ...limits,
    status: OneOf(railStatuses, {
      description:
        'paused: nothing new is sent; questions and callbacks continue. closed: the provider takes nothing until `status_until`.',
    }),
    status_reason: Nullable(Type.String()),
    status_until: Nullable(Timestamp),
    paused_by: Nullable(
      OneOf(['operator', 'service'], {
        description: 'service: the provider refused the credentials. The service tries to resume the rail by itself.',
      }),
    ),
  },
  { title: 'Rail settings' },
);
export type ConfiguredRail = Static<typeof ConfiguredRail>;

export const ProviderInfo = Closed(
  {
    object: Type.Literal('provider'),
    name: Type.String({ description: 'The name for `POST /operator/rail_settings`.' }),
    display_name: Type.String(),
    countries: Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'The currencies by country. Empty: any.',
    }),
    hosts: Closed({ test: Nullable(Type.String()), live: Nullable(Type.String()) }),
    credentials: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of the credentials.',
    }),
  },
  { title: 'Provider' },
);
export type ProviderInfo = Static<typeof ProviderInfo>;

export const railTestSteps = ['connection', 'token', 'balance', 'lookup', 'question'] as const;
export const RailTest = Closed(
  {
    object: Type.Literal('rail_test'),
    rail: Type.String(),
    succeeded: Type.Boolean({ description: 'No step failed.' }),
    steps: Type.Array(
      Closed({
        name: OneOf(railTestSteps),
        result: OneOf(['succeeded', 'failed', 'not_supported']),
        message: Type.String(),
      }),
    ),
  },
  { title: 'Rail test' },
);
export type RailTest = Static<typeof RailTest>;

const SlugParams = Closed({ slug: Slug });
const twoPeople = 'In live mode it takes effect when another operator approves it (202). Both need an authenticator.';
const accepted = { description: 'The change waits for another operator.', schema: Approval } as const;

export const listRailSettings = route({
  id: 'listRailSettings',
  method: 'GET',
  path: '/operator/rail_settings',
  tag,
  summary: 'List the configured rails',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'Every configured rail, without credentials.', schema: ListOf(ConfiguredRail) },
});

export const listProviders = route({
  id: 'listProviders',
  method: 'GET',
  path: '/operator/providers',
  tag,
  summary: 'List the providers that a rail can connect to',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'Every provider, with the fields of its credentials.', schema: ListOf(ProviderInfo) },
});

export const getRailSettings = route({
  id: 'getRailSettings',
  method: 'GET',
  path: '/operator/rail_settings/{slug}',
  tag,
  summary: 'Read a configured rail',
  auth: ['operator'],
  roles: rights.read,
  params: SlugParams,
  ok: { status: 200, description: 'The rail, without credentials.', schema: ConfiguredRail },
});

const optionalLimits = Object.fromEntries(
  Object.entries(limits).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [Name in keyof typeof limits]: Type.TOptional<(typeof limits)[Name]> };

export const addRail = route({
  id: 'addRail',
  method: 'POST',
  path: '/operator/rail_settings',
  tag,
  summary: 'Add a rail',
  description: `A rail of test mode is enabled at once. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.rails,
  body: Closed({
    provider: Type.String({ minLength: 1, maxLength: 40 }),
    slug: Slug,
    country: Country,
    currency: RailCurrency,
    livemode: Type.Boolean(),
    merchant: Type.Optional(Nullable(Id('mer'))),
    base_url: Type.Optional(BaseUrl),
    credentials: Credentials,
    ...optionalLimits,
    reason: Reason,
  }),
  ok: { status: 201, description: 'The rail of test mode.', schema: ConfiguredRail },
  accepted,
  errors: ['rail_slug_used', 'two_factor_required'],
});

export const updateRailSettings = route({
  id: 'updateRailSettings',
  method: 'PATCH',
  path: '/operator/rail_settings/{slug}',
  tag,
  summary: 'Change the limits of a rail',
  description: 'Every node uses the new values within a second. Missing fields stay as they are.',
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  body: Closed(optionalLimits),
  ok: { status: 200, description: 'The rail.', schema: ConfiguredRail },
});

export const rotateRail = route({
  id: 'rotateRail',
  method: 'POST',
  path: '/operator/rail_settings/{slug}/rotate',
  tag,
  summary: 'Change the credentials or the base URL of a rail',
  description: `${twoPeople} Until then the rail keeps its present connection.`,
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  body: Closed({ credentials: Credentials, base_url: Type.Optional(BaseUrl), reason: Reason }),
  ok: { status: 200, description: 'The rail of test mode.', schema: ConfiguredRail },
  accepted,
  errors: ['two_factor_required'],
});

export const requestRailApproval = route({
  id: 'requestRailApproval',
  method: 'POST',
  path: '/operator/rail_settings/{slug}/request_approval',
  tag,
  summary: 'Request the approval of a live rail',
  description: `For a connection that an admin command added or changed. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  body: Closed({ reason: Reason }),
  ok: { status: 202, description: 'The request waits for another operator.', schema: Approval },
  errors: ['rail_approved', 'two_factor_required'],
});

export const pauseRail = route({
  id: 'pauseRail',
  method: 'POST',
  path: '/operator/rail_settings/{slug}/pause',
  tag,
  summary: 'Pause a rail',
  description: 'Nothing new is sent on it. Questions about what was sent, and callbacks, continue.',
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The rail.', schema: ConfiguredRail },
});

export const resumeRail = route({
  id: 'resumeRail',
  method: 'POST',
  path: '/operator/rail_settings/{slug}/resume',
  tag,
  summary: 'Resume a paused or closed rail',
  description: 'Records that wait for it are sent at once.',
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The rail.', schema: ConfiguredRail },
  errors: ['rail_not_approved'],
});

export const testRail = route({
  id: 'testRail',
  method: 'POST',
  path: '/operator/rail_settings/{slug}/test',
  tag,
  summary: 'Test the connection of a rail',
  description:
    'Fetches a token, a balance and a lookup, and asks for a payment that does not exist, with the proposed connection if there is one. It moves no money and changes nothing.',
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  ok: { status: 200, description: 'The steps and their results.', schema: RailTest },
});

export const removeRail = route({
  id: 'removeRail',
  method: 'POST',
  path: '/operator/rail_settings/{slug}/remove',
  tag,
  summary: 'Remove a paused rail',
  description: 'Its credentials are erased. Its slug and its wallets stay, and the slug is never used again.',
  auth: ['operator'],
  roles: rights.rails,
  params: SlugParams,
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The rail as it was.', schema: ConfiguredRail },
  errors: ['rail_in_use'],
});
