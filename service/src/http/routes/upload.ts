import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../../../contract/src/route.ts';
import type { LargeBodies } from '../body/large-bodies.ts';
import { digestOf, uploadOf } from '../files.ts';
import type { Change } from '../handler.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { writeAnswer } from './answer.ts';

/** Answers POST whose body is a file. */
export function answerUpload(change: Change<Route>, largeBodies: LargeBodies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const upload = uploadOf(request);
    const answer = await largeBodies.during(request, () =>
      change({
        caller: request.caller!,
        input: { ...upload, ...(request.params as object) },
        requestId: request.id,
        address: request.ip,
        span: request.span,
        idempotency: readIdempotencyKey(request, () => digestOf(upload)),
      }),
    );
    return reply.send(writeAnswer(reply, answer));
  };
}
