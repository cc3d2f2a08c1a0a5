import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, type Route } from '../../../contract/src/route.ts';
import { routes } from '../../../contract/src/routes.ts';
import type { Origins } from '../access/origins.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

export type CrossOriginOptions = {
  readonly origins: Origins;
  readonly publicUrl: string;
  readonly headerPrefix: string;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin of the page that a browser sends this request for; null without another origin. */
    foreignOrigin: string | null;
  }
}

/** Headers that a script may read beside the body. */
const EXPOSED = 'Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, WWW-Authenticate';
const PREFLIGHT_SECONDS = '600';

/** Routes for people who log in, and those that lead there. Routes for operators or keys alone are not included. */
const open = Object.values<Route>(routes)
  .filter(({ auth }) => auth === 'none' || auth.some((kind) => kind !== 'key' && kind !== 'operator'))
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${API_PREFIX}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/**
 * Lets the web applications that integrations list call with people's tokens. Credentials are never allowed: a cookie
 * sent from another site is not consent.
 */
export function allowOrigins(app: FastifyInstance, options: CrossOriginOptions): void {
  app.decorateRequest('foreignOrigin', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || isOwn(request, origin, options) || !request.url.startsWith(API_PREFIX)) return done();
    request.foreignOrigin = origin;
    reply.header('Vary', 'Origin');
    options.origins.has(origin).then((isListed) => {
      if (isListed) reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
      if (answerPreflight(request, reply, isListed, options.headerPrefix)) return;
      done();
    }, done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const vary = String(reply.getHeader('Vary') ?? '');
    if (request.foreignOrigin !== null && !vary.includes('Origin')) reply.header('Vary', `${vary}, Origin`);
    done();
  });
}

/** A page of the service itself, such as /docs, at its public address or at the requested host. */
function isOwn({ headers }: FastifyRequest, origin: string, { publicUrl }: CrossOriginOptions): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  if (publicUrl !== '' && new URL(publicUrl).origin === origin) return true;
  return headers.host !== undefined && URL.parse(origin)?.host === headers.host;
}

/** @returns whether it is answered; an unknown path or method continues to its 404 or 405 */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, isListed: boolean, prefix: string): boolean {
  const wanted = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || wanted === undefined || !isListed) return false;
  const path = request.url.split('?')[0]!;
  const methods = open.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (!methods.includes(wanted as Route['method'])) return false;
  const own = ['Integration', 'Mode', 'Person'].map((word) => `${prefix}-${word}`);
  reply
    .headers({
      'Access-Control-Allow-Methods': [...new Set(methods)].join(', '),
      'Access-Control-Allow-Headers': [
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'Last-Event-ID',
        ...own,
      ].join(', '),
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
    .code(204)
    .send();
  return true;
}

/** @throws Refusal where a page of another origin may not call as this caller */
export function checkOrigin({ foreignOrigin: origin }: FastifyRequest, { kind, livemode }: Caller): void {
  if (origin === null) return;
  if (kind === 'key') throw new Refusal('key_from_browser');
  if (livemode && origin.startsWith('http:'))
    throw new Refusal('origin_not_allowed', `The origin ${origin} is not https. It can be used only in test mode.`);
}
