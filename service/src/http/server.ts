import type { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import {
  API_PREFIX,
  type Bulk,
  bodyIsOptional,
  type InputOf,
  isAuthRoute,
  type QueryOf,
  type Route,
} from '../../../contract/src/route.ts';
import { routes } from '../../../contract/src/routes.ts';
import type { Caller, Command } from '../command.ts';
import type { CurrencyRule } from '../config.ts';
import type { Answer } from '../idempotency/once.ts';
import { newId } from '../new-id.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { prefersCsv } from './accept.ts';
import type { AddressLimiter } from './address-limit.ts';
import { type AdmitOptions, admit, readmit } from './admit.ts';
import { type BulkReader, bulkReader, type Examiner } from './bulk.ts';
import { canonical } from './canonical.ts';
import { checkCurrency } from './check-currency.ts';
import { checkEscapes, checkQuery } from './check-query.ts';
import { cutsOff, drain } from './drain.ts';
import { type Download, digestOf, rawScope, sendFile, uploadOf } from './files.ts';
import { dropForwardedPorts } from './forwarded-for.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { parseJson } from './json.ts';
import { createLargeBodies } from './large-bodies.ts';
import { logRequest } from './log-request.ts';
import type { HttpMetrics } from './metrics.ts';
import {
  answerBrokenRequest,
  checkProtocol,
  checkUnanswered,
  JSON_TYPE,
  type Mounted,
  noteRefusal,
  refuseUnknown,
  securityHeaders,
  sendRefusal,
  tooSlow,
  toRefusal,
} from './refuse.ts';
import { sendCsv } from './send-csv.ts';
import { createSlowBodies, type SlowBodies } from './slow-bodies.ts';
import { watchStalls } from './stalls.ts';
import { compileSchema, refuseInvalid } from './validate.ts';

const BODY_LIMIT = 64 * 1024;
/** Read where it is handled, a portion at a time. */
const BULK_TYPES = ['application/json', 'text/csv'];

/** What a read may want to know of its request, beside what is asked. */
export type Asked = Pick<Command<unknown>, 'requestId' | 'address'> & {
  /** The client wants the answer as CSV, of a route that has it. */
  readonly csv: boolean;
  /** Of a stream: the last event that the client has, and whether it may listen still. */
  readonly lastEventId: string | undefined;
  readonly check: () => Promise<unknown>;
};
/** Reads: the answer's body, serialised, or the file where the route gives one. `url` is the path that was asked for. */
export type Read<R extends Route> = (
  caller: Caller,
  query: QueryOf<R>,
  url: string,
  asked: Asked,
) => Promise<R extends { ok: { download: object } } ? Download : string | Readable>;
/** Changes: through `once`. */
export type Change<R extends Route> = (command: Command<InputOf<R>>) => Promise<Answer>;
/** Changes that take a long list: begun anew for each body, whose records they examine before anything is changed. */
export type BulkChange<R extends Route> = (caller: Caller) => Examiner & { readonly change: Change<R> };

/** What a route below /auth is asked. */
export type AuthRequest<Input> = {
  /** Null where anyone may call. */
  readonly caller: Caller | null;
  readonly input: Input;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly authorization: string | undefined;
};
/** Routes below /auth: no idempotency key. The answer's body, serialised; empty for 204. */
export type Act<R extends Route> = (request: AuthRequest<InputOf<R> & QueryOf<R>>) => Promise<string>;

type Routes = typeof routes;
type HandlerOf<R extends Route> = R extends { path: `/auth/${string}` }
  ? Act<R>
  : R extends { method: 'GET' }
    ? Read<R>
    : R extends { bulk: object }
      ? BulkChange<R>
      : Change<R>;
export type Handlers = { readonly [K in keyof Routes]: HandlerOf<Routes[K]> };
type Handler = Read<Route> | Change<Route> | BulkChange<Route> | Act<Route>;

export type ServerOptions = AdmitOptions & {
  /** Null for a node that only works: it answers probes. */
  readonly handlers: Handlers | null;
  readonly addressLimiter: AddressLimiter;
  /** Address ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly currencies: ReadonlyMap<string, CurrencyRule>;
  readonly docBase: string;
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  /** Null where it is off. */
  readonly requestLog: Watch | null;
};

/** Is told of each request on an integration: of its answer before it leaves, and afterwards. */
export type Watch = {
  answered(request: FastifyRequest, body: unknown): void;
  note(request: FastifyRequest, reply: FastifyReply): void;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The answer's body, where somebody keeps it. */
    answer: string | null;
  }
  interface FastifyContextConfig {
    /** The content types of its body. */
    takes?: readonly string[];
  }
}

