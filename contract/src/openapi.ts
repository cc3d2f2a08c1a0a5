import { errorBody } from './error-body.ts';
import { catalogue, type ErrorCode } from './errors.ts';
import { examples, sampleIds } from './examples.ts';
import { errorFields } from './examples-errors.ts';
import { prefixes, suffix } from './fields.ts';
import { introduction, scopeGrants, tags } from './guide.ts';
import type { MemberRights } from './member-rights.ts';
import { type Json, lift, ref } from './openapi-schemas.ts';
import { webhooksOf } from './openapi-webhooks.ts';
import { API_PREFIX, bodyIsOptional, isAuthRoute, isOwnAccount, type Route, scopes } from './route.ts';
import { routes } from './routes.ts';
import { withoutKinds, withPatterns } from './text-schema.ts';

const codes = Object.keys(catalogue) as ErrorCode[];

/** Every code that a route can answer, in the order of the catalogue. */
export function errorsOf(route: Route): ErrorCode[] {
  const [body = {}, query = {}] = [route.body, route.query].map(
    (part) => (part as { properties?: Json } | undefined)?.properties,
  );
  const implied: readonly [boolean, readonly ErrorCode[]][] = [
    // Unknown query parameters are refused everywhere.
    [true, ['validation_failed', 'internal_error', 'service_unavailable', ...(route.errors ?? [])]],
    // The service authenticates a caller before it authorises them.
    [
      route.auth !== 'none',
      [
        'missing_credentials',
        'invalid_api_key',
        'api_key_revoked',
        'invalid_token',
        'token_expired',
        'account_suspended',
        'forbidden_account_type',
      ],
    ],
    [takesOperators(route) && !isOwnAccount(route), ['two_factor_setup_required']],
    [route.auth !== 'none' || isAuthRoute(route), ['rate_limited']],
    [takesPeople(route) || isAuthRoute(route), ['forbidden_origin', 'session_of_another']],
    [takesPeople(route), ['origin_not_allowed']],
    [route.auth !== 'none', ['key_from_browser']],
    [route.auth !== 'none', ['throttled']],
    // A person may name an integration that does not exist, and live money needs a second factor.
    [route.integration !== undefined, ['not_found', 'two_factor_required']],
    [route.scope !== undefined || route.oneOfScopes !== undefined, ['insufficient_scope']],
    [route.params !== undefined, ['not_found']],
    [creates(route), ['quota_reached']],
    [creates(route) || isAuthRoute(route), ['quota_exceeded']],
    [isPaged(route), ['list_too_expensive']],
    [
      route.method === 'GET' && !route.ok.stream && (!route.ok.download || route.ok.negotiated === true),
      ['not_acceptable'],
    ],
    // A client may send a body to a route that takes none; the service still reads it.
    [route.method !== 'GET', ['malformed_json', 'body_too_large', 'unsupported_media_type']],
    ['currency' in body, ['unsupported_currency']],
    ['amount' in body || 'amount' in query, ['amount_out_of_bounds']],
    [takesIdempotencyKey(route), ['invalid_idempotency_key', 'idempotency_in_progress', 'idempotency_key_reused']],
  ];
  const can = new Set(implied.flatMap(([holds, them]) => (holds ? them : [])));
  return codes.filter((code) => can.has(code));
}

/** Routes whose records count against the quotas of a test world. */
const creates = ({ method, ok }: Route) => method === 'POST' && (ok.status === 201 || ok.status === 202);
/** A list with pages. */
const isPaged = ({ query }: Route) =>
  'starting_after' in ((query as { properties?: Json } | undefined)?.properties ?? {});
const takesIdempotencyKey = (route: Route) => route.method === 'POST' && !isAuthRoute(route);
const takesOperators = (route: Route) => route.auth !== 'none' && route.auth.includes('operator');
const takesKey = (route: Route) => route.auth.includes('key');
const takesPeople = (route: Route) => route.auth !== 'none' && route.auth.some((kind) => kind !== 'key');

const people = { customer: 'customers', merchant: 'merchants', developer: 'developers', operator: 'operators' };

function whoMayCall({ auth, scope, roles, members, integration }: Route): string | undefined {
  if (auth === 'none') return undefined;
  const operators = roles ? `operators (${roles.join(', ')})` : people.operator;
  const kinds = auth.map((kind) => {
    if (kind === 'key') return scope ? `API keys with the scope \`${scope}\`` : 'API keys';
    if (kind === 'developer' && members) return `developers (${rolesOf(members)})`;
    return kind === 'operator' ? operators : people[kind];
  });
  const named =
    integration === undefined ? '' : ' Merchants and developers name the integration in `Service-Integration`.';
  return `May be called by ${kinds.join(', ')}.${named}`;
}

function rolesOf({ test, live }: MemberRights): string {
  if (live.length === test.length) return test.join(', ');
  return `${test.join(', ')}; live: ${live.join(', ') || 'none'}`;
}

