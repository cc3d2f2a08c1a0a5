import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';

/**
 * Sends a list as a file. The status is sent before the list is complete, so a later failure is visible only in the
 * log.
 */
export function sendCsv(reply: FastifyReply, file: Readable, log: Logger): FastifyReply {
  file.on('error', (err) => {
    // A failure before the first line is refused as in any request. A client that disconnects is not a failure.
    if (!reply.raw.headersSent || reply.raw.destroyed) return;
    log.error({ err, request_id: reply.request.id }, 'a download was interrupted');
  });
  return reply.type('text/csv; charset=utf-8').send(file);
}
