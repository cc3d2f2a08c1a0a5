import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { buildReads } from './member-rights.ts';
import { route } from './route.ts';

const tag = 'Request log';
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

const entry = {
  id: Id('req', "The answer's `Request-Id`."),
  object: Type.Literal('request_log'),
  livemode: Type.Boolean({ description: 'false in the test world.' }),
  created_at: Timestamp,
  method: OneOf(methods),
  path: Type.String({ description: 'The path without the query.' }),
  status: Type.Integer(),
  duration_ms: Type.Integer({ description: 'Time from the first byte of the request to the last byte of the answer.' }),
  error_code: Nullable(Type.String({ description: 'The error code of the answer.' })),
  api_key: Type.Union([
    Closed({ id: Id('key'), last4: Type.String({ description: 'The last four characters of the key.' }) }),
    Type.Null(),
  ]),
  person: Nullable(
    Type.String({ description: 'The person who sent the request, if it was not a key: `usr_…` or `dev_…`.' }),
  ),
  idempotency_key: Nullable(Type.String()),
  address: Nullable(Type.String({ description: 'The IP address of the client.' })),
};

export const RequestLogEntry = Closed(entry, { title: 'Request log entry' });
export type RequestLogEntry = Static<typeof RequestLogEntry>;

const bodyDescription = 'JSON as text, cut at 8 KiB, with secrets, codes, tokens and card numbers masked.';
export const RequestLog = Closed(
  {
    ...entry,
    request_body: Nullable(
      Type.String({
        description: `${bodyDescription} Null without a body, for files (including CSV), and if it is not JSON.`,
      }),
    ),
    response_body: Nullable(Type.String({ description: `${bodyDescription} Null for reads that succeeded.` })),
  },
  { title: 'Request log' },
);
export type RequestLog = Static<typeof RequestLog>;

export const listRequestLogs = route({
  id: 'listRequestLogs',
  method: 'GET',
  path: '/request_logs',
  tag,
  summary: 'List requests of the last 30 days',
  description:
    "All requests of the integration's keys, and the requests by which people changed its records. A request appears about a second after its answer.",
  auth: ['merchant', 'developer'],
  integration: 'required',
  members: buildReads,
  query: ListQuery('req', {
    method: Type.Optional(OneOf(methods)),
    outcome: Type.Optional(OneOf(['succeeded', 'failed'], { description: 'failed: status 400 and above.' })),
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    path: Type.Optional(
      Type.String({ pattern: '^/[!-~]{1,300}$', description: 'Only requests with exactly this path.' }),
    ),
    error_code: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' })),
    api_key: Type.Optional(Id('key')),
    idempotency_key: Type.Optional(Type.String({ pattern: '^[ -~]{1,255}$' })),
  }),
  ok: { status: 200, description: 'A page of requests, without their bodies.', schema: ListOf(RequestLogEntry) },
});

export const getRequestLog = route({
  id: 'getRequestLog',
  method: 'GET',
  path: '/request_logs/{id}',
  tag,
  summary: 'Read one request',
  auth: ['merchant', 'developer'],
  integration: 'required',
  members: buildReads,
  params: IdParams('req'),
  ok: { status: 200, description: 'The request with its bodies.', schema: RequestLog },
});
