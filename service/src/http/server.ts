import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { routes } from '../../../contract/src/routes.ts';
import type { Caller } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { TraceSpan, Tracing } from '../tracing/span.ts';
import { basePathOf, stripBasePath } from './base-path.ts';
import { createBulkTurns } from './body/bulk-turns.ts';
import { parseJson } from './body/json.ts';
import { createSlowBodies, type SlowBodies } from './body/slow-bodies.ts';
import { begin, enter, leave, sayWhetherLast } from './connection/connections.ts';
import { cutsOff, drain } from './connection/drain.ts';
import { dropForwardedPorts } from './connection/forwarded-for.ts';
import { watchStalls } from './connection/stalls.ts';
import { allowOrigins, type CrossOriginOptions } from './cross-origin.ts';
import type { FailureLines } from './failure-lines.ts';
import type { Handler, Handlers } from './handler.ts';
import { logRequest } from './log-request.ts';
import type { HttpMetrics } from './metrics.ts';
import { BODY_LIMIT, LARGE_MS, mountRoute, STREAM_MS } from './mount.ts';
import type { MountOptions } from './mount-options.ts';
import { openRefusalLines } from './refusal-lines.ts';
import {
  answerBrokenRequest,
  checkMethod,
  checkProtocol,
  type Mounted,
  noteRefusal,
  refuseUnknown,
  requestTooSlow,
  securityHeaders,
  sendRefusal,
  toRefusal,
} from './refuse.ts';
import { traceRequests } from './trace-requests.ts';
import { compileSchema, refuseInvalid } from './validate.ts';

export type ServerOptions = Omit<MountOptions, 'slowBodies' | 'bulkTurns'> & {
  readonly crossOrigin: CrossOriginOptions;
  /** Null for a node that runs only workers and answers probes. */
  readonly handlers: Handlers | null;
  /** Address ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly docBase: string;
  readonly metrics: HttpMetrics;
  readonly failures: FailureLines;
  /** Undefined if traces are off. */
  readonly tracing?: Tracing | undefined;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The answer's body, if the request log keeps it. */
    answer: string | null;
    /** Null if the request is not traced. */
    span: TraceSpan | null;
    /** The number of the request on its connection, from 1 on. */
    place: number;
  }
  interface FastifyContextConfig {
    /** The content types that the route takes. */
    takes?: readonly string[];
  }
}

/** The HTTP server with every route of the contract. It does not listen yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const stalls = watchStalls();
  const answerBroken = answerBrokenRequest(options.docBase, stalls.recently);
  const slowBodies = createSlowBodies((socket) => answerBroken(requestTooSlow(), socket));
  const app = openFastify(options, answerBroken);
  app.addHook('onClose', async () => slowBodies.stop());
  app.addHook('onClose', async () => stalls.stop());
  followContract(app);
  parseJsonBodies(app, slowBodies);
  const known = noteRoutes(app);
  if (options.tracing) traceRequests(app, options.tracing);
  app.addHook('onRequest', (request, reply, done) => {
    enter(request);
    // Requests without a route have a body too.
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length !== undefined || encoding !== undefined) slowBodies.begin(request.raw, LARGE_MS);
    dropForwardedPorts(request.headers);
    setCommonHeaders(request, reply);
    checkProtocol(request);
    checkMethod(request, known.mounted, known.urls);
    done();
  });
  allowOrigins(app, options.crossOrigin);
  followConnections(app);
  app.addHook('onResponse', options.metrics.onResponse);
  if (options.log.isLevelEnabled('debug')) app.addHook('onResponse', logRequest(options.log));
  answerErrors(app, options, known.mounted);

  if (!options.handlers) return app;
  const bulkTurns = createBulkTurns();
  for (const [id, handler] of Object.entries(options.handlers)) {
    mountRoute(app, routes[id as keyof Handlers], handler as Handler, { ...options, slowBodies, bulkTurns });
  }
  return app;
}

type AnswerBroken = ReturnType<typeof answerBrokenRequest>;

function openFastify(options: ServerOptions, answerBroken: AnswerBroken): FastifyInstance {
  const base = basePathOf(options.docBase);
  return Fastify({
    logger: false,
    rewriteUrl: ({ url }) => stripBasePath(url!, base),
    genReqId: () => newId('req'),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    // Only a statement file may take this long. Each other body has its own, shorter time (slow-bodies.ts).
    requestTimeout: STREAM_MS,
    keepAliveTimeout: 65_000,
    // A client that reads nothing of an answer for this time, and again for as long, is gone or holds memory here on
    // purpose.
    connectionTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
    // Idle connections are checked every five seconds. Node's default is half a minute.
    http: {
      maxHeaderSize: 8 * 1024,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    clientErrorHandler: answerBroken,
    // Refusals of the router (a broken escape, an id of 200 characters or more) do not pass through a hook.
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(request, reply);
      sendRefusal(request, reply, new Refusal('not_found'), options);
    },
  });
}

/** Requests are validated against the contract, and answers serialised from it. */
function followContract(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('answer', null);
  app.decorateRequest('span', null);
  app.decorateRequest('place', 0);
  app.setValidatorCompiler(({ schema, httpPart }) => compileSchema(schema as object, httpPart as 'body'));
  app.setSchemaErrorFormatter((errors, part) => refuseInvalid(errors as never, part as 'body'));
  // Answers arrive here as strings: the contract's serialisers have run before the answer is stored or sent.
  app.setSerializerCompiler(() => (data) => data as string);
}

function parseJsonBodies(app: FastifyInstance, slowBodies: SlowBodies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    slowBodies.end(request.raw);
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The routes and URLs that are mounted after this call, to tell a wrong method from an unknown path. */
function noteRoutes(app: FastifyInstance): { mounted: Mounted[]; urls: Set<string> } {
  const mounted: Mounted[] = [];
  const urls = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    mounted.push(...[method].flat().map((one) => ({ method: one, url })));
    urls.add(url);
  });
  return { mounted, urls };
}

/** Refuses what follows a refused request on its connection, and closes connections with their last answer. */
function followConnections(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preHandler', (request, _reply, done) => {
    begin(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request);
    done();
  });
  // A client that keeps its connection open would delay the shutdown, so the last answer on it says that it closes.
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    sayWhetherLast(request, reply, closing);
    if (cutsOff(request, reply)) drain(request).then(() => done());
    else done();
  });
}

function answerErrors(app: FastifyInstance, options: ServerOptions, mounted: readonly Mounted[]): void {
  const refusals = openRefusalLines(options.log);
  app.addHook('onClose', async () => refusals.stop());
  app.addHook('onClose', async () => options.failures.stop());
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request, options.failures);
    noteRefusal(refusal, request, refusals);
    return sendRefusal(request, reply, refusal, options);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuseUnknown(request, mounted), options));
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'Request-Id': request.id, ...securityHeaders });
}
