import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAtOnce } from '../connection/at-once.ts';

/** Bytes. What is no longer costs about as much as any other request: a payout of some 700 items. */
const LARGE = 64 * 1024;
/** One of 5 MiB takes some 9 MB while it is checked and written, and a payout a fifth of a second. */
const AT_ONCE = 4;

export type LargeBodies = {
  /**
   * Before the body is read.
   * @throws Refusal rate_limited
   */
  enter(request: FastifyRequest, reply: FastifyReply): void;
  /** What is done with the body once it is read. What counts is work, not connections: hanging up makes no room. */
  during<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
};

/** How many large bodies an integration, or a person, may have under way at one route, in one process: a request is one request, however long. */
export function createLargeBodies(): LargeBodies {
  const begin = createAtOnce<number>(AT_ONCE, 'bodies larger than 64 KiB');
  const beforeWork = new WeakMap<FastifyRequest, () => void>();
  return {
    enter(request, reply) {
      // Without a length it may become any.
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= LARGE) return;
      const leave = begin(request.caller!.world);
      beforeWork.set(request, leave);
      // One that is broken off before all of it came never gets to work.
      reply.raw.once('close', () => {
        if (beforeWork.delete(request)) leave();
      });
    },
    async during(request, work) {
      const leave = beforeWork.get(request);
      beforeWork.delete(request);
      try {
        return await work();
      } finally {
        leave?.();
      }
    },
  };
}
