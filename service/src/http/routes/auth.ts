import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../../../contract/src/route.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { abortedWhenGone } from '../aborted-when-gone.ts';
import type { Act } from '../handler.ts';
import type { MountOptions } from '../mount-options.ts';
import { JSON_TYPE } from '../refuse.ts';
import { refuseBody } from './refuse-body.ts';

/**
 * Answers routes below /auth. They have no idempotency key, a limit for each address, and tokens in cookies if the
 * client asks for them.
 */
export function answerAuth(route: Route, act: Act<Route>, { addressLimiter, cookies }: MountOptions) {
  const refreshes = route.session === 'refresh';
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!route.body) refuseBody(request);
    const { authorization, wanted } = cookies.openedBy(request, refreshes);
    const leave = addressLimiter.enter(request.ip);
    const gone = abortedWhenGone(reply);
    let body: string;
    try {
      body = await act({
        caller: request.caller,
        input: { ...(request.query as object), ...(request.body as object), ...(request.params as object) },
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        authorization,
        device: cookies.deviceOf(request),
        gone,
      });
    } catch (error) {
      // Otherwise the browser would send the useless cookie, and be refused, for thirty days.
      if (refreshes && wanted && error instanceof Refusal && error.status === 401) cookies.clear(request, reply);
      throw error;
    } finally {
      leave();
    }
    if (wanted && (route.session === 'open' || refreshes)) body = cookies.keep(request, reply, body);
    if (route.session === 'close' && request.headers.cookie) cookies.clear(request, reply);
    // RFC 6749 §5.1: an answer that may contain tokens is not cached.
    reply.code(route.ok.status).header('Cache-Control', 'no-store');
    return body === '' ? reply.send() : reply.type(JSON_TYPE).send(body);
  };
}
