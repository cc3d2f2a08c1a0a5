import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../../../contract/src/route.ts';
import { chooseType, prefersCsv } from '../accept.ts';
import { readmit } from '../admit.ts';
import { type Download, sendFile } from '../files.ts';
import type { Read } from '../handler.ts';
import type { MountOptions } from '../mount-options.ts';
import { JSON_TYPE } from '../refuse.ts';
import { sendCsv } from '../send-csv.ts';

/** Answers GET with JSON, CSV, a file or a stream of events. */
export function answerRead(route: Route, read: Read<Route>, options: MountOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = { ...(request.params as object), ...(request.query as object) };
    const answer = (await read(request.caller!, input, request.url.split('?')[0]!, {
      requestId: request.id,
      address: request.ip,
      csv: route.ok.csv !== undefined && prefersCsv(request.headers.accept),
      type: chooseType(request.headers.accept, route.ok.download ?? []),
      lastEventId: request.headers['last-event-id'] as string | undefined,
      check: () => readmit(request, route, options),
    })) as string | Readable | Download;
    if (route.ok.csv || route.ok.negotiated) reply.header('Vary', 'Accept');
    if (typeof answer !== 'string' && 'bytes' in answer) return sendFile(reply, answer);
    if (route.ok.stream) return sendStream(reply, answer as Readable);
    return typeof answer === 'string' ? reply.type(JSON_TYPE).send(answer) : sendCsv(reply, answer, options.log);
  };
}

/** Caches and proxies must not hold events back. */
function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(stream);
}
