import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of a body that is refused, so much more is read, and for so long: then it is cut off. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 10_000;

/** The answer comes before the body has, and the connection ends with it: Node drops what still comes on those that stay. */
export const cutsOff = ({ raw }: FastifyRequest, reply: FastifyReply): boolean =>
  !raw.complete && (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive);

/**
 * Reads what still comes of a body, for nobody. A connection that is closed while its client writes is reset, and the answer
 * lost with it (RFC 9112 §9.6): of uploads of 8 MB five in six never read their 413.
 */
export function drain({ raw }: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    let left = MOST_BYTES;
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left <= 0) end();
    };
    const end = () => {
      clearTimeout(timer);
      raw.off('data', take).off('end', end).off('close', end);
      raw.pause();
      resolve();
    };
    const timer = setTimeout(end, MOST_MS);
    raw.on('end', end).on('close', end).on('data', take).resume();
  });
}
