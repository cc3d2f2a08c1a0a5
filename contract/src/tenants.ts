import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, ListOf, Nullable, OneOf, Timestamp, WIDE } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Operators';
const Mode = OneOf(['live', 'test']);
const count = (description: string) => Type.Integer({ ...WIDE, description });

export const Throttle = Closed({
  requests_per_second: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'On each node. 0 refuses every request.',
  }),
  reason: Type.String(),
  by: Type.String({ description: 'The operator, or the user of the machine.' }),
  at: Timestamp,
});

export const TenantLoad = Closed(
  {
    object: Type.Literal('tenant_load'),
    integration: Id('int'),
    name: Type.String(),
    merchant: Id('mer'),
    livemode: Type.Boolean(),
    requests: count('Requests in the window.'),
    refused: count('Of these, answered 429 by a rate limit or a throttle.'),
    rows: count('Rows that batches wrote.'),
    batch_ms: count('Time in batches of changes, in milliseconds.'),
    connection_ms: count('Time of database connections, in milliseconds.'),
    throttle: Nullable(Throttle),
  },
  { title: 'Tenant load' },
);
export type TenantLoad = Static<typeof TenantLoad>;

export const listTenantLoad = route({
  id: 'listTenantLoad',
  method: 'GET',
  path: '/operator/tenants/load',
  tag,
  summary: 'See what each integration costs',
  description:
    'Over all nodes, the costliest first: by connection time, then by batch time, then by requests. A throttled integration is listed also where it has no load. Figures are a few seconds old.',
  auth: ['operator'],
  roles: rights.read,
  query: Closed({
    window: Type.Optional(OneOf(['minute', 'hour'], { default: 'minute' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000,
        default: 0,
        description: 'How many of the costliest are left out.',
      }),
    ),
  }),
  ok: { status: 200, description: 'Integrations that have load or a throttle.', schema: ListOf(TenantLoad) },
});

export const throttleIntegration = route({
  id: 'throttleIntegration',
  method: 'POST',
  path: '/operator/integrations/{id}/throttle',
  tag,
  summary: 'Slow an integration down',
  description:
    'Every node refuses what is above the rate with 429 `throttled`, within a second and until it is lifted. It holds for API keys and for people who act on the integration, in one mode. What is under way goes on. It replaces an earlier throttle.',
  auth: ['operator'],
  roles: rights.throttle,
  params: IdParams('int'),
  body: Closed({ mode: Mode, requests_per_second: Throttle.properties.requests_per_second, reason: Reason }),
  ok: {
    status: 200,
    description: 'The integration with its throttle and the load of the last minute.',
    schema: TenantLoad,
  },
});

export const unthrottleIntegration = route({
  id: 'unthrottleIntegration',
  method: 'POST',
  path: '/operator/integrations/{id}/unthrottle',
  tag,
  summary: 'Lift the throttle of an integration',
  description: 'One that has none stays as it is.',
  auth: ['operator'],
  roles: rights.throttle,
  params: IdParams('int'),
  body: Closed({ mode: Mode, reason: Reason }),
  ok: { status: 200, description: 'The integration with the load of the last minute.', schema: TenantLoad },
});
