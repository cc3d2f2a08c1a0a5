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
    description: 'The rate on each node. 0 refuses every request.',
  }),
  reason: Type.String(),
  by: Type.String({ description: 'The operator, or the user on the machine, who set the throttle.' }),
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
    refused: count('The requests that got 429 from a rate limit or a throttle.'),
    rows: count('Rows written by batches.'),
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
  summary: "List each integration's load",
  description:
    'The load over all nodes, highest first: by connection time, then by batch time, then by requests. The list includes throttled integrations without load. Figures are a few seconds old.',
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
        description: 'The number of integrations to skip, from the highest load.',
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
  summary: 'Throttle an integration',
  description:
    'Within a second, every node answers requests above the rate with 429 `throttled`, until you lift the throttle. The throttle applies to API keys and to people who act on the integration, in one mode. Payments and other work in progress continue. A new throttle replaces an earlier one.',
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
  description: 'An integration without a throttle stays unchanged.',
  auth: ['operator'],
  roles: rights.throttle,
  params: IdParams('int'),
  body: Closed({ mode: Mode, reason: Reason }),
  ok: { status: 200, description: 'The integration with the load of the last minute.', schema: TenantLoad },
});
