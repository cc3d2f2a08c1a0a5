import type { onResponseHookHandler } from 'fastify';
import type { Logger } from 'pino';

/** Without the query: what somebody put there by mistake, such as a key, is not ours to keep. */
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