/** An example of the body of an error. */
export const errorExample = (code: ErrorCode) => ({
  error: {
    type: catalogue[code].type,
    code,
    message: catalogue[code].title,
    ...errorFields[code],
    doc_url: `https://pay.example/docs/errors/${code}`,
    request_id: sampleIds.req,
  },
});

const withStatus = (status: number) => codes.filter((code) => catalogue[code].status === status);

function parametersOf(route: Route, components: Json): unknown[] {
  const inPath = (route.params as { properties?: Record<string, Json> } | undefined)?.properties ?? {};
  const query = route.query as { properties: Record<string, Json>; required?: string[] } | undefined;
  return [
    ...Object.entries(inPath).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: lift(withPatterns(schema), components),
      example: Object.values(sampleIds).find((id) => new RegExp(String(schema.pattern)).test(id)),
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, typed]) => {
      const { description, ...schema } = withPatterns(typed) as Json;
      return {
        name,
        in: 'query',
        required: query?.required?.includes(name) ?? false,
        ...(description ? { description } : {}),
        schema: lift(schema, components),
      };
    }),
    ...(takesIdempotencyKey(route) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(route.integration ? [ref('parameters', 'Integration'), ref('parameters', 'Mode')] : []),
    ...(route.ok.stream ? [ref('parameters', 'LastEventId')] : []),
    ...(isAuthRoute(route) && route.auth === 'none' && route.ok.schema ? [ref('parameters', 'Session')] : []),
    ...(takesDevice(route) ? [ref('parameters', 'Device')] : []),
  ];
}

function headersOf(route: Route, status: number): Json {
  const stored = status < 300 || [402, 409, 422].includes(status);
  const names = [
    'Request-Id',
    ...(route.auth !== 'none' && status !== 401 ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(takesIdempotencyKey(route) && stored ? ['Idempotent-Replayed'] : []),
    ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

/** Generators recognise a file by `format: binary`. */
const files = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

function responsesOf(route: Route, components: Json): Json {
  const { answer: example, accepted, dryRun } = examples[route.id as keyof typeof routes];
  const possible = errorsOf(route);
  const statuses = [...new Set(possible.map((code) => catalogue[code].status))].sort((a, b) => a - b);
  const refusals = statuses.map((status) => {
    const here = withStatus(status).filter((code) => possible.includes(code));
    return [
      String(status),
      {
        description: here.map((code) => `[\`${code}\`](/docs/errors/${code}): ${catalogue[code].title}.`).join('\n\n'),
        headers: headersOf(route, status),
        content: {
          'application/json': {
            schema: ref('schemas', `Error${status}`),
            examples: Object.fromEntries(here.map((code) => [code, ref('examples', code)])),
          },
        },
      },
    ];
  });
  const other = (status: number, { description, schema }: NonNullable<Route['dryRun']>, shown: object | undefined) => {
    const content = { schema: lift(withoutKinds(schema), components), example: shown };
    return { [status]: { description, headers: headersOf(route, status), content: { 'application/json': content } } };
  };
  return {
    [route.ok.status]: {
      description: route.ok.description,
      headers: headersOf(route, route.ok.status),
      ...(route.ok.schema
        ? {
            content: {
              'application/json': { schema: lift(withoutKinds(route.ok.schema), components), example },
              ...(route.ok.csv ? { 'text/csv': { schema: { type: 'string' }, example: route.ok.csv } } : {}),
            },
          }
        : {}),
      ...(route.ok.download ? { content: files(route.ok.download) } : {}),
      ...(route.ok.stream
        ? { content: { 'text/event-stream': { schema: { type: 'string' }, example: route.ok.stream } } }
        : {}),
    },
    ...(route.dryRun ? other(200, route.dryRun, dryRun) : {}),
    ...(route.accepted ? other(202, route.accepted, accepted) : {}),
    ...Object.fromEntries(refusals),
  };
}

function operationOf(route: Route, components: Json): Json {
  const { request } = examples[route.id as keyof typeof routes];
  const parameters = parametersOf(route, components);
  const notes = [route.description, whoMayCall(route), route.testOnly ? 'Test mode only.' : undefined];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: notes.filter((note) => note !== undefined).join('\n\n'),
    ...(route.scope ? { 'x-scope': route.scope } : {}),
    ...(route.oneOfScopes ? { 'x-one-of-scopes': route.oneOfScopes } : {}),
    security: [
      ...(takesKey(route) ? [{ apiKey: [] }] : []),
      ...(takesPeople(route) ? [{ userToken: [] }, { sessionCookie: [] }] : []),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: !bodyIsOptional(route),
            content: {
              'application/json': { schema: lift(withPatterns(route.body), components), example: request },
              ...(route.bulk ? { 'text/csv': { schema: { type: 'string' }, example: route.bulk.csv.example } } : {}),
              ...(route.bulk?.ndjson ? { [route.bulk.ndjson]: { schema: { type: 'string' } } } : {}),
            },
          },
        }
      : {}),
    ...(route.upload ? { requestBody: { required: true, content: files(route.upload.types) } } : {}),
    responses: responsesOf(route, components),
  };
}

