import type { FastifyReply, FastifyRequest } from 'fastify';

/** At most this many bytes of a refused body are read, for at most this time. Then the connection is closed. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 10_000;

/**
 * True if the answer is sent before the body is complete and closes the connection. On connections that stay open Node
 * discards the rest itself.
 */
export const cutsOff = ({ raw }: FastifyRequest, reply: FastifyReply): boolean =>
  !raw.complete && (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive);

/**
 * Reads and discards the rest of a body. Closing a connection while its client still writes resets it, and the answer
 * is lost (RFC 9112 §9.6): of uploads of 8 MB five in six never read their 413.
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
