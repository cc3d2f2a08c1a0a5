import type { onResponseHookHandler } from 'fastify';
import type { Logger } from 'pino';

/**
 * Drops the query, because a client may have put a secret there by mistake, such as a key, and the secret in the path
 * of a callback, of a receipt, of a payer's page or of inbound SMS.
 */
export function loggedPath(url: string): string {
  const path = url.split('?')[0]!;
  return path.startsWith('/api/') ? path : path.replace(/\/(rails|r|pay|sms)\/.*$/, '/$1/…');
}

export function logRequest(log: Logger): onResponseHookHandler {
  return (request, reply, done) => {
    const { id, method, url } = request;
    log.debug(
      { request_id: id, method, path: loggedPath(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  };
}
