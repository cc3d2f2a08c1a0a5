import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';

/** A list as a file. Its status is sent before its end is known: of what breaks it off then, only the log can tell. */
export function sendCsv(reply: FastifyReply, file: Readable, log: Logger): FastifyReply {
  file.on('error', (err) => {
    // What fails before the first line is refused as in any request; who left has broken it off themselves.
    if (!reply.raw.headersSent || reply.raw.destroyed) return;
    log.error({ err, request_id: reply.request.id }, 'a download was interrupted');
  });
  return reply.type('text/csv; charset=utf-8').send(file);
}