/** The HTTP server with every route of the contract; it does not listen yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const stalls = watchStalls();
  const answerBroken = answerBrokenRequest(options.docBase, stalls.recently);
  const app = Fastify({
    logger: false,
    genReqId: () => newId('req'),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    // 5 MiB from a phone at 350 kbit/s. What is shorter has a quarter of it (slow-bodies.ts).
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // Whoever reads nothing of an answer for so long, and as long again, is gone or keeps it in memory here on purpose.
    connectionTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
    // What holds a connection without saying anything is looked for every five seconds; Node's own pace is half a minute.
    http: {
      maxHeaderSize: 8 * 1024,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    clientErrorHandler: answerBroken,
    // What the router refuses (a broken escape, an id of 200 characters and more) comes by no hook.
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(request, reply);
      sendRefusal(request, reply, new Refusal('not_found'), options);
    },
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('answer', null);
  app.setValidatorCompiler(({ schema, httpPart }) => compileSchema(schema as object, httpPart as 'body'));
  app.setSchemaErrorFormatter((errors, part) => refuseInvalid(errors as never, part as 'body'));
  // Answers arrive here as strings: they are serialised from the contract before they are stored or sent.
  app.setSerializerCompiler(() => (data) => data as string);
  app.removeAllContentTypeParsers();
  const slowBodies = createSlowBodies((socket) => answerBroken(tooSlow(), socket));
  app.addHook('onClose', async () => slowBodies.stop());
  app.addHook('onClose', async () => stalls.stop());
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    slowBodies.end(request.raw);
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    dropForwardedPorts(request.headers);
    setCommonHeaders(request, reply);
    checkProtocol(request);
    done();
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onResponse', options.metrics.onResponse);
  // A client that keeps its connection would hold up the end: the last answer on it says that it closes.
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (closing) reply.header('Connection', 'close');
    if (cutsOff(request, reply)) drain(request).then(() => done());
    else done();
  });
  if (options.log.isLevelEnabled('debug')) app.addHook('onResponse', logRequest(options.log));
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request, options.log);
    noteRefusal(refusal, request, options.log);
    return sendRefusal(request, reply, refusal, options);
  });
  const mounted: Mounted[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    mounted.push(...[method].flat().map((one) => ({ method: one, url })));
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuseUnknown(request, mounted), options));

  if (!options.handlers) return app;
  const mounting = { ...options, slowBodies };
  for (const [id, handler] of Object.entries(options.handlers)) {
    const route: Route = routes[id as keyof Handlers];
    const mountOn = (scope: FastifyInstance) =>
      mount(scope, route, handler as Handler, mounting, isBulk(route) ? bulkReader(route) : undefined);
    const raw = route.bulk ? BULK_TYPES : route.upload?.types;
    if (raw) rawScope(app, raw, mountOn);
    else mountOn(app);
  }
  return app;
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'Request-Id': request.id, ...securityHeaders });
}

const isBulk = (route: Route): route is Route & { bulk: Bulk } => route.bulk !== undefined;

type Mounting = ServerOptions & { readonly slowBodies: SlowBodies };

function mount(app: FastifyInstance, route: Route, handler: Handler, options: Mounting, bulk?: BulkReader): void {
  const { params, query, body } = route;
  const largeBodies = bulk || route.upload ? createLargeBodies() : undefined;
  app.route({
    ...(route.integration && options.requestLog ? watched(options.requestLog) : {}),
    method: route.method,
    exposeHeadRoute: false,
    url: API_PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: (route.bulk ?? route.upload)?.bodyLimit ?? BODY_LIMIT,
    config: { takes: route.bulk ? BULK_TYPES : (route.upload?.types ?? ['application/json']) },
    schema: {
      ...(params ? { params } : {}),
      // A route without parameters refuses them too, so that a typo never passes silently.
      querystring: query ?? { type: 'object', additionalProperties: false },
      ...(body && !bulk ? { body } : {}),
    },
    onRequest: async (request, reply) => {
      if (route.auth !== 'none') await admit(request, reply, route, options);
      if (largeBodies) largeBodies.enter(request, reply);
      else if (route.method !== 'GET') options.slowBodies.begin(request.raw);
      checkEscapes(request.url);
      checkQuery(request.query as Record<string, unknown>, route);
    },
    ...(bodyIsOptional(route) ? { preValidation: fillBody } : {}),
    handler: async (request, reply) => {
      checkUnanswered(request);
      if (isAuthRoute(route)) return answerAuth(request, reply, route, handler as Act<Route>, options);
      const caller = request.caller!;
      if (route.method === 'GET') {
        const input = { ...(request.params as object), ...(request.query as object) };
        const csv = route.ok.csv !== undefined && prefersCsv(request.headers.accept);
        const lastEventId = request.headers['last-event-id'] as string | undefined;
        const check = () => readmit(request, route, options);
        const asked = { requestId: request.id, address: request.ip, csv, lastEventId, check };
        const url = request.url.split('?')[0]!;
        const answer = (await (handler as Read<Route>)(caller, input, url, asked)) as string | Readable | Download;
        if (typeof answer !== 'string' && 'bytes' in answer) return sendFile(reply, answer);
        if (route.ok.csv) reply.header('Vary', 'Accept');
        if (route.ok.stream) return sendStream(reply, answer as Readable);
        return typeof answer === 'string' ? reply.type(JSON_TYPE).send(answer) : sendCsv(reply, answer, options.log);
      }
      if (bulk && largeBodies) {
        const act = handler as BulkChange<Route>;
        return reply.send(await largeBodies.during(request, () => handleBulk(request, reply, act, bulk, options)));
      }
      const upload = route.upload && uploadOf(request);
      if (!body && !upload) refuseBody(request);
      else if (body) checkCurrency((request.body as { currency?: string }).currency, options.currencies);
      const change = () =>
        (handler as Change<Route>)({
          caller,
          input: { ...(upload ?? (request.body as object)), ...(request.params as object) },
          requestId: request.id,
          address: request.ip,
          idempotency:
            route.method === 'POST'
              ? readIdempotencyKey(request, () => (upload ? digestOf(upload) : canonical(request.body ?? {})))
              : null,
        });
      return reply.send(dress(reply, await (largeBodies ? largeBodies.during(request, change) : change())));
    },
  });
}

function fillBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body === undefined) request.body = {};
  done();
}

const watched = (watch: Watch): Pick<RouteOptions, 'onSend' | 'onResponse'> => ({
  onSend: (request, _reply, payload, done) => {
    watch.answered(request, payload);
    done();
  },
  onResponse: (request, reply, done) => {
    watch.note(request, reply);
    done();
  },
});

async function answerAuth(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  act: Act<Route>,
  { addressLimiter, cookies }: ServerOptions,
) {
  if (!route.body) refuseBody(request);
  const refreshes = route.path === '/auth/refresh';
  const { authorization, wanted } = cookies.openedBy(request, refreshes);
  const leave = addressLimiter.enter(request.ip);
  let body: string;
  try {
    body = await act({
      caller: request.caller,
      input: { ...(request.query as object), ...(request.body as object), ...(request.params as object) },
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      authorization,
    });
  } catch (error) {
    // A cookie that is good for nothing more would be sent, and refused, for thirty days.
    if (refreshes && wanted && error instanceof Refusal && error.status === 401) cookies.clear(request, reply);
    throw error;
  } finally {
    leave();
  }
  if (wanted) body = cookies.keep(request, reply, body);
  if (route.path === '/auth/logout' && request.headers.cookie) cookies.clear(request, reply);
  // RFC 6749 §5.1: an answer that may hold tokens is kept nowhere.
  reply.code(route.ok.status).header('Cache-Control', 'no-store');
  return body === '' ? reply.send() : reply.type(JSON_TYPE).send(body);
}

/** Kept by nobody on the way, nor gathered until there is more of it. */
function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(stream);
}

