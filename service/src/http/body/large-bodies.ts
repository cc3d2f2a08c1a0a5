import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAtOnce } from '../connection/at-once.ts';

/** In bytes: a payout of some 700 items. A shorter body costs about as much as any other request. */
const LARGE = 64 * 1024;
/**
 * A body of 5 MiB takes some 9 MB of memory while it is checked and written. A payout of that size takes a fifth of a
 * second.
 */
const AT_ONCE = 4;

export type LargeBodies = {
  /**
   * Called before the body is read.
   * @throws Refusal rate_limited
   */
  enter(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Runs the work on the body after it is read. The limit counts work, not connections: closing a connection frees no
   * slot.
   */
  during<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
};

/**
 * Limits the large bodies that an integration or a person may have in flight, for each route and process. The rate
 * limiter counts a request once, whatever its length.
 */
export function createLargeBodies(): LargeBodies {
  const begin = createAtOnce<number>(AT_ONCE, 'bodies larger than 64 KiB');
  const beforeWork = new WeakMap<FastifyRequest, () => void>();
  return {
    enter(request, reply) {
      // A body without a declared length may be of any size.
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= LARGE) return;
      const leave = begin(request.caller!.world);
      beforeWork.set(request, leave);
      // A request that breaks off before its body is complete never reaches `during`.
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
