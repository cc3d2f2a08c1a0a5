import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { API_PREFIX, type Bulk, bodyIsOptional, isAuthRoute, type Route } from '../../../contract/src/route.ts';
import { checkAccept } from './accept.ts';
import { admit } from './admit.ts';
import { createLargeBodies, type LargeBodies } from './body/large-bodies.ts';
import { bulkReader } from './bulk.ts';
import { checkEscapes, checkQuery } from './check-query.ts';
import { rawScope } from './files.ts';
import type { Act, BulkChange, Change, Handler, Read, StreamChange } from './handler.ts';
import type { MountOptions, Watch } from './mount-options.ts';
import { answerAuth } from './routes/auth.ts';
import { answerBulk } from './routes/bulk.ts';
import { answerChange } from './routes/change.ts';
import { answerRead } from './routes/read.ts';
import { answerStream } from './routes/stream.ts';
import { answerUpload } from './routes/upload.ts';

export const BODY_LIMIT = 64 * 1024;
/** Enough for 5 MiB from a phone at 350 kbit/s. */
export const LARGE_MS = 120_000;
/** Enough for 512 MiB at 1.2 Mbit/s. A connection that is silent for a minute is closed anyway. */
export const STREAM_MS = 3_600_000;
/** The handler reads these bodies itself, in portions. */
const bulkTypes = ({ ndjson }: Bulk) => ['application/json', 'text/csv', ...(ndjson ? [ndjson] : [])];

/** Mounts a route of the contract with its handler. A route that reads other bodies than JSON gets its own scope. */
export function mountRoute(app: FastifyInstance, route: Route, handler: Handler, options: MountOptions): void {
  const raw = route.bulk ? bulkTypes(route.bulk) : route.upload?.types;
  const streamed = route.upload?.streamed ?? false;
  if (raw) rawScope(app, raw, streamed, (scope) => mount(scope, route, handler, options));
  else mount(app, route, handler, options);
}

function mount(app: FastifyInstance, route: Route, handler: Handler, options: MountOptions): void {
  const { params, query, body } = route;
  const largeBodies = route.bulk || route.upload ? createLargeBodies() : undefined;
  app.route({
    ...(route.integration && options.requestLog ? watched(options.requestLog) : {}),
    method: route.method,
    exposeHeadRoute: route.method === 'GET',
    url: API_PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: (route.bulk ?? route.upload)?.bodyLimit ?? BODY_LIMIT,
    config: { takes: route.bulk ? bulkTypes(route.bulk) : (route.upload?.types ?? ['application/json']) },
    schema: {
      ...(params ? { params } : {}),
      // A route without parameters refuses them too, so that a typo is always reported.
      querystring: query ?? { type: 'object', additionalProperties: false },
      ...(body && !route.bulk ? { body } : {}),
    },
    onRequest: async (request, reply) => {
      if (route.auth !== 'none') await admit(request, reply, route, options);
      if (largeBodies) largeBodies.enter(request, reply);
      if (route.upload?.streamed) options.slowBodies.begin(request.raw, STREAM_MS);
      else if (largeBodies) options.slowBodies.begin(request.raw, LARGE_MS);
      else if (route.method !== 'GET') options.slowBodies.begin(request.raw);
      checkAccept(request.headers.accept, route);
      checkEscapes(request.url);
      checkQuery(request.query as Record<string, unknown>, route);
    },
    ...(bodyIsOptional(route) ? { preValidation: defaultBody } : {}),
    handler: answererOf(route, handler, largeBodies, options),
  });
}

type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Each kind of route has a file in `routes/` that calls its handler. */
function answererOf(
  route: Route,
  handler: Handler,
  largeBodies: LargeBodies | undefined,
  options: MountOptions,
): Answerer {
  if (isAuthRoute(route)) return answerAuth(route, handler as Act<Route>, options);
  if (route.method === 'GET') return answerRead(route, handler as Read<Route>, options);
  if (route.bulk && largeBodies) {
    const reader = bulkReader({ ...route, bulk: route.bulk });
    return answerBulk(reader, handler as BulkChange, largeBodies, options);
  }
  if (route.upload?.streamed && largeBodies)
    return answerStream(handler as StreamChange, route.upload.bodyLimit, largeBodies);
  if (route.upload && largeBodies) return answerUpload(handler as Change<Route>, largeBodies);
  return answerChange(route, handler as Change<Route>, options);
}

function defaultBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
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
