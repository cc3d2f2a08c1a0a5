import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { API_PREFIX, type Bulk, bodyIsOptional, isAuthRoute, type Route } from '../../../contract/src/route.ts';
import type { CurrencyRule } from '../config/config.ts';
import type { Answer } from '../idempotency/operation.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { checkAccept, prefersCsv } from './accept.ts';
import { type AdmitOptions, admit, readmit } from './admit.ts';
import { type BulkTurns, LONG } from './body/bulk-turns.ts';
import { canonical } from './body/canonical.ts';
import { createLargeBodies } from './body/large-bodies.ts';
import type { SlowBodies } from './body/slow-bodies.ts';
import { type BulkReader, bulkReader } from './bulk.ts';
import { checkCurrency } from './check-currency.ts';
import { checkEscapes, checkQuery } from './check-query.ts';
import type { AddressLimiter } from './connection/address-limit.ts';
import { type Download, digestOf, rawScope, sendFile, uploadOf } from './files.ts';
import type { Act, BulkChange, Change, Handler, Read } from './handler.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { JSON_TYPE } from './refuse.ts';
import { sendCsv } from './send-csv.ts';

export const BODY_LIMIT = 64 * 1024;
/** Read where it is handled, a portion at a time. */
const BULK_TYPES = ['application/json', 'text/csv'];

export type MountOptions = AdmitOptions & {
  readonly addressLimiter: AddressLimiter;
  readonly currencies: ReadonlyMap<string, CurrencyRule>;
  readonly log: Logger;
  /** Null where it is off. */
  readonly requestLog: Watch | null;
  readonly slowBodies: SlowBodies;
  readonly bulkTurns: BulkTurns;
};

/** Is told of each request on an integration: of its answer before it leaves, and afterwards. */
export type Watch = {
  answered(request: FastifyRequest, body: unknown): void;
  note(request: FastifyRequest, reply: FastifyReply): void;
};

const isBulk = (route: Route): route is Route & { bulk: Bulk } => route.bulk !== undefined;

/** A route of the contract with its handler. One that reads other bodies than JSON has a scope of its own. */
export function mountRoute(app: FastifyInstance, route: Route, handler: Handler, options: MountOptions): void {
  const bulk = isBulk(route) ? bulkReader(route) : undefined;
  const raw = route.bulk ? BULK_TYPES : route.upload?.types;
  const mountOn = (scope: FastifyInstance) => mount(scope, route, handler, options, bulk);
  if (raw) rawScope(app, raw, mountOn);
  else mountOn(app);
}

function mount(app: FastifyInstance, route: Route, handler: Handler, options: MountOptions, bulk?: BulkReader): void {
  const { params, query, body } = route;
  const largeBodies = bulk || route.upload ? createLargeBodies() : undefined;
  app.route({
    ...(route.integration && options.requestLog ? watched(options.requestLog) : {}),
    method: route.method,
    exposeHeadRoute: route.method === 'GET',
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
      checkAccept(request.headers.accept, route);
      checkEscapes(request.url);
      checkQuery(request.query as Record<string, unknown>, route);
    },
    ...(bodyIsOptional(route) ? { preValidation: defaultBody } : {}),
    handler: async (request, reply) => {
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
      return reply.send(writeAnswer(reply, await (largeBodies ? largeBodies.during(request, change) : change())));
    },
  });
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

async function answerAuth(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  act: Act<Route>,
  { addressLimiter, cookies }: MountOptions,
) {
  if (!route.body) refuseBody(request);
  const refreshes = route.path === '/auth/refresh';
  const { authorization, wanted } = cookies.openedBy(request, refreshes);
  const leave = addressLimiter.enter(request.ip);
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  let body: string;
  try {
    body = await act({
      caller: request.caller,
      input: { ...(request.query as object), ...(request.body as object), ...(request.params as object) },
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      authorization,
      device: cookies.deviceOf(request),
      gone: gone.signal,
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
function writeAnswer(reply: FastifyReply, answer: Answer): string {
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
  options: MountOptions,
): Promise<string> {
  const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const read = async () => {
    const parsed = await bulk.parse({
      isCsv: request.headers['content-type']?.toLowerCase().startsWith('text/csv') ?? false,
      bytes,
      query: request.query as Record<string, unknown>,
    });
    request.body = bulk.opening(parsed);
    const { change, ...examiner } = handler(request.caller!);
    const { fields, digest } = await bulk.check(parsed, examiner);
    checkCurrency((fields as { currency?: string }).currency, options.currencies);
    const content = request.headers['idempotency-key'] === undefined ? '' : await digest();
    return { change, fields, lines: parsed.lines, content };
  };
  const isLong = bytes.length > LONG;
  const { change, fields, lines, content } = await (isLong ? options.bulkTurns(request.caller!, read) : read());
  const answer = await change({
    caller: request.caller!,
    input: fields,
    lines,
    requestId: request.id,
    address: request.ip,
    idempotency: readIdempotencyKey(request, () => content),
  });
  return writeAnswer(reply, answer);
}

function refuseBody(request: FastifyRequest): void {
  const given = request.body;
  if (given === undefined) return;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const [param] = isObject ? Object.keys(given) : ['body'];
  if (param !== undefined) throw invalidField(param, 'this route takes no fields');
}
