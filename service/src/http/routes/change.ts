import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../../../contract/src/route.ts';
import { canonical } from '../body/canonical.ts';
import { checkCurrencies } from '../check-currency.ts';
import type { Change } from '../handler.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import type { MountOptions } from '../mount-options.ts';
import { writeAnswer } from './answer.ts';
import { refuseBody } from './refuse-body.ts';

/** Answers POST, PATCH and DELETE, with a JSON body or without a body. */
export function answerChange(route: Route, change: Change<Route>, { currencies }: MountOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!route.body) refuseBody(request);
    else checkCurrencies(request.body as object, currencies);
    const answer = await change({
      caller: request.caller!,
      input: { ...(request.body as object), ...(request.params as object) },
      requestId: request.id,
      address: request.ip,
      span: request.span,
      idempotency: route.method === 'POST' ? readIdempotencyKey(request, () => canonical(request.body ?? {})) : null,
    });
    return reply.send(writeAnswer(reply, answer));
  };
}
