import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { route } from './route.ts';

const tag = 'Request log';
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

const entry = {
  id: Id('req', 'The `Request-Id` of its answer.'),
  object: Type.Literal('request_log'),
  livemode: Type.Boolean({ description: 'false in the test world.' }),
  created_at: Timestamp,
  method: OneOf(methods),
  path: Type.String({ description: 'Without its query.' }),
  status: Type.Integer(),
  duration_ms: Type.Integer({ description: 'From the first byte of the request to the last of the answer.' }),
  error_code: Nullable(Type.String({ description: 'The code of the error that was answered.' })),
  api_key: Type.Union([
    Closed({ id: Id('key'), last4: Type.String({ description: 'The last four characters of the key.' }) }),
    Type.Null(),
  ]),
  person: Nullable(Type.String({ description: 'Who asked, where it was no key: usr_… or dev_….' })),
  idempotency_key: Nullable(Type.String()),
  address: Nullable(Type.String({ description: 'The IP address that it came from.' })),
};

export const RequestLogEntry = Closed(entry, { title: 'Request log entry' });
export type RequestLogEntry = Static<typeof RequestLogEntry>;

const bodyDescription = 'JSON as text, at most 8 KiB of it, with secrets, codes, tokens and card numbers masked.';
export const RequestLog = Closed(
  {
    ...entry,
    request_body: Nullable(
      Type.String({ description: `${bodyDescription} Null where there was none, or a file (CSV is one), or no JSON.` }),
    ),
    response_body: Nullable(Type.String({ description: `${bodyDescription} Null for reads that were answered well.` })),
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
    "What the integration's keys asked, and what people changed with its records. A request is here about a second after its answer.",
  auth: ['merchant', 'developer'],
  integration: 'required',
  query: ListQuery('req', {
    method: Type.Optional(OneOf(methods)),
    outcome: Type.Optional(OneOf(['succeeded', 'failed'], { description: 'failed: 400 and above.' })),
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    path: Type.Optional(Type.String({ pattern: '^/[!-~]{1,300}$', description: 'Exactly this path.' })),
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
  params: IdParams('req'),
  ok: { status: 200, description: 'The request with its bodies.', schema: RequestLog },
});
