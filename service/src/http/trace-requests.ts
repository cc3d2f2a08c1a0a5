import type { FastifyInstance } from 'fastify';
import type { Tracing } from '../tracing/span.ts';

/** Health checks and scrapes are no work for anybody. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Begins a span with each request, under the trace of its caller. It has the pattern of the route and not the path,
 * which may contain a secret or a phone.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const { url: route } = request.routeOptions;
    if (!untraced.has(route))
      request.span = tracing.startRequest(route ? `${method} ${route}` : method, headers.traceparent as string, {
        'http.request.method': method,
        ...(route ? { 'http.route': route } : {}),
        'rialto.request': request.id,
      });
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
