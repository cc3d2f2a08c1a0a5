import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestDescription, Tracing } from '../tracing/span.ts';

/** Health checks and scrapes are no work for anybody. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Begins a span with each request, under the trace of its caller. It has the pattern of the route and not the path,
 * which may contain a secret or a phone.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracing.startRequest(request.headers.traceparent as string, () => describe(request));
    done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    request.span?.end({
      'http.response.status_code': statusCode,
      ...(statusCode >= 500 ? { 'error.type': `${statusCode}` } : {}),
    });
    done();
  });
}

function describe({ method, id, routeOptions: { url: route } }: FastifyRequest): RequestDescription | null {
  if (untraced.has(route)) return null;
  const attributes = { 'http.request.method': method, 'rialto.request': id };
  if (!route) return { name: method, attributes };
  return { name: `${method} ${route}`, attributes: { ...attributes, 'http.route': route } };
}