/** Status and headers of an answer. @returns its body */
function dress(reply: FastifyReply, answer: Answer): string {
  // Kept with no key, so it may still be said what the path names.
  if (answer.refusal?.code === 'not_found') throw answer.refusal;
  if (answer.replayed) reply.header('Idempotent-Replayed', 'true');
  if (answer.refusal?.headers) reply.headers(answer.refusal.headers);
  reply.code(answer.status).type(JSON_TYPE);
  return answer.body;
}

async function handleBulk(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: BulkChange<Route>,
  bulk: BulkReader,
  options: ServerOptions,
): Promise<string> {
  const parsed = await bulk.parse({
    isCsv: request.headers['content-type']?.toLowerCase().startsWith('text/csv') ?? false,
    bytes: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
    query: request.query as Record<string, unknown>,
  });
  request.body = bulk.opening(parsed);
  const { change, ...examiner } = handler(request.caller!);
  const { fields, digest } = await bulk.check(parsed, examiner);
  checkCurrency((fields as { currency?: string }).currency, options.currencies);
  const content = request.headers['idempotency-key'] === undefined ? '' : await digest();
  const answer = await change({
    caller: request.caller!,
    input: fields,
    lines: parsed.lines,
    requestId: request.id,
    address: request.ip,
    idempotency: readIdempotencyKey(request, () => content),
  });
  return dress(reply, answer);
}

function refuseBody(request: FastifyRequest): void {
  const given = request.body;
  if (given === undefined) return;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const [param] = isObject ? Object.keys(given) : ['body'];
  if (param !== undefined) throw invalidField(param, 'this route takes no fields');
}
