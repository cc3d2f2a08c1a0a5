import type { onResponseHookHandler } from 'fastify';
import type { Logger } from 'pino';

/** Drops the query, because a client may have put a secret there by mistake, such as a key. */
const pathOf = (url: string) => url.split('?')[0]!;

export function logRequest(log: Logger): onResponseHookHandler {
  return (request, reply, done) => {
    const { id, method, url } = request;
    log.debug(
      { request_id: id, method, path: pathOf(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  };
}
