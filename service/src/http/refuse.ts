import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogue } from '../../../contract/src/errors.ts';
import { isBusy, isUnreachable } from '../db/failure.ts';
import { GateFull } from '../db/gate.ts';
import { tooManyWaiting } from '../idempotency/attempts.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal, renderRefusal } from '../kernel/refusal.ts';
import { breakOff } from './connection/connections.ts';
import type { FailureLines } from './failure-lines.ts';
import { loggedPath } from './log-request.ts';
import type { RefusalLines } from './refusal-lines.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every answer, also of those that no hook of the server sees. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  options: { docBase: string },
) {
  if (refusal.headers) reply.headers(refusal.headers);
  reply
    .code(refusal.status)
    .type(JSON_TYPE)
    .send(renderRefusal(refusal, request.id, options.docBase));
}

const sizeOf = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);

/** Turns an error into a refusal of the catalogue. Unexpected errors are logged and not shown to the client. */
export function toRefusal(error: unknown, request: FastifyRequest, failures: FailureLines): Refusal {
  if (error instanceof Refusal) return nameMissing(error, request);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('body_too_large', `The body is larger than ${sizeOf(request.routeOptions.bodyLimit)}`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        'unsupported_media_type',
        `This route takes ${(request.routeOptions.config.takes ?? []).join(', ')}`,
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('malformed_json', 'The length of the body does not match Content-Length');
  }
  if (error instanceof GateFull) return tooManyWaiting();
  if (statusCode === 400) return new Refusal('validation_failed', (error as Error).message);
  failures.write(
    error,
    { request_id: request.id, method: request.method, path: loggedPath(request.url) },
    'a request failed',
  );
  return new Refusal(isUnreachable(error) || isBusy(error) ? 'service_unavailable' : 'internal_error');
}

/** A log shows the message without the path. If the path contains one id, the message names it. */
function nameMissing(refusal: Refusal, request: FastifyRequest): Refusal {
  const named = Object.values((request.params ?? {}) as Record<string, string>);
  if (refusal.code !== 'not_found' || refusal.message !== catalogue.not_found.title || named.length !== 1)
    return refusal;
  return new Refusal('not_found', `Not found: ${named[0]}`);
}

/**
 * Logs a refusal, so that a wave of guesses or a stolen key becomes visible. The line has no credential and no id from
 * the path.
 */
export function noteRefusal(refusal: Refusal, request: FastifyRequest, lines: RefusalLines): void {
  if (![401, 403, 429].includes(refusal.status)) return;
  const { method, ip: address, caller } = request;
  const route = request.routeOptions.url;
  lines.write(address, { request_id: request.id, method, route, code: refusal.code, address, caller: caller?.id });
}

/** A route of the router, including pages and probes. */
export type Mounted = { readonly method: string; readonly url: string };

/**
 * Refuses a request without a route: 405 if the path has other methods, else 404.
 * A literal path is never an id: where `/wallets/transfer` takes POST only, GET is refused and does not look for a
 * wallet of that name.
 */
export function refuseUnknown(request: FastifyRequest, mounted: readonly Mounted[]): Refusal {
  const path = pathOf(request);
  const methods = methodsAt(path, mounted);
  if (methods.length > 0) {
    const allow = methods.join(', ');
    return new Refusal('method_not_allowed', `${path} supports only ${allow}`, { headers: { Allow: allow } });
  }
  const bare = path.replace(/\/+$/, '');
  const hint = bare !== path && methodsAt(bare, mounted).length > 0 ? `. Remove the slash at the end: ${bare}` : '';
  return new Refusal('not_found', `Not found: ${request.method} ${path.slice(0, 200)}${hint}`);
}

/** Methods that some route answers. For others the framework would send its own text. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * @param urls of the mounted routes
 * @throws Refusal if the router would take the last part of a literal path for an id, or if no route has the method
 */
export function checkMethod(request: FastifyRequest, mounted: readonly Mounted[], urls: ReadonlySet<string>): void {
  const path = pathOf(request);
  const isNoId = urls.has(path) || path.endsWith('/');
  if (!METHODS.has(request.method) || (request.routeOptions.url?.includes(':') && isNoId))
    throw refuseUnknown(request, mounted);
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]!;

function methodsAt(path: string, mounted: readonly Mounted[]): string[] {
  const written = mounted.filter(({ url }) => url === path);
  const those = written.length > 0 ? written : mounted.filter(({ url }) => patternOf(url).test(path));
  return [...new Set(those.map(({ method }) => method))];
}

/** `*` is literal: only the pages for unknown paths use it here. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/[.*]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

/**
 * Refuses what node:http accepts and HTTP/1.1 does not (RFC 9112 §3.2, RFC 9110 §10.1.1): HTTP/0.9, a missing or second
 * Host header, and an unknown expectation. Node would answer some of it itself, without a body.
 */
export function checkProtocol(request: FastifyRequest): void {
  const { httpVersion, headers, rawHeaders } = request.raw;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw broken('This is not a valid HTTP/1.1 request');
  if (httpVersion === '1.1' && headers.host === undefined) throw broken('The Host header is missing');
  // Node keeps the first of two, a proxy may keep the last. The origin check of cookies relies on it.
  if (rawHeaders.filter((text, i) => i % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length > 1)
    throw broken('The Host header is given more than once');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw broken('The Expect header can only be 100-continue');
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Refusal('unsupported_media_type', 'Send the body without Content-Encoding');
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Refusal('unsupported_media_type', `Send the body in UTF-8, not ${charset}`);
}

const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;

const broken = (message: string) => new Refusal('validation_failed', message, { headers: { Connection: 'close' } });

/** Node's code for headers or a body that arrive too slowly. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

const why: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are larger than 8 KiB',
  [TOO_SLOW]: 'The request did not arrive in time',
};

const whyOf = ({ code }: NodeJS.ErrnoException) => why[code ?? ''] ?? 'This is not a valid HTTP/1.1 request';

const stalled = () =>
  new Refusal('service_unavailable', 'The server was stalled and did not read the request. Retry it.', {
    headers: { 'Retry-After': '1', Connection: 'close' },
  });

/** The error that Node raises for headers that arrive too slowly. */
export const requestTooSlow = (): NodeJS.ErrnoException => Object.assign(new Error(), { code: TOO_SLOW });

/**
 * Answers input that is not HTTP, has headers over 8 KiB or arrives too slowly. It writes to the socket, in the
 * catalogue's form, after the requests in flight are answered.
 * @param stoodStill whether this process was stalled a moment ago: then the request was not slow
 */
export const answerBrokenRequest =
  (docBase: string, stoodStill: () => boolean) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = error.code === TOO_SLOW && stoodStill() ? stalled() : broken(whyOf(error));
    breakOff(socket, refusal, () => answerRefusal(socket, refusal, docBase));
  };

function answerRefusal(socket: Socket, refusal: Refusal, docBase: string): void {
  if (!socket.writable) return;
  const id = newId('req');
  const body = renderRefusal(refusal, id, docBase);
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Request-Id': id,
    ...securityHeaders,
    ...refusal.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}
