import type { FastifyError, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sendUnavailable } from './send.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Some short fields. */
const FORM_LIMIT = 16 * 1024;

/**
 * Gives `mount` a scope for pages. It takes forms, which arrive as `URLSearchParams`, and answers errors with a page.
 */
export function pageScope(app: FastifyInstance, log: Logger, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      // A body that is too large, or no form: a browser sends neither.
      if (error.statusCode !== undefined && error.statusCode < 500) {
        return reply.code(error.statusCode).type('text/plain; charset=utf-8').send('This address takes a short form.');
      }
      log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'a page failed');
      return sendUnavailable(request, reply);
    });
    mount(scope);
  });
}

/** The fields of a form. A request without a body has none. */
export const formOf = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();
