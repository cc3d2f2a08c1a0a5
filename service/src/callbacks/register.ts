import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basePathOf } from '../http/base-path.ts';
import { Refusal, renderRefusal } from '../kernel/refusal.ts';
import type { CallbackArrival, CallbackReply } from './receive.ts';

/** Providers send some kB. */
const BODY_LIMIT = 64 * 1024;

export type CallbackRoutes = {
  readonly receive: (arrival: CallbackArrival) => Promise<CallbackReply>;
  /** The public base address; null if the deployment has none. */
  readonly base: string | null;
  readonly docBase: string;
};

type Params = { rail: string; secret: string; record?: string };

/**
 * Mounts the addresses that providers call, outside the API: any content type is taken, and the provider's own form is
 * answered.
 */
export function registerCallbacks(app: FastifyInstance, { receive, base, docBase }: CallbackRoutes): void {
  const basePath = basePathOf(base ?? '');
  const authority = base === null ? null : new URL(base).host;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', ...query] = request.url.split('?');
    const own = path.slice(path.indexOf('/rails/'));
    const answer = await receive({
      method: request.method,
      path: basePath + own,
      query: query.join('?'),
      headers: plainHeaders(request),
      body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
      source: request.ip,
      authority: authority ?? request.headers.host ?? '',
      address: request.params as Params,
    });
    return send(request, reply, answer, docBase);
  };
  // A proxy may strip the path of the base address, or not.
  const prefixes = basePath === '' ? [''] : ['', basePath];
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const prefix of prefixes)
      for (const url of [`${prefix}/rails/:rail/:secret`, `${prefix}/rails/:rail/:secret/:record`])
        scope.route({ method: ['POST', 'PUT', 'GET'], url, bodyLimit: BODY_LIMIT, exposeHeadRoute: false, handler });
  });
}

const refusals = { 404: 'not_found', 429: 'rate_limited', 503: 'service_unavailable' } as const;

function send(request: FastifyRequest, reply: FastifyReply, answer: CallbackReply, docBase: string): FastifyReply {
  const { status, contentType = 'application/json', body, retryAfterS } = answer;
  reply.code(status).header('Cache-Control', 'no-store');
  if (retryAfterS !== undefined) reply.header('Retry-After', String(retryAfterS));
  const code = refusals[status as keyof typeof refusals];
  if (body === undefined && code) {
    return reply.type('application/json').send(renderRefusal(new Refusal(code), request.id, docBase));
  }
  return body === undefined ? reply.send('') : reply.type(contentType).send(body);
}

function plainHeaders({ headers }: FastifyRequest): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(pairs);
}