/** Routes that distinguish a known device from a stranger's. */
const takesDevice = ({ path }: Route) =>
  /^\/auth\/((\w+\/)?login|developer\/accept|device|password\/(forgot|reset)|2fa\/resend)$/.test(path);

/** The headers that people send besides their token. */
const personHeaders = {
  Integration: {
    name: 'Service-Integration',
    in: 'header',
    description:
      'For merchants and developers: the integration that they act on. A key already has its integration and a customer has none, so another value gets 400.',
    schema: { type: 'string', pattern: `^${prefixes.integration}_${suffix}$` },
  },
  Mode: {
    name: 'Service-Mode',
    in: 'header',
    description:
      'For merchants and developers: the world that they act on. A key and a customer have one mode, so the other mode gets 400.',
    schema: { type: 'string', enum: ['test', 'live'], default: 'test' },
  },
  Session: {
    name: 'Service-Session',
    in: 'header',
    description: '`cookie`: the answer sets the tokens as cookies that no script can read.',
    schema: { type: 'string', enum: ['cookie'] },
  },
  Device: {
    name: 'Service-Device',
    in: 'header',
    description:
      "For clients without cookies: a refresh token of the account, from an open or a logged-out session. The token stays valid. The request counts as coming from a known device, which strangers' wrong passwords do not delay.",
    schema: { type: 'string' },
  },
};

const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 printable ASCII characters that identify this one operation, such as a UUID. Quotation marks around them are not part of the key.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The id of the last event that you have: the stream starts with the events after it. `0` is before all events. The event must belong to this integration.',
    schema: { type: 'string', pattern: `^(0|${prefixes.event}_${suffix})$` },
  },
  ...personHeaders,
};

const headers = {
  'Request-Id': {
    description: 'The id of this request. Quote it when you report a problem.',
    schema: { type: 'string' },
    example: sampleIds.req,
  },
  RateLimit: {
    description: 'Requests left in this window (`r`) and seconds until it ends (`t`). Absent if rate limits are off.',
    schema: { type: 'string' },
    example: '"default";r=24;t=1',
  },
  'RateLimit-Policy': {
    description: 'The number of requests (`q`) per window of `w` seconds. Absent if rate limits are off.',
    schema: { type: 'string' },
    example: '"default";q=25;w=1',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer of the first request with this Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': {
    description: 'The reason why the credentials were refused, and the missing scope.',
    schema: { type: 'string' },
    example: 'Bearer error="insufficient_scope", scope="payments:write"',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 1 },
};

/** How callers authenticate. `grants` is the list of scopes that a key may have. */
const securitySchemes = (grants: string) => ({
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person who has logged in; it expires after 15 minutes.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-rialto-access',
    description:
      "The same token in a cookie, for the service's own pages (`Service-Session: cookie`). With `Service-Person: usr_…` it is accepted only if it is that person's.",
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'rs_test_… or rs_live_…',
    description: `A server's API key. A request without the required scope gets 403.\n\n${grants}`,
  },
});

/** `base`: the path of the service, such as `/pay`. */
type DocumentOptions = { version: string; headerPrefix?: string; base?: string };

/** The whole interface as an OpenAPI 3.1 document, with the deployment's header prefix in headers and in sentences. */
export function renderOpenapi({ version, headerPrefix = 'Service', base = '' }: DocumentOptions) {
  const text = JSON.stringify({
    ...documentOf(version),
    servers: [{ url: base || '/', description: 'This deployment' }],
  })
    .replaceAll('Service-', `${headerPrefix}-`)
    .replaceAll('](/', `](${base}/`);
  return JSON.parse(text) as ReturnType<typeof documentOf>;
}

function documentOf(version: string) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of Object.values<Route>(routes)) {
    const path = `${API_PREFIX}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  const webhooks = webhooksOf(schemas);
  // 405 answers a method that the path does not support, so no operation lists it.
  const answered = codes.filter((code) => catalogue[code].status !== 405);
  for (const status of new Set(answered.map((code) => catalogue[code].status))) {
    schemas[`Error${status}`] = { ...errorBody(withStatus(status), `Error ${status}`) };
  }
  const grants = scopes.map((scope) => `- \`${scope}\`: ${scopeGrants[scope]}`).join('\n');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rialto',
      version,
      description: introduction,
      contact: { name: 'The operator of this deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This deployment' }],
    tags,
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(grants),
      parameters: requestHeaders,
      headers,
      examples: Object.fromEntries(
        answered.map((code) => [code, { summary: catalogue[code].title, value: errorExample(code) }]),
      ),
      schemas,
    },
  };
}
